//! Golden model of the Home Agent PMU of the Xeon E5/E7 v2 uncore.
//!
//! Section numbers in comments refer to the manual (329468-002).

mod events;
mod filter;
mod queues;
mod state;
#[cfg(test)]
mod tests;

use super::common::pci;
use golden_model_core::{CoveredModel, Pmu};

/// Counters (2.4.2) and their width in bits.
const COUNTERS: usize = 4;
const WIDTH: u32 = 48;

/// A Home Agent of a socket.
pub(crate) type HaModel = pci::PciBoxModel<state::Ha, COUNTERS, WIDTH>;

/// Creates the model in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    pci::model::<state::Ha, COUNTERS, WIDTH>(pmu)
}
