//! Where the inputs of a C-Box lie in a frame, and its output and state in an observation.

use super::inputs::{Inputs, Pin, ENTRIES};
use super::registers::COUNTERS;
use super::state::CBox;
use crate::pmus::intel_ivt::common::BoxPorts;
use crate::{Bits, Place, Pmu};

/// Places of a C-Box's inputs, those apart that a socket connects.
#[derive(Clone)]
pub(super) struct InputPorts {
    pins: [Bits; Pin::NAMES.len()],
    irq_tids: [Bits; ENTRIES],
    tor_entries: [Bits; ENTRIES],
}

impl InputPorts {
    /// The places for the C-Box that is named `unit`.
    pub fn new(pmu: &Pmu, unit: &str) -> Self {
        let one = |name: String| pmu.input(&format!("{unit}.{name}"));
        Self {
            pins: std::array::from_fn(|pin| one(Pin::NAMES[pin].to_owned())),
            irq_tids: std::array::from_fn(|entry| one(format!("irq_tid{entry}"))),
            tor_entries: std::array::from_fn(|entry| one(format!("tor{entry}"))),
        }
    }

    /// The inputs in a frame.
    #[inline]
    pub fn of<'a>(&'a self, frame: &'a [u64]) -> FrameInputs<'a> {
        FrameInputs { ports: self, frame }
    }
}

/// The inputs of a C-Box in a clock.
pub(super) struct FrameInputs<'a> {
    ports: &'a InputPorts,
    frame: &'a [u64],
}

impl Inputs for FrameInputs<'_> {
    #[inline]
    fn pin(&self, pin: Pin) -> u64 {
        self.ports.pins[pin as usize].get(self.frame)
    }

    #[inline]
    fn irq_tid(&self, entry: usize) -> u64 {
        self.ports.irq_tids[entry].get(self.frame)
    }

    #[inline]
    fn tor_entry(&self, entry: usize) -> u64 {
        self.ports.tor_entries[entry].get(self.frame)
    }
}

/// Places of a C-Box's output and state.
#[derive(Clone)]
pub(super) struct OutputPorts {
    common: BoxPorts<COUNTERS>,
    filter: Place,
    filter1: Place,
}

impl OutputPorts {
    /// The places for the C-Box that is named `unit`.
    pub fn new(pmu: &Pmu, unit: &str) -> Self {
        let one = |name: &str| pmu.observed(&format!("{unit}.{name}"));
        let register = |name: &str| one(&format!("Cn_MSR_PMON_{name}"));
        Self {
            common: BoxPorts::new(one, register, true),
            filter: register("BOX_FILTER"),
            filter1: register("BOX_FILTER1"),
        }
    }

    /// Writes the state that only software changes where only zeros were.
    pub fn settings(&self, words: &mut [u64], cbox: &CBox) {
        self.common.settings(words, cbox.bank(), cbox.frz());
        self.filter.put(words, cbox.filters().filter());
        self.filter1.put(words, cbox.filters().filter1());
    }

    /// Writes output and all other state where only zeros were.
    #[inline]
    pub fn observe(&self, words: &mut [u64], cbox: &CBox) {
        self.common.observe(words, cbox.bank(), cbox.latch());
    }
}
