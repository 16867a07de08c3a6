//! Mutants of the netlist: one cell port changed at a time, many of them in one model, each run against the regression.
//!
//! Yosys reads the RTL and proposes the mutants, Verilator builds models that hold hundreds of them behind one input, and
//! every mutant that the programs do not find goes to a prover. docs/mutation.md tells how to read what comes out.

mod campaign;
mod equivalence;
mod error;
mod execution;
mod model;
mod mutant;
mod netlist;
mod script;
mod staged;
mod tally;
#[cfg(test)]
mod tests;

pub use campaign::{Campaign, CampaignOutcome};
pub use error::MutationError;
pub use execution::MutantStatus;
pub use mutant::Mutant;
