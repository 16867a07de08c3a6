//! Deep campaigns: mutants that act only while a condition holds, for the detection curve.
//!
//! A condition is a function of inputs and observed state. Until a mutant diverges, it behaves like the RTL, so the cycles in
//! which its condition holds are those of a run without a mutant. That run determines them for all mutants at the same time.
//! The mutant then runs only the programs in which its condition holds, and is selected in these cycles. docs/mutation.md
//! explains the results.

mod activity;
mod campaign;
mod candidates;
mod condition;
mod conditional_dut;
mod draw;
mod event;
mod monitor;
mod observed_dut;
mod programs;
mod tally;
#[cfg(test)]
mod tests;
