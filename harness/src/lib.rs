//! Lockstep verification of PMU RTL against golden models.

pub mod build;
pub mod cli;
pub mod dut;
pub mod generate;
pub mod lint;
pub mod lockstep;
pub mod mutate;
pub mod mutation;
pub mod program;
pub mod regression;
pub mod results;
