//! Golden model of the IRP PMU of the Xeon E5/E7 v2 uncore: two IRPs with two counters each.
//!
//! Section numbers in comments refer to the manual (329468-002).

mod events;
mod state;
#[cfg(test)]
mod tests;

use super::common::pci;
use golden_model_core::{CoveredModel, Pmu};

/// Counters of both IRPs (2.6.2) and their width in bits (IRP-A01).
const COUNTERS: usize = 4;
const WIDTH: u32 = 48;

/// The IRP box of a socket.
pub(crate) type IrpModel = pci::PciBoxModel<state::Irp, COUNTERS, WIDTH>;

/// Creates the model in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    pci::model::<state::Irp, COUNTERS, WIDTH>(pmu)
}
