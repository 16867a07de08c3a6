//! Golden models for testbenches in other simulators and languages.
//!
//! A [`Session`] is a golden model that a caller drives by the names of the description. A [`Checker`] compares the observations of
//! a DUT, which another simulator steps, with those of the model in every cycle. Both use the scoreboard, the coverage and the
//! results of the harness.

#[cfg(test)]
use golden_models as _;

mod checker;
mod coverage;
mod error;
mod findings;
mod inputs;
mod layout;
mod registers;
mod request;
mod sampled;
mod select;
mod session;

pub use checker::{Checked, Checker, CheckerSettings};
pub use coverage::CoverageSummary;
pub use error::SessionError;
pub use layout::layout_digest;
pub use sampled::Sampled;
pub use select::select;
pub use session::Session;

/// The SystemVerilog package that imports the functions of the library `libpmu_model` by DPI-C.
pub const PACKAGE: &str = include_str!("../sv/pmu_model_pkg.sv");
