//! Golden model of the B-Box PMU of the Xeon 7500 uncore, as far as the page of its manual tells.
//!
//! What counts is decided outside: each counter has a line for each event code. Sections in comments are tables and
//! paragraphs of that page.

mod bbox;
mod collide;
mod model;
#[cfg(test)]
mod tests;

use crate::{GoldenModel, Pmu};

/// The model, in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn GoldenModel> {
    Box::new(model::BBoxModel::new(pmu))
}
