//! Golden model of a socket's uncore PMUs in the Xeon E5/E7 v2: all boxes and the lines
//! between them and the U-Box.

mod collisions;
mod delay;
mod group;
mod links;
mod model;
mod registers;
#[cfg(test)]
mod tests;

use golden_model_core::{CoveredModel, Pmu};

/// Creates the model in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(model::SocketModel::new(pmu))
}
