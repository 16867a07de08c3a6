//! Golden model of the B-Box PMU of the Xeon 7500 uncore, limited to one page of the manual.
//!
//! The events are selected outside of the PMU: each counter has a line for each event code. References in comments are
//! tables and paragraphs of that page.

mod collisions;
mod model;
mod state;
#[cfg(test)]
mod tests;

use golden_model_core::{CoveredModel, Pmu};

/// Creates the model, in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(model::BBoxModel::new(pmu))
}
