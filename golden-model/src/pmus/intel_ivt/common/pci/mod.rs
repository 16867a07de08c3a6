//! What the boxes in PCI configuration space have in common: the same registers at the same offsets, counters that are read
//! and written by dwords, the box control and the box status.

mod box_model;
mod names;
mod pci_box;
mod registers;
#[cfg(test)]
pub(crate) mod tests;

use super::{Control, CounterSet, StandaloneBox, StatusSource};
use crate::{CoveredModel, Pmu};
use std::fmt::Debug;

pub(crate) use box_model::PciBoxModel;
pub(crate) use names::{Names, Strap};
pub(crate) use registers::{in_function, standard, standard_at, Register};

/// What a clock does to what a kind of box has besides the common registers.
#[derive(Clone, Copy)]
pub(crate) struct Cycle<R> {
    /// The counters are frozen.
    pub frozen: bool,
    /// Software resets all counters.
    pub reset: bool,
    /// The register that software writes and the data.
    pub written: Option<(Register<R>, u64)>,
}

/// What distinguishes one kind of box from the others.
pub(crate) trait BoxKind: Clone + Send + 'static {
    /// What a control register selects.
    type Event: Copy + Send;
    /// Its registers besides the common ones.
    type BoxRegister: Copy + PartialEq + Debug + Send;
    /// Its state besides that of every box, after reset of all of it.
    type State: Clone + Default + Send;

    /// The bits of a control register that are stored.
    const STORED: u32 = Control::STORED | Control::THRESH | Control::OV_EN;
    /// The overflows that are reported.
    const REPORTS: StatusSource = StatusSource::Enabled;
    /// Whether an overflow sends a message and freezes the box.
    const MESSAGES: bool = true;
    /// The status bit of counter 0.
    const FIRST_BIT: u32 = 0;

    /// The places of inputs, and of outputs and state besides those of every box.
    fn new(names: Names) -> Self;

    /// What a control register selects for its counter.
    fn event(&self, control: Control, counter: usize) -> Self::Event;

    /// The counters that may count what a control register selects; none for a code that is not listed.
    fn counters(control: Control) -> CounterSet;

    /// What an event amounts to in a clock.
    fn raw(&self, event: Self::Event, state: &Self::State, frame: &[u64]) -> u32;

    /// What lies at an address in a box of so many counters; none where the access is refused.
    fn at(address: u32, counters: usize) -> Option<Register<Self::BoxRegister>> {
        standard(address, counters)
    }

    /// What software reads from a register of its own.
    fn read(&self, _register: Self::BoxRegister, _state: &Self::State, _frame: &[u64]) -> u64 {
        0
    }

    /// Counts what is not counted by the common counters; the status bits that it sets.
    fn count(_state: &mut Self::State, _cycle: Cycle<Self::BoxRegister>) -> u32 {
        0
    }

    /// The rest of a clock, after all counters: what it follows, and what software writes to it.
    fn follow(&self, _state: &mut Self::State, _frame: &[u64], _cycle: Cycle<Self::BoxRegister>) {}

    /// The state after a clock of reset.
    fn restart(&self, _state: &Self::State, _frame: &[u64]) -> Self::State {
        Self::State::default()
    }

    /// Writes the state of its own that only software changes where only zeros were.
    fn settings(&self, _words: &mut [u64], _state: &Self::State) {}

    /// Writes all other state of its own where only zeros were.
    fn observe(&self, _words: &mut [u64], _state: &Self::State) {}
}

/// For a kind of box without registers of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoRegister {}

/// A box of `N` counters of `W` bits alone.
pub(crate) type PciModel<K, const N: usize, const W: u32> = StandaloneBox<PciBoxModel<K, N, W>>;

/// The model of a box of `N` counters of `W` bits, in its reset state.
pub(crate) fn model<K: BoxKind, const N: usize, const W: u32>(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(PciModel::<K, N, W>::new(pmu))
}
