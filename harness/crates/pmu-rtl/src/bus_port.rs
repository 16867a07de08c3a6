//! The observations of a block on a bus, at the cycles of the frames that cause them.

use super::built::BuiltModel;
use pmu_dut::{DutError, PortTiming};

/// Runs the model with these frames and fills the observations.
type Run<'r> = dyn FnMut(&[u64], &mut [u64]) -> Result<(), DutError> + 'r;

/// What a block on a bus does comes [`PortTiming::ahead`] cycles after its frame, except that everything but the answer to an access
/// comes `answer` cycles earlier.
#[derive(Debug, Default)]
pub(super) struct BusPort {
    pub timing: PortTiming,
    answer: usize,
    frame_words: usize,
    words: usize,
    /// The bits of the answer in an observation.
    response: Vec<u64>,
    /// The last `answer` observations; none before the first call since the reset.
    last: Vec<u64>,
    has_begun: bool,
}

impl BusPort {
    pub fn new(built: &BuiltModel) -> Self {
        let (frame_words, words) = built.words;
        let response = built.response.clone();
        Self { timing: built.timing, answer: built.answer, frame_words, words, response, ..Self::default() }
    }

    /// Begins again after a reset.
    pub fn clear(&mut self) {
        self.last.clear();
        self.has_begun = false;
    }

    /// Runs the frames that have not run yet, and returns the observations of the first ones.
    pub fn step(&mut self, frames: &[u64], observations: &mut [u64], run: &mut Run) -> Result<(), DutError> {
        let ahead = self.timing.ahead;
        let first = if self.has_begun { ahead } else { 0 };
        let frames = &frames[first * self.frame_words..];
        let cycles = frames.len() / self.frame_words;
        let mut raw = std::mem::take(&mut self.last);
        let known = raw.len();
        raw.resize(known + cycles * self.words, 0);
        let done = run(frames, &mut raw[known..]);
        let complete = match &done {
            Ok(()) => cycles,
            Err(DutError::Ended { cycles, .. }) => *cycles,
            Err(_) => 0,
        };
        raw.truncate(known + complete * self.words);
        // The position of the answer to the first frame; what else belongs to it is `answer` observations earlier.
        let start = if self.has_begun { self.answer } else { ahead };
        let available = (raw.len() / self.words).saturating_sub(start);
        let count = available.min(observations.len() / self.words);
        for (cycle, observation) in observations.chunks_exact_mut(self.words).take(count).enumerate() {
            let at = |cycle: usize| &raw[cycle * self.words..(cycle + 1) * self.words];
            let (early, late) = (at(start + cycle - self.answer), at(start + cycle));
            for (word, value) in observation.iter_mut().enumerate() {
                *value = early[word] & !self.response[word] | late[word] & self.response[word];
            }
        }
        let kept = raw.len().saturating_sub(self.answer * self.words);
        raw.drain(..kept);
        self.last = raw;
        self.has_begun = true;
        match done {
            Err(DutError::Ended { text, .. }) => Err(DutError::Ended { cycles: count, text }),
            done => done,
        }
    }
}
