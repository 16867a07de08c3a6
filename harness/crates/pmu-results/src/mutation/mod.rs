//! Results of a mutation campaign.

mod proof;
mod report;

pub use proof::Proof;
pub use report::{CellPort, MutationReport, Proven};

/// Smallest number of mutants for a campaign to count as a measurement.
pub const LEAST: u64 = 500;
