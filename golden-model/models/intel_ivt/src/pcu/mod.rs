//! Golden model of the PCU PMU of the Xeon E5/E7 v2 uncore.
//!
//! Section numbers in comments refer to the manual (329468-002).

mod bands;
mod box_model;
mod events;
mod ports;
mod registers;
mod residency;
mod state;
#[cfg(test)]
mod tests;

use super::common::StandaloneBox;
use golden_model_core::{CoveredModel, Pmu};

pub(crate) use box_model::PcuModel;

/// Creates the model in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(StandaloneBox::<PcuModel>::new(pmu))
}
