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

/// The expectations of a driver.
#[derive(Debug, Default)]
pub struct Expectations {
    /// Number of expectations.
    pub checked: u64,
    /// Number of those that do not hold.
    pub failed: u64,
    /// The first of these.
    pub first: Vec<FailedExpectation>,
}

impl Expectations {
    /// Adds an expectation that holds, or fails like this.
    pub(super) fn add(&mut self, holds: bool, failure: FailedExpectation) {
        self.checked += 1;
        self.failed += u64::from(!holds);
        if !holds && self.first.len() < super::MOST_KEPT {
            self.first.push(failure);
        }
    }
}

/// The result of a run.
#[derive(Debug)]
pub struct Outcome {
    /// Number of reads and writes.
    pub accesses: u64,
    /// The driver's expectations.
    pub expectations: Expectations,
    /// The result of the recorded program: its cycles, comparisons and divergence.
    pub replayed: LockstepOutcome,
}

impl Outcome {
    /// Whether anything was verified: the driver accessed the PMU.
    pub fn is_run(&self) -> bool {
        self.accesses > 0 && self.replayed.cycles > 0
    }
}
