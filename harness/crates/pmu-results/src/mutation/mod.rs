//! What a mutation campaign found, as data and in a page.

mod page;
mod proof;
mod report;

pub use page::{read_row, with_rows, Row};
pub use proof::Proof;
pub use report::{MutationReport, Place, Proven};

/// Mutants below which a campaign is a look at the design and no measurement.
pub const LEAST: u64 = 500;
