//! The state of a channel in addition to that of all boxes in configuration space.

use super::events::{Event, Pins};
use super::fixed::{Fixed, FixedRegister};
use crate::common::pci::{in_function, standard_at, BoxKind, BoxOptions, Cycle, Names, Register};
use crate::common::{BoxCtl, BoxEnables, Control, CounterSet, Overflows, StatusSource};
use golden_model_core::{Description, WordPosition};

/// A memory controller channel.
#[derive(Clone)]
pub(crate) struct Imc {
    pins: Pins,
    fixed_ctl: WordPosition,
    fixed_ctr: WordPosition,
    /// Whether the counters can invert their comparison (IVT-A06).
    inverts: bool,
}

impl BoxKind for Imc {
    type Event = Event;
    type BoxRegister = FixedRegister;
    type State = Fixed;

    /// Bit 0 is the status bit of the fixed counter (IMC-A01).
    const FIRST_BIT: u32 = 1;

    fn new(names: Names) -> Self {
        Self {
            pins: Pins::new(|name| names.input(name)),
            fixed_ctl: names.register("FIXED_CTL"),
            fixed_ctr: names.register("FIXED_CTR"),
            inverts: names.pmu.description.chooses("IVT-A06", "invert"),
        }
    }

    fn options(description: &Description) -> BoxOptions {
        BoxOptions { source: StatusSource::new(description), enables: BoxEnables::new(description) }
    }

    fn event(&self, control: Control, _: usize) -> Event {
        Event::new(control)
    }

    /// With an inverted comparison also a code that is not listed: that it never occurs is then a condition (IVT-A06).
    fn counters(control: Control) -> CounterSet {
        if Event::is_listed(control) || control.invert() {
            0b1111
        } else {
            0
        }
    }

    fn stored(&self) -> u32 {
        Self::STORED | if self.inverts { Control::INVERT } else { 0 }
    }

    #[inline]
    fn raw(&self, event: Event, _: &Fixed, frame: &[u64]) -> u32 {
        event.raw(|pin| self.pins.level(pin, frame))
    }

    fn at(offset: u32, counters: usize) -> Option<Register<FixedRegister>> {
        in_function(offset).then(|| match offset {
            0xD0 => Register::Own(FixedRegister::Low),
            0xD4 => Register::Own(FixedRegister::High),
            0xF0 => Register::Own(FixedRegister::Control),
            _ => standard_at(offset, counters),
        })
    }

    fn read(&self, register: FixedRegister, fixed: &Fixed, _: &[u64]) -> u64 {
        fixed.read(register)
    }

    #[inline]
    fn count(fixed: &mut Fixed, cycle: Cycle<FixedRegister>) -> Overflows {
        if !fixed.step(cycle) {
            return Overflows::default();
        }
        let control = fixed.control();
        Overflows { set: cycle.source.reports(control).into(), sent: (cycle.sends && control.ov_en()).into() }
    }

    #[inline]
    fn follow(&self, fixed: &mut Fixed, _: &[u64], cycle: Cycle<FixedRegister>) {
        if let Some((register, data)) = cycle.written {
            let controls = Register::box_ctl(cycle.written).is_some_and(BoxCtl::resets_controls);
            fixed.write(register, data, [cycle.reset, controls]);
        }
    }

    fn settings(&self, words: &mut [u64], fixed: &Fixed) {
        self.fixed_ctl.put(words, fixed.control().bits());
    }

    #[inline]
    fn observe(&self, words: &mut [u64], fixed: &Fixed) {
        self.fixed_ctr.put(words, fixed.count());
    }
}
