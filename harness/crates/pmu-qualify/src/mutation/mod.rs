//! Mutation analysis of the netlist. A mutant changes one cell port; each runs against the regression.
//!
//! Yosys reads the RTL and proposes the mutants. Verilator builds models with hundreds of mutants each, selected by an
//! input. A prover tests every mutant that the programs do not kill. docs/mutation.md explains the results.

mod campaign;
mod deep;
mod equivalence;
mod model;
mod mutant;
mod netlist;
mod status;
mod tally;
#[cfg(test)]
mod tests;

pub use crate::campaign::CampaignError;
pub use campaign::{Campaign, CampaignOutcome};
pub use mutant::Mutant;
pub use status::MutantStatus;
