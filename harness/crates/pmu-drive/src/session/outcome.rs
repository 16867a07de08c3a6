//! The result of a driver's run.

use pmu_verify::lockstep::LockstepOutcome;

/// An expectation of the driver that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedExpectation {
    /// Number of cycles that had run.
    pub cycle: u64,
    /// Its message.
    pub message: String,
}

/// The result of a run.
#[derive(Debug)]
pub struct Outcome {
    /// Number of reads and writes.
    pub accesses: u64,
    /// Number of the driver's expectations.
    pub expectations: u64,
    /// Those that do not hold.
    pub failed: Vec<FailedExpectation>,
    /// The result of the recorded program: its cycles, comparisons and divergence.
    pub replayed: LockstepOutcome,
}

impl Outcome {
    /// Whether anything was verified: the driver accessed the PMU.
    pub fn is_run(&self) -> bool {
        self.accesses > 0 && self.replayed.cycles > 0
    }
}
