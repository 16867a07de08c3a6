//! Lockstep verification of PMU RTL against golden models.

pub mod cli;
pub mod code_coverage;
pub mod collisions;
pub mod coverage;
pub mod generate;
mod jobs;
pub mod lockstep;
pub mod mutation;
pub mod oracles;
pub mod regression;
pub mod shared;
pub mod shrink;
pub mod waves;
pub mod zoo;

pub use pmu_board as board;
pub use pmu_program as program;
pub use pmu_results as results;
pub use pmu_rtl as build;
pub use pmu_rtl::lint;
use pmu_support as support;

/// Devices under test.
pub mod dut {
    pub use crate::build::SimulatedDut;
    pub use pmu_dut::*;
}

/// How much of each figure is to be covered.
pub mod thresholds {
    pub use crate::results::{ThresholdError, Thresholds};
}
