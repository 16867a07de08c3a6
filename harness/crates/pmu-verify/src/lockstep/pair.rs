//! Device and model side by side: the only place where both are stepped.

use golden_model::{CoveredModel, Pmu};
use pmu_dut::{Dut, DutError};
use pmu_program::Batch;

/// Clocks in one batch: small enough for the cache, large enough that a call to the device costs nothing.
pub(super) const BATCH: usize = 1024;

/// A device, a model, and their observations of the last batch.
pub(super) struct Pair<D> {
    pub dut: D,
    pub model: Box<dyn CoveredModel>,
    frame_words: usize,
    words: usize,
    /// What the device showed.
    pub actual: Vec<u64>,
    /// What the model says.
    pub expected: Vec<u64>,
}

impl<D: Dut> Pair<D> {
    pub fn new(pmu: &Pmu, dut: D) -> Self {
        Self {
            dut,
            model: pmu.model(),
            frame_words: pmu.frame.words(),
            words: pmu.observation.words(),
            actual: Vec::new(),
            expected: Vec::new(),
        }
    }

    pub fn reset(&mut self) -> Result<(), DutError> {
        self.model.reset();
        self.dut.reset()
    }

    /// Steps both through the same frames, in which the inputs that the device lacks get their values first. The model is
    /// through with them before the device begins. The device may know what is compared with its observations.
    pub fn step(&mut self, batch: &mut Batch) -> Result<(), DutError> {
        self.step_model(batch);
        self.dut.step_checked(&batch.frames, &self.expected, &mut self.actual)
    }

    /// The same with a device that knows nothing of the model's observations.
    pub fn step_unchecked(&mut self, batch: &mut Batch) -> Result<(), DutError> {
        self.step_model(batch);
        self.dut.step(&batch.frames, &mut self.actual)
    }

    fn step_model(&mut self, batch: &mut Batch) {
        let cycles = batch.ops.len();
        self.dut.tied_inputs().apply(&mut batch.frames, self.frame_words);
        self.actual.clear();
        self.actual.resize(cycles * self.words, 0);
        self.expected.resize(cycles * self.words, 0);
        self.model.step_batch(&batch.frames, self.frame_words, &mut self.expected, self.words);
    }
}
