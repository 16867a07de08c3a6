//! Lockstep verification of PMU RTL against golden models.

pub mod board;
pub mod build;
pub mod cli;
pub mod code_coverage;
pub mod collisions;
pub mod coverage;
pub mod dut;
pub mod generate;
pub mod lint;
pub mod lockstep;
pub mod mutation;
mod oldest;
pub mod oracles;
pub mod program;
pub mod publish;
pub mod regression;
pub mod results;
pub mod shared;
pub mod shrink;
mod spread;
mod steal;
pub mod thresholds;
pub mod waves;
pub mod zoo;
