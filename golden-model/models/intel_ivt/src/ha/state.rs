//! The state of a Home Agent in addition to that of all boxes in configuration space.

use super::events::{Event, Pin, Pins};
use super::filter::{Filter, FilterRegister};
use super::queues::{Queues, BT, TXR};
use crate::common::pci::{in_function, standard_at, BoxKind, BoxOptions, Cycle, Names, Register};
use crate::common::{BoxEnables, Control, CounterSet, Lines, StatusSource};
use golden_model_core::{Description, WordPosition};

/// The match registers and the occupancies.
#[derive(Clone, Copy, Default)]
pub(crate) struct State {
    pub filter: Filter,
    pub queues: Queues,
}

/// The Home Agent.
#[derive(Clone)]
pub(crate) struct Ha {
    pins: Pins,
    filters: [(FilterRegister, WordPosition); 3],
    bt: [WordPosition; BT],
    txr: [WordPosition; TXR],
}

impl BoxKind for Ha {
    type Event = Event;
    type BoxRegister = FilterRegister;
    type State = State;

    fn new(names: Names) -> Self {
        Self {
            pins: Pins::new(|name| names.input(name)),
            filters: [
                (FilterRegister::AddrMatch0, names.register("ADDRMATCH0")),
                (FilterRegister::AddrMatch1, names.register("ADDRMATCH1")),
                (FilterRegister::OpcodeMatch, names.register("OPCODEMATCH")),
            ],
            bt: std::array::from_fn(|index| names.observed(&format!("bt_occ{index}"))),
            txr: std::array::from_fn(|index| names.observed(&format!("txr_occ{index}"))),
        }
    }

    fn options(description: &Description) -> BoxOptions {
        BoxOptions { source: StatusSource::new(description), enables: BoxEnables::new(description) }
    }

    fn event(&self, control: Control, _: usize) -> Event {
        Event::new(control)
    }

    fn counters(control: Control) -> CounterSet {
        match Event::new(control) {
            Event::Lines(Lines::Nothing) => 0,
            _ => 0b1111,
        }
    }

    #[inline]
    fn raw(&self, event: Event, state: &State, frame: &[u64]) -> u32 {
        event.raw(state, |pin| self.pins.level(pin, frame))
    }

    fn at(offset: u32, counters: usize) -> Option<Register<FilterRegister>> {
        in_function(offset).then(|| match offset {
            0x40 => Register::Own(FilterRegister::AddrMatch0),
            0x44 => Register::Own(FilterRegister::AddrMatch1),
            0x48 => Register::Own(FilterRegister::OpcodeMatch),
            _ => standard_at(offset, counters),
        })
    }

    fn read(&self, register: FilterRegister, state: &State, _: &[u64]) -> u64 {
        state.filter.read(register)
    }

    #[inline]
    fn follow(&self, state: &mut State, frame: &[u64], cycle: Cycle<FilterRegister>) {
        state.queues.step(|pin| self.pins.level(pin, frame), cycle.written);
        if let Some((Register::Own(register), data)) = cycle.written {
            state.filter.write(register, data);
        }
    }

    /// The match registers are kept unless the reset is a power-on reset (HA-A08).
    fn restart(&self, state: &State, frame: &[u64]) -> State {
        let cold = self.pins.level(Pin::RstCold, frame) != 0;
        State { filter: if cold { Filter::default() } else { state.filter }, queues: Queues::default() }
    }

    fn settings(&self, words: &mut [u64], state: &State) {
        for &(register, position) in &self.filters {
            position.put(words, state.filter.read(register));
        }
    }

    #[inline]
    fn observe(&self, words: &mut [u64], state: &State) {
        for (position, occupancy) in self.bt.iter().zip(state.queues.bt_occ()) {
            position.put(words, occupancy);
        }
        for (position, occupancy) in self.txr.iter().zip(state.queues.txr_occ()) {
            position.put(words, occupancy);
        }
    }
}
