//! Golden model of the B-Box PMU of the Xeon 7500 uncore, as far as the page of its manual tells.
//!
//! What counts is decided outside: each counter has a line for each event code. Sections in comments are tables and
//! paragraphs of that page.

mod collisions;
mod model;
mod state;
#[cfg(test)]
mod tests;

use crate::{CoveredModel, Pmu};

/// The model, in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(model::BBoxModel::new(pmu))
}
