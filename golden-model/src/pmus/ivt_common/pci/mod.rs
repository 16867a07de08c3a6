//! What the boxes in PCI configuration space have in common: the same registers at the same offsets, counters that are read
//! and written by dwords, the box control and the box status.

mod model;
mod pci_box;
mod ports;
mod registers;

#[cfg(test)]
pub(crate) use model::PciModel;

use super::{Control, CounterSet};
use crate::{GoldenModel, Pmu};

/// What distinguishes one kind of box from the others.
pub(crate) trait Events: Clone + Send + 'static {
    /// What a control register selects.
    type Event: Copy + Send;

    /// The bits of a control register that are stored.
    const STORED: u32;

    /// The places of the inputs of the unit of that name.
    fn new(pmu: &Pmu, unit: &str) -> Self;

    /// What a control register selects.
    fn event(control: Control) -> Self::Event;

    /// The counters that may count an event; none for an ev_sel that is not listed.
    fn counters(ev_sel: u8) -> CounterSet;

    /// What an event amounts to in a clock.
    fn raw(&self, event: Self::Event, frame: &[u64]) -> u32;
}

/// The model of a box of `N` counters of `W` bits with the events `E`, in its reset state.
pub(crate) fn model<E: Events, const N: usize, const W: u32>(pmu: &Pmu) -> Box<dyn GoldenModel> {
    Box::new(model::PciModel::<E, N, W>::new(pmu))
}
