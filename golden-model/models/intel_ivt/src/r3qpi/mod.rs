//! Golden model of the R3QPI PMU of the Xeon E5/E7 v2 uncore, one link.
//!
//! Section numbers in comments refer to the manual (329468-002).

mod events;
#[cfg(test)]
mod tests;

use super::common::pci;
use golden_model_core::{CoveredModel, Pmu};

/// Counters (2.10.2) and their width in bits.
const COUNTERS: usize = 3;
const WIDTH: u32 = 44;

/// An R3QPI link of a socket.
pub(crate) type R3QpiModel = pci::PciBoxModel<events::R3Qpi, COUNTERS, WIDTH>;

/// Creates the model in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    pci::model::<events::R3Qpi, COUNTERS, WIDTH>(pmu)
}
