//! Golden model of the C-Box PMU of the Xeon E5/E7 v2 uncore.
//!
//! Section numbers in comments refer to the manual (329468-002).

mod box_model;
mod collisions;
mod events;
mod filter;
mod outputs;
mod ports;
mod registers;
mod state;
#[cfg(test)]
mod tests;
mod tor;

use super::common::StandaloneBox;
use golden_model_core::{CoveredModel, Pmu};

pub(crate) use box_model::CBoxModel;
pub(crate) use registers::Register;

/// Creates the model in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(StandaloneBox::<CBoxModel>::new(pmu))
}
