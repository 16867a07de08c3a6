//! What a mutation campaign found, as data and in a page.

mod proof;
mod report;

pub use proof::Proof;
pub use report::{CellPort, MutationReport, Proven};

/// Mutants below which a campaign is a look at the design and no measurement.
pub const LEAST: u64 = 500;
