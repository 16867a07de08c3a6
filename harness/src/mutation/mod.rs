//! Mutants of the netlist: one cell port changed at a time, many of them in one model, each run against the regression.
//!
//! Yosys reads the RTL and proposes the mutants, Verilator builds models that hold hundreds of them behind one input, and
//! every mutant that the programs do not find goes to a prover. docs/mutation.md tells how to read what comes out.

mod campaign;
mod error;
mod judge;
mod model;
mod mutant;
mod prove;
mod report;
mod script;
mod survey;
#[cfg(test)]
mod tests;

/// Mutants below which a campaign is a look at the design and no measurement.
pub const LEAST: u64 = 500;

pub use campaign::{Campaign, Outcome};
pub use error::MutationError;
pub use judge::Fate;
pub use mutant::Mutant;
pub use prove::Proof;
pub use report::{MutationReport, Place, Proven};
