//! Common logic of the boxes in PCI configuration space: the same registers at the same offsets,
//! counters that are read and written as dwords, the box control and the box status.

mod box_model;
mod names;
mod pci_box;
mod registers;
#[cfg(test)]
pub(crate) mod tests;

use super::{BoxEnables, Control, CounterSet, Overflows, StandaloneBox, StatusSource};
use golden_model_core::{CoveredModel, Description, Pmu};
use std::fmt::Debug;

pub(crate) use box_model::PciBoxModel;
pub(crate) use names::{Names, Strap};
pub(crate) use registers::{in_function, standard, standard_at, Register};

/// A cycle as seen by the state that only one kind of box has.
#[derive(Clone, Copy)]
pub(crate) struct Cycle<R> {
    /// The counters are frozen.
    pub frozen: bool,
    /// The overflows that set their status bit.
    pub source: StatusSource,
    /// A new status bit of a counter with `ov_en` sends the message.
    pub sends: bool,
    /// Software resets all counters.
    pub reset: bool,
    /// The register that software writes and the data.
    pub written: Option<(Register<R>, u64)>,
}

/// The options of a box.
#[derive(Clone, Copy)]
pub(crate) struct BoxOptions {
    /// The overflows that set their status bit.
    pub source: StatusSource,
    /// The enables of the box control.
    pub enables: BoxEnables,
}

/// The properties of one kind of box.
pub(crate) trait BoxKind: Clone + Send + 'static {
    /// The event that a control register selects.
    type Event: Copy + Send;
    /// Its registers in addition to the common ones.
    type BoxRegister: Copy + PartialEq + Debug + Send;
    /// Its state in addition to the common state; the default is the state after a complete reset.
    type State: Clone + Default + Send;

    /// The bits of a control register that are stored.
    const STORED: u32 = Control::STORED | Control::THRESH | Control::OV_EN;
    /// Whether an overflow sends a message and freezes the box.
    const MESSAGES: bool = true;
    /// The status bit of counter 0.
    const FIRST_BIT: u32 = 0;

    /// Binds the inputs, and the outputs and state that only this kind of box has.
    fn new(names: Names) -> Self;

    /// Its options in a PMU.
    fn options(description: &Description) -> BoxOptions;

    /// The event that a control register selects for its counter.
    fn event(&self, control: Control, counter: usize) -> Self::Event;

    /// The counters that may count the selected event; empty for a code that is not listed.
    fn counters(control: Control) -> CounterSet;

    /// The bits of a control register that are stored under the selected options.
    fn stored(&self) -> u32 {
        Self::STORED
    }

    /// The increment of an event in a cycle.
    fn raw(&self, event: Self::Event, state: &Self::State, frame: &[u64]) -> u32;

    /// The register at an address in a box of `counters` counters; `None` if the access is refused.
    fn at(address: u32, counters: usize) -> Option<Register<Self::BoxRegister>> {
        standard(address, counters)
    }

    /// The value that software reads from a register that only this kind of box has.
    fn read(&self, _register: Self::BoxRegister, _state: &Self::State, _frame: &[u64]) -> u64 {
        0
    }

    /// Executes a cycle of counters that only this kind of box has; returns their overflows.
    fn count(_state: &mut Self::State, _cycle: Cycle<Self::BoxRegister>) -> Overflows {
        Overflows::default()
    }

    /// Updates all other state of this kind of box at the end of a cycle, including register writes.
    fn follow(&self, _state: &mut Self::State, _frame: &[u64], _cycle: Cycle<Self::BoxRegister>) {}

    /// The state after a cycle of reset.
    fn restart(&self, _state: &Self::State, _frame: &[u64]) -> Self::State {
        Self::State::default()
    }

    /// Writes the state of this kind of box that only software changes into words that are zero.
    fn settings(&self, _words: &mut [u64], _state: &Self::State) {}

    /// Writes all other state of this kind of box into words that are zero.
    fn observe(&self, _words: &mut [u64], _state: &Self::State) {}
}

/// The register type for a kind of box with common registers only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoRegister {}

/// A standalone box of `N` counters of `W` bits.
pub(crate) type PciModel<K, const N: usize, const W: u32> = StandaloneBox<PciBoxModel<K, N, W>>;

/// Creates the model of a box of `N` counters of `W` bits, in its reset state.
pub(crate) fn model<K: BoxKind, const N: usize, const W: u32>(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(PciModel::<K, N, W>::new(pmu))
}
