//! DUT and golden model, stepped through the same frames. Only this module steps both.

use super::digest::DigestCheck;
use golden_model_core::{CoveredModel, Pmu};
use pmu_dut::{Dut, DutError};
use pmu_program::Batch;

/// Cycles in one batch: small enough for the cache, large enough that the cost of a call to the DUT does not matter.
pub(super) const BATCH: usize = 1024;

/// A DUT, a golden model, and their observations of the last batch.
pub(super) struct Pair<D> {
    pub dut: D,
    pub model: Box<dyn CoveredModel>,
    digests: DigestCheck,
    frame_words: usize,
    words: usize,
    /// The observations of the DUT.
    pub actual: Vec<u64>,
    /// The observations of the golden model.
    pub expected: Vec<u64>,
    /// The frames of a batch with those after it.
    driven: Vec<u64>,
}

/// The RTL ended the simulation in the cycle after the last one in [`Pair::actual`].
pub(super) struct Ended {
    /// The message.
    pub text: String,
}

impl<D: Dut> Pair<D> {
    pub fn new(pmu: &Pmu, dut: D) -> Self {
        Self {
            digests: DigestCheck::new(pmu, dut.observable()),
            dut,
            model: pmu.model(),
            frame_words: pmu.frame.words(),
            words: pmu.observation.words(),
            actual: Vec::new(),
            expected: Vec::new(),
            driven: Vec::new(),
        }
    }

    /// Resets both; `power_on` is that of the program. Returns the reason if the RTL ends the simulation in its reset.
    pub fn reset(&mut self, power_on: u32) -> Result<Option<Ended>, DutError> {
        self.dut.power_on(power_on)?;
        self.model.reset();
        self.digests.reset();
        self.actual.clear();
        let done = self.dut.reset();
        self.ended(done)
    }

    /// Steps both through the frames of a batch. A DUT that has digests sends these, and observations only of cycles in which
    /// its digest differs from that of the golden model's observations.
    pub fn step(&mut self, batch: &Batch) -> Result<Option<Ended>, DutError> {
        self.step_model(batch);
        let done = match self.dut.digests() {
            Some(dut) => self.digests.step(dut, &batch.frames, &self.expected, &mut self.actual),
            None => self.step_dut(batch),
        };
        self.ended(done)
    }

    /// Like [`Pair::step`], with all observations of the DUT. No [`Pair::step`] may follow before the next reset.
    pub fn observe(&mut self, batch: &Batch) -> Result<Option<Ended>, DutError> {
        self.step_model(batch);
        let done = self.step_dut(batch);
        self.ended(done)
    }

    fn step_dut(&mut self, batch: &Batch) -> Result<(), DutError> {
        if batch.ahead.is_empty() {
            return self.dut.step(&batch.frames, &mut self.actual);
        }
        self.driven.clear();
        self.driven.extend_from_slice(&batch.frames);
        self.driven.extend_from_slice(&batch.ahead);
        self.dut.step(&self.driven, &mut self.actual)
    }

    /// Removes the observations of cycles that the DUT did not complete.
    fn ended(&mut self, done: Result<(), DutError>) -> Result<Option<Ended>, DutError> {
        match done {
            Ok(()) => Ok(None),
            Err(DutError::Ended { cycles, text }) => {
                self.actual.truncate(cycles * self.words);
                Ok(Some(Ended { text }))
            }
            Err(error) => Err(error),
        }
    }

    fn step_model(&mut self, batch: &Batch) {
        let cycles = batch.ops.len();
        self.actual.clear();
        self.actual.resize(cycles * self.words, 0);
        self.expected.resize(cycles * self.words, 0);
        self.model.step_batch(&batch.frames, self.frame_words, &mut self.expected, self.words);
    }
}
