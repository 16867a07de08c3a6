//! Golden model of the PMU of a memory controller channel of the Xeon E5/E7 v2 uncore.
//!
//! Section numbers in comments refer to the manual (329468-002).

mod events;
mod fixed;
mod state;
#[cfg(test)]
mod tests;

use super::common::pci;
use golden_model_core::{CoveredModel, Pmu};

/// Programmable counters (2.5.3) and the width of all counters in bits.
const COUNTERS: usize = 4;
const WIDTH: u32 = 48;

/// A channel of a socket.
pub(crate) type ImcModel = pci::PciBoxModel<state::Imc, COUNTERS, WIDTH>;

/// Creates the model in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    pci::model::<state::Imc, COUNTERS, WIDTH>(pmu)
}
