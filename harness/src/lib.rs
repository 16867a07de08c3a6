//! Lockstep verification of PMU RTL against golden models.

pub mod board;
pub mod build;
pub mod cli;
pub mod code_coverage;
pub mod collisions;
pub mod coverage;
pub mod dut;
pub mod generate;
mod jobs;
pub mod lint;
pub mod lockstep;
pub mod mutation;
pub mod oracles;
pub mod program;
pub mod regression;
pub mod results;
pub mod shared;
pub mod shrink;
pub mod support;
pub mod waves;
pub mod zoo;

/// How much of each figure is to be covered.
pub mod thresholds {
    pub use crate::results::{ThresholdError, Thresholds};
}
