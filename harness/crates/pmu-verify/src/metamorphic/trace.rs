//! The observations of a DUT while it runs a program.

use golden_model_core::Pmu;
use pmu_dut::{lowering, Dut, DutError};
use pmu_program::{Batch, Op};
use pmu_results::SimulationEnd;

/// Number of cycles that the DUT runs at a time.
const BATCH: usize = 1024;

/// The observations of a program.
pub(super) struct Trace {
    observations: Vec<u64>,
    words: usize,
    /// The message, if the RTL ended the simulation.
    end: Option<String>,
}

impl Trace {
    /// Resets a DUT and runs the operations on it, until the RTL ends the simulation.
    pub fn record(pmu: &Pmu, dut: &mut dyn Dut, ops: &[Op]) -> Result<Self, DutError> {
        let words = pmu.observation.words();
        let mut trace = Self { observations: Vec::new(), words, end: None };
        let mut lowering = lowering(pmu, ops, dut);
        let mut batch = Batch::default();
        let mut frames = Vec::new();
        let mut done = dut.reset();
        while done.is_ok() && lowering.next_batch(&mut batch, BATCH) {
            let start = trace.observations.len();
            trace.observations.resize(start + batch.ops.len() * words, 0);
            frames.clear();
            frames.extend_from_slice(&batch.frames);
            frames.extend_from_slice(&batch.ahead);
            done = dut.step(&frames, &mut trace.observations[start..]);
            if let Err(DutError::Ended { cycles, .. }) = &done {
                trace.observations.truncate(start + cycles * words);
            }
        }
        match done {
            Err(DutError::Ended { text, .. }) => Ok(Self { end: Some(text), ..trace }),
            done => done.map(|()| trace),
        }
    }

    /// The cycle in which the RTL ended the simulation, and why.
    pub fn end(&self) -> Option<(u64, SimulationEnd)> {
        self.end.as_ref().map(|text| (self.cycles(), SimulationEnd::parse(text)))
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
