//! Golden models for testbenches in other simulators and languages.
//!
//! A [`CoveredSession`] is a golden model that a caller drives by the names of the description, with its coverage. A [`Checker`]
//! compares the observations of a DUT, which another simulator steps, with those of the model in every cycle. Both use the
//! scoreboard, the coverage and the results of the harness.

#[cfg(test)]
use golden_model_all as _;

mod checker;
mod coverage;
mod covered;
mod error;
mod findings;
mod layout;
mod request;
mod sampled;
mod select;

pub use checker::{Checked, Checker, CheckerSettings};
pub use coverage::CoverageSummary;
pub use covered::{coverage, covered_session, CoverageRecorder, CoveredSession};
pub use error::SessionError;
pub use layout::layout_digest;
pub use sampled::Sampled;
pub use select::{ids, select};

/// The SystemVerilog package that imports the functions of the library `libpmu_model` by DPI-C.
pub const PACKAGE: &str = include_str!("../sv/pmu_model_pkg.sv");
