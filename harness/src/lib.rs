//! Lockstep verification of PMU RTL against golden models.

pub mod dut;
pub mod generate;
pub mod lockstep;
pub mod program;
pub mod regression;
pub mod results;
