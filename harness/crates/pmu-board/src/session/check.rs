//! Checks whether a board returns the expected observations, and reads the observations that differ.

use super::Session;
use crate::link::LinkError;
use crate::signature::CrcSignature;
use pmu_dut::DutError;

/// Maximum number of cycles that are observed at once during the search for the first difference.
const OBSERVED: usize = 256;

impl Session {
    /// Cycles since the reset.
    fn cycles(&self) -> usize {
        self.log.len() / self.frame_words
    }

    /// Resets the board and repeats the first `clocks` cycles since the last reset.
    fn rerun(&mut self, cycles: usize) -> Result<u64, LinkError> {
        self.counts.again += 1;
        self.reset_board()?;
        let log = std::mem::take(&mut self.log);
        let mut last = CrcSignature::default().value();
        let done = self.run(&log[..cycles * self.frame_words], 0, |_, signature| {
            last = signature;
            true
        });
        self.log = log;
        done.map(|()| last)
    }

    /// Restores the state of a board that has lost it.
    fn recover(&mut self) -> Result<(), DutError> {
        loop {
            self.open_again()?;
            match self.rerun(self.cycles()) {
                Ok(signature) if signature == self.signature.value() => return Ok(()),
                Ok(_) => return Err(self.not_repeatable()),
                Err(LinkError::Lost) => {}
                Err(error) => return Err(self.error(error)),
            }
        }
    }

    fn not_repeatable(&self) -> DutError {
        self.error(format!(
            "the same {} cycles have returned other observations in the repetition, so the PMU cannot be verified; \
             check that the board meets timing and that its reset defines all state",
            self.cycles()
        ))
    }

    /// Runs some frames and returns their observations.
    pub fn observe(&mut self, frames: &[u64], out: &mut [u64]) -> Result<(), DutError> {
        loop {
            let mut signature = self.signature.clone();
            match self.run_observed(frames, self.cycles(), &mut signature) {
                Ok(seen) => {
                    out.copy_from_slice(&seen);
                    self.signature = signature;
                    self.log.extend(frames);
                    return Ok(());
                }
                Err(LinkError::Lost) => self.recover()?,
                Err(error) => return Err(self.error(error)),
            }
        }
    }

    /// Runs some frames and reads only the CRC signature while it is that of the expected observations.
    pub fn check(&mut self, frames: &[u64], expected: &[u64], out: &mut [u64]) -> Result<(), DutError> {
        if self.must_observe {
            return self.observe(frames, out);
        }
        let mut masked = expected.to_vec();
        for observation in masked.chunks_exact_mut(self.words) {
            observation.iter_mut().zip(&self.mask).for_each(|(word, mask)| *word &= mask);
        }
        loop {
            match self.compare(frames, &masked) {
                Ok(None) => {
                    // Equal CRC signatures over the same number of cycles: the board returned the expected
                    // observations.
                    out.copy_from_slice(&masked);
                    self.log.extend(frames);
                    return Ok(());
                }
                Ok(Some(difference)) => {
                    let found = self.differing(frames, &masked, &difference);
                    match found {
                        Ok(seen) => {
                            out.copy_from_slice(&seen);
                            self.log.extend(frames);
                            self.must_observe = true;
                            return Ok(());
                        }
                        Err(CheckError::Link(LinkError::Lost)) => self.recover()?,
                        Err(CheckError::Link(error)) => return Err(self.error(error)),
                        Err(CheckError::NotRepeatable) => return Err(self.not_repeatable()),
                    }
                }
                Err(LinkError::Lost) => self.recover()?,
                Err(error) => return Err(self.error(error)),
            }
        }
    }

    /// Runs frames; returns the first part whose CRC signature is not the expected one. Otherwise the CRC signature
    /// continues.
    fn compare(&mut self, frames: &[u64], expected: &[u64]) -> Result<Option<Difference>, LinkError> {
        let words = self.words;
        let mut signature = self.signature.clone();
        let (mut at, mut difference) = (0, None);
        self.run(frames, self.cycles(), |done, shown| {
            signature.add(&expected[at * words..done * words]);
            match signature.value() == shown {
                true => at = done,
                false => difference = Some(Difference { first: at, end: done, printed: shown }),
            }
            difference.is_none()
        })?;
        if difference.is_none() {
            self.signature = signature;
        }
        Ok(difference)
    }

    /// The observations of frames some of which differ from the expected ones: the equal ones according to their CRC
    /// signature, and the others as the board returns them in a repetition.
    fn differing(&mut self, frames: &[u64], expected: &[u64], difference: &Difference) -> Result<Vec<u64>, CheckError> {
        let before = self.cycles();
        let (width, words) = (self.frame_words, self.words);
        // The frames count as run until the end, so that they can be repeated.
        self.log.extend(frames);
        let found = self.search(before, expected, difference);
        self.log.truncate(before * width);
        let (first, mut signature) = found?;
        let mut all = expected[..first * words].to_vec();
        let middle = difference.end.max(first);
        all.extend(self.run_observed(&frames[first * width..middle * width], before + first, &mut signature)?);
        // A difference of the first run must recur.
        if signature.value() != difference.printed {
            return Err(CheckError::NotRepeatable);
        }
        all.extend(self.run_observed(&frames[middle * width..], before + middle, &mut signature)?);
        self.signature = signature;
        Ok(all)
    }

    /// Halves a part with a difference until it can be observed, and leaves the board at the start of the rest. Returns
    /// the number of frames before the rest, and the CRC signature at that point.
    fn search(
        &mut self,
        before: usize,
        expected: &[u64],
        difference: &Difference,
    ) -> Result<(usize, CrcSignature), CheckError> {
        let (mut low, mut high) = (difference.first, difference.end);
        let over = |session: &Self, cycles: usize| {
            let mut signature = session.signature.clone();
            signature.add(&expected[..cycles * session.words]);
            signature
        };
        while high - low > OBSERVED {
            let middle = low + (high - low) / 2;
            match self.rerun(before + middle)? == over(self, middle).value() {
                true => low = middle,
                false => high = middle,
            }
        }
        let signature = over(self, low);
        match self.rerun(before + low)? == signature.value() {
            true => Ok((low, signature)),
            false => Err(CheckError::NotRepeatable),
        }
    }
}

/// A range of frames by their numbers, and the CRC signature of the board after it.
struct Difference {
    first: usize,
    end: usize,
    printed: u64,
}

/// The reason why a difference could not be reproduced.
enum CheckError {
    Link(LinkError),
    NotRepeatable,
}

impl From<LinkError> for CheckError {
    fn from(error: LinkError) -> Self {
        Self::Link(error)
    }
}
