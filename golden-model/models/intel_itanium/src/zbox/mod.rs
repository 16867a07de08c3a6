//! Golden model of the Z-Box PMU of an Intel Itanium 9300 processor.
//!
//! Five counters count the events of a memory controller.
//!
//! Sections in comments are those of the manual, "ZBOX-Ann" the decisions of `docs/decisions/itanium_uncore.md` where the
//! manual is silent.

mod collisions;
mod counters;
mod coverage;
mod events;
mod model;
mod ports;
mod state;
mod subcontrol;
#[cfg(test)]
mod tests;

use golden_model_core::{CoveredModel, Pmu};

/// Creates the model of the Z-Box verified alone, in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(model::Model::new(pmu))
}
