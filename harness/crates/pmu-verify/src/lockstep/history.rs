//! The frames of a simulation that another program drives, for the operations up to a divergence.

use golden_model_core::Pmu;
use pmu_program::{lowers_to, Lifter, Op};
use xxhash_rust::xxh3::Xxh3;

/// Memory for frames, in 64-bit words.
const MOST_WORDS: usize = 1 << 20;

/// The frames since the first cycle, or since a later one if there are too many. Equal successive frames are stored once.
pub(super) struct History {
    frame_words: usize,
    /// Number of cycles.
    length: u64,
    /// The cycles that are no longer stored.
    dropped: u64,
    /// The frames, concatenated.
    frames: Vec<u64>,
    /// The number of successive cycles with each frame.
    cycles: Vec<u64>,
}

impl History {
    pub fn new(pmu: &Pmu) -> Self {
        Self { frame_words: pmu.frame.words(), length: 0, dropped: 0, frames: Vec::new(), cycles: Vec::new() }
    }

    /// Adds the frame of the next cycle.
    pub fn push(&mut self, frame: &[u64]) {
        self.length += 1;
        let last = self.frames.len().saturating_sub(self.frame_words);
        if let Some(cycles) = self.cycles.last_mut().filter(|_| self.frames[last..] == *frame) {
            *cycles += 1;
            return;
        }
        if self.frames.len() + self.frame_words > MOST_WORDS {
            let half = self.cycles.len() / 2;
            self.dropped += self.cycles.drain(..half).sum::<u64>();
            self.frames.drain(..half * self.frame_words);
        }
        self.frames.extend_from_slice(frame);
        self.cycles.push(1);
    }

    /// Number of cycles.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// XXH3 over the stored frames.
    pub fn hash(&self) -> u128 {
        let mut hasher = Xxh3::new();
        self.frames.iter().chain(&self.cycles).for_each(|word| hasher.update(&word.to_le_bytes()));
        hasher.digest128()
    }

    /// The operations of all cycles; `None` if not all frames are stored, or if no program has these inputs.
    pub fn all_ops(&self, pmu: &Pmu) -> Option<Vec<Op>> {
        if self.dropped > 0 {
            return None;
        }
        let ops = self.last_ops(pmu, self.cycles.len());
        let each = self.runs().flat_map(|(frame, cycles)| (0..cycles).map(move |_| frame));
        lowers_to(pmu, &ops, each).then_some(ops)
    }

    /// The operations of the last frames, `most` different ones. The cycles before them are one wait.
    pub fn last_ops(&self, pmu: &Pmu, most: usize) -> Vec<Op> {
        let mut lifter = Lifter::new(pmu);
        let first = self.cycles.len().saturating_sub(most);
        let before = self.dropped + self.cycles[..first].iter().sum::<u64>();
        if before > 0 {
            lifter.wait(before);
        }
        self.runs().skip(first).for_each(|(frame, cycles)| lifter.push(frame, cycles));
        lifter.into_ops()
    }

    /// Each frame with its number of successive cycles.
    fn runs(&self) -> impl Iterator<Item = (&[u64], u64)> {
        self.frames.chunks_exact(self.frame_words).zip(self.cycles.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use golden_model_core::register_port::{Request, RequestPort};

    #[test]
    fn operations_are_those_of_the_frames_and_dropped_cycles_are_a_wait() {
        let pmu = Pmu::get("k8").expect("a PMU");
        let mut history = History::new(pmu);
        let idle = pmu.description.initial_frame();
        let mut write = idle.clone();
        let request = Request { write: true, space: 0, unit: 0, addr: 0xC001_0000, data: 7 };
        RequestPort::new(pmu).put(&mut write, false, Some(request));
        let mut after = write.clone();
        RequestPort::new(pmu).put(&mut after, false, None);
        (0..5).for_each(|_| history.push(&idle));
        history.push(&write);
        history.push(&after);
        let texts = |ops: Vec<Op>| ops.iter().map(|op| op.to_text(pmu)).collect::<Vec<_>>();
        let all = texts(history.all_ops(pmu).expect("a program"));
        assert_eq!((all[0].as_str(), all.len(), all[2].as_str(), history.len()), ("wait 5", 3, "wait", 7));
        assert!(all[1].starts_with("write core0."), "{all:?}");
        assert_eq!(texts(history.last_ops(pmu, 2)), all);
        assert_eq!(texts(history.last_ops(pmu, 1)), ["wait 7"]);
        // A request that appears in a cycle without an access.
        let mut other = idle.clone();
        pmu.frame.slot("bus_addr").set(&mut other, 1);
        history.push(&other);
        assert_eq!(history.all_ops(pmu), None);
        while history.dropped == 0 {
            history.push(&write);
            history.push(&after);
        }
        let cycles = history.last_ops(pmu, usize::MAX).iter().map(Op::cycles).sum::<u64>();
        assert_eq!((cycles, history.all_ops(pmu)), (history.len(), None));
    }
}
