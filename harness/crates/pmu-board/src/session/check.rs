//! Cycles of a board with their digests or observations, cycles that run again, and recovery of a board that lost its state.

use super::Session;
use crate::link::LinkError;
use pmu_dut::{Digest, DutError};

impl Session {
    /// Cycles since the reset.
    fn cycles(&self) -> usize {
        self.cycles
    }

    /// Adds frames that have run to the log, in place of those after the last repetition.
    fn keep(&mut self, frames: &[u64]) {
        self.log.truncate(self.cycles * self.frame_words);
        self.log.extend(frames);
        self.cycles = self.log.len() / self.frame_words;
    }

    /// Resets the board and runs the first `cycles` cycles of the log again. Returns the signature after them.
    fn repeat(&mut self, cycles: usize) -> Result<u64, LinkError> {
        self.counts.again += 1;
        self.reset_board()?;
        let log = std::mem::take(&mut self.log);
        let digests = self.run(&log[..cycles * self.frame_words], 0);
        self.log = log;
        Ok(digests?.last().map_or(0, |digest| digest.signature))
    }

    /// Restores the state of a board that has lost it.
    fn recover(&mut self) -> Result<(), DutError> {
        loop {
            self.open_again()?;
            match self.repeat(self.cycles()) {
                Ok(signature) if signature == self.signature => return Ok(()),
                Ok(_) => return Err(self.not_repeatable()),
                Err(LinkError::Lost) => {}
                Err(error) => return Err(self.error(error)),
            }
        }
    }

    /// The error for cycles whose signature differs from that of their first run.
    pub fn not_repeatable(&self) -> DutError {
        self.error(format!(
            "the same {} cycles have returned other observations in the repetition, so the PMU cannot be verified; \
             check that the board meets timing and that its reset defines all state",
            self.cycles()
        ))
    }

    /// Runs frames and returns their observations.
    pub fn observe(&mut self, frames: &[u64], out: &mut [u64]) -> Result<(), DutError> {
        loop {
            match self.run_observed(frames, self.cycles()) {
                Ok((observations, signature)) => {
                    out.copy_from_slice(&observations);
                    self.signature = signature;
                    self.keep(frames);
                    return Ok(());
                }
                Err(LinkError::Lost) => self.recover()?,
                Err(error) => return Err(self.error(error)),
            }
        }
    }

    /// Runs frames and returns the board's signatures.
    pub fn digests(&mut self, frames: &[u64]) -> Result<Vec<Digest>, DutError> {
        loop {
            match self.run(frames, self.cycles()) {
                Ok(digests) => {
                    self.signature = digests.last().map_or(self.signature, |digest| digest.signature);
                    self.keep(frames);
                    return Ok(digests);
                }
                Err(LinkError::Lost) => self.recover()?,
                Err(error) => return Err(self.error(error)),
            }
        }
    }

    /// Resets the board and runs the first `cycles` cycles since the last reset again. The next frames follow them. A repetition may
    /// be longer than the one before it.
    pub fn rerun(&mut self, cycles: usize) -> Result<u64, DutError> {
        loop {
            match self.repeat(cycles) {
                Ok(signature) => {
                    self.signature = signature;
                    self.cycles = cycles;
                    return Ok(signature);
                }
                Err(LinkError::Lost) => self.open_again()?,
                Err(error) => return Err(self.error(error)),
            }
        }
    }
}
