//! The events of R2PCIe: what ev_sel and umask choose, and what it amounts to in a clock (2.9.7).

use crate::pmus::ivt_common::pci::Events;
use crate::pmus::ivt_common::{Control, CounterSet};
use crate::{Bits, Pmu};

/// What a control register selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// An ev_sel that is not listed.
    Nothing,
    /// 0x01.
    Clockticks,
    /// Any of some bits of an input.
    Any { input: Input, bits: u64 },
    /// 0x13 with DRS selected: the entries in the queue.
    DrsOccupancy,
}

macro_rules! inputs {
    ($($input:ident $name:literal,)*) => {
        /// An input of which bits are chosen.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Input { $(#[doc = $name] $input,)* }

        impl Input {
            /// Their names in the description, in order.
            const NAMES: [&str; 11] = [$($name,)*];
        }
    };
}

inputs! {
    RingAd "ring_ad",
    RingAk "ring_ak",
    RingBl "ring_bl",
    RingIv "ring_iv",
    RxrNe "rxr_ne",
    RxrIns "rxr_ins",
    RxrAkBounce "rxr_ak_bounce",
    TxrNe "txr_ne",
    TxrFull "txr_full",
    TxrNackCw "txr_nack_cw",
    TxrNackCcw "txr_nack_ccw",
}

/// The places of the inputs.
#[derive(Clone)]
pub(super) struct R2PcieEvents {
    inputs: [Bits; Input::NAMES.len()],
    drs_occupancy: Bits,
}

impl Events for R2PcieEvents {
    type Event = Event;

    const STORED: u32 = Control::STORED | 0xFF00_0000 | Control::OV_EN;

    fn new(pmu: &Pmu, unit: &str) -> Self {
        let input = |name: &str| pmu.input(&format!("{unit}.{name}"));
        Self { inputs: Input::NAMES.map(input), drs_occupancy: input("rxr_drs_occ") }
    }

    fn event(control: Control) -> Event {
        let umask = control.umask();
        // The bits of the umask from `low` on choose those of the input.
        let any = |input: Input, low: u32, width: u32| Event::Any {
            input,
            bits: u64::from(umask) >> low & ((1 << width) - 1),
        };
        match control.ev_sel() {
            0x01 => Event::Clockticks,
            0x07 => any(Input::RingAd, 0, 8),
            0x08 => any(Input::RingAk, 0, 8),
            0x09 => any(Input::RingBl, 0, 8),
            0x0A => any(Input::RingIv, 0, 8),
            0x10 => any(Input::RxrNe, 4, 2),
            0x11 => any(Input::RxrIns, 4, 2),
            0x12 => any(Input::RxrAkBounce, 0, 2),
            0x13 if umask & 1 << 3 != 0 => Event::DrsOccupancy,
            0x23 => any(Input::TxrNe, 0, 3),
            0x25 => any(Input::TxrFull, 0, 3),
            0x26 => any(Input::TxrNackCw, 0, 3),
            0x28 => any(Input::TxrNackCcw, 0, 3),
            _ => Event::Nothing,
        }
    }

    fn counters(ev_sel: u8) -> CounterSet {
        match ev_sel {
            0x01 | 0x07..=0x0A => 0b1111,
            0x10 | 0x11 | 0x26 | 0x28 => 0b0011,
            0x12 | 0x13 | 0x23 | 0x25 => 0b0001,
            _ => 0,
        }
    }

    #[inline]
    fn raw(&self, event: Event, frame: &[u64]) -> u32 {
        match event {
            Event::Nothing => 0,
            Event::Clockticks => 1,
            Event::Any { input, bits } => u32::from(self.inputs[input as usize].get(frame) & bits != 0),
            Event::DrsOccupancy => self.drs_occupancy.get(frame) as u32,
        }
    }
}
