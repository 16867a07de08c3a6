//! The state of a port in addition to that of all boxes in configuration space.

use super::events::{Event, Pin, Pins};
use super::filter::{Filter, FilterRegister};
use crate::common::pci::{standard_at, BoxKind, BoxOptions, Cycle, Names, Register, Strap};
use crate::common::{BoxEnables, Control, CounterSet, Lines, StatusSource};
use golden_model_core::{Description, WordPosition};

/// A register of a port that other boxes do not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoxRegister {
    Filter(FilterRegister),
    /// QPI_RATE_STATUS.
    Rate,
}

/// Number of functions of the PCI device, and the bits of an offset within each.
const FUNCTIONS: u32 = 8;
const OFFSET: u32 = 12;
/// The functions that have registers (Table 2-128).
const MISCELLANEOUS: u32 = 0;
const COUNTERS: u32 = 2;
const MATCHING: u32 = 6;

/// A QPI port.
#[derive(Clone)]
pub(crate) struct Qpi {
    pins: Pins,
    has_rate: Strap,
    filters: [(FilterRegister, WordPosition); 4],
}

impl BoxKind for Qpi {
    type Event = Event;
    type BoxRegister = BoxRegister;
    type State = Filter;

    const STORED: u32 = Control::STORED | Control::THRESH | Control::OV_EN | Control::EXTRA;

    fn new(names: Names) -> Self {
        Self {
            pins: Pins::new(|name| names.input(name)),
            has_rate: names.strap("has_rate"),
            filters: [
                (FilterRegister::Match0, names.register("MATCH0")),
                (FilterRegister::Match1, names.register("MATCH1")),
                (FilterRegister::Mask0, names.register("MASK0")),
                (FilterRegister::Mask1, names.register("MASK1")),
            ],
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
    fn raw(&self, event: Event, filter: &Filter, frame: &[u64]) -> u32 {
        event.raw(filter, |pin| self.pins.level(pin, frame))
    }

    fn at(address: u32, counters: usize) -> Option<Register<BoxRegister>> {
        let (function, offset) = (address >> OFFSET, address & ((1 << OFFSET) - 1));
        let filter = |register: FilterRegister| Register::Own(BoxRegister::Filter(register));
        (function < FUNCTIONS && offset % 4 == 0).then(|| match (function, offset) {
            (MISCELLANEOUS, 0xD4) => Register::Own(BoxRegister::Rate),
            (COUNTERS, _) => standard_at(offset, counters),
            (MATCHING, 0x228) => filter(FilterRegister::Match0),
            (MATCHING, 0x22C) => filter(FilterRegister::Match1),
            (MATCHING, 0x238) => filter(FilterRegister::Mask0),
            (MATCHING, 0x23C) => filter(FilterRegister::Mask1),
            _ => Register::Nothing,
        })
    }

    fn read(&self, register: BoxRegister, filter: &Filter, frame: &[u64]) -> u64 {
        let level = |pin: Pin| self.pins.level(pin, frame);
        match register {
            BoxRegister::Filter(register) => filter.read(register),
            BoxRegister::Rate if !self.has_rate.is_high(frame) => 0,
            BoxRegister::Rate => level(Pin::SlowMode) << 4 | level(Pin::QpiRate),
        }
    }

    #[inline]
    fn follow(&self, filter: &mut Filter, _: &[u64], cycle: Cycle<BoxRegister>) {
        if let Some((Register::Own(BoxRegister::Filter(register)), data)) = cycle.written {
            filter.write(register, data);
        }
    }

    fn settings(&self, words: &mut [u64], filter: &Filter) {
        for &(register, position) in &self.filters {
            position.put(words, filter.read(register));
        }
    }
}
