//! The observations of a DUT while it runs a program.

use golden_model::Pmu;
use pmu_dut::{Dut, DutError};
use pmu_program::{Batch, Lowering, Op};

/// Number of cycles that the DUT runs at a time.
const BATCH: usize = 1024;

/// The observations of a program.
pub(super) struct Trace {
    observations: Vec<u64>,
    words: usize,
}

impl Trace {
    /// Resets a DUT and runs the operations on it.
    pub fn record(pmu: &Pmu, dut: &mut dyn Dut, ops: &[Op]) -> Result<Self, DutError> {
        let words = pmu.observation.words();
        let mut trace = Self { observations: Vec::new(), words };
        let mut lowering = Lowering::new(pmu, ops).tied(dut.tied_inputs());
        let mut batch = Batch::default();
        dut.reset()?;
        while lowering.next_batch(&mut batch, BATCH) {
            let start = trace.observations.len();
            trace.observations.resize(start + batch.ops.len() * words, 0);
            dut.step(&batch.frames, &mut trace.observations[start..])?;
        }
        Ok(trace)
    }

    /// Number of cycles.
    pub fn cycles(&self) -> u64 {
        (self.observations.len() / self.words) as u64
    }

    /// The observation of a cycle.
    pub fn cycle(&self, cycle: u64) -> &[u64] {
        let start = cycle as usize * self.words;
        &self.observations[start..start + self.words]
    }
}
