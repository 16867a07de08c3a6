//! Golden model of the U-Box PMU of the Xeon E5/E7 v2 uncore, with the global freeze and the PMI.
//!
//! Section numbers in comments refer to the manual (329468-002).

mod box_model;
mod collisions;
mod events;
mod fixed;
mod global;
mod model;
mod ports;
mod registers;
mod state;
#[cfg(test)]
mod tests;

use golden_model_core::{CoveredModel, Pmu};

pub(crate) use box_model::UBoxBlock;
pub(crate) use ports::Messages;
pub(crate) use registers::Register;

/// Creates the model in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(model::UBoxModel::new(pmu))
}
