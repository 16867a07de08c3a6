//! Golden model of the QPI link layer PMU of the Xeon E5/E7 v2 uncore, one port.
//!
//! Section numbers in comments refer to the manual (329468-002).

mod events;
mod filter;
mod state;
#[cfg(test)]
mod tests;

use super::common::pci;
use golden_model_core::{CoveredModel, Pmu};

/// Counters (2.8.2) and their width in bits.
const COUNTERS: usize = 4;
const WIDTH: u32 = 48;

/// A port of a socket.
pub(crate) type QpiModel = pci::PciBoxModel<state::Qpi, COUNTERS, WIDTH>;

/// Creates the model in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    pci::model::<state::Qpi, COUNTERS, WIDTH>(pmu)
}
