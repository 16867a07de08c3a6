//! Golden model of the R2PCIe PMU of the Xeon E5/E7 v2 uncore.
//!
//! Section numbers in comments refer to the manual (329468-002).

mod events;
#[cfg(test)]
mod tests;

use super::common::pci;
use golden_model_core::{CoveredModel, Pmu};

/// Counters (2.9.2) and their width in bits.
const COUNTERS: usize = 4;
const WIDTH: u32 = 44;

/// The R2PCIe box of a socket.
pub(crate) type R2PcieModel = pci::PciBoxModel<events::R2Pcie, COUNTERS, WIDTH>;

/// Creates the model in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    pci::model::<events::R2Pcie, COUNTERS, WIDTH>(pmu)
}
