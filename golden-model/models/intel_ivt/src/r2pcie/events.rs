//! The events of R2PCIe: selection by ev_sel and umask (2.9.7).

use crate::common::pci::{BoxKind, BoxOptions, Names, NoRegister};
use crate::common::{pins, BoxEnables, Control, CounterSet, Lines, StatusSource};
use golden_model_core::Description;

pins! {
    RingAd "ring_ad",
    RingAk "ring_ak",
    RingBl "ring_bl",
    RingIv "ring_iv",
    RxrNe "rxr_ne",
    RxrIns "rxr_ins",
    RxrAkBounce "rxr_ak_bounce",
    RxrDrsOcc "rxr_drs_occ",
    TxrNe "txr_ne",
    TxrFull "txr_full",
    TxrNackCw "txr_nack_cw",
    TxrNackCcw "txr_nack_ccw",
}

/// The R2PCIe box.
#[derive(Clone)]
pub(crate) struct R2Pcie {
    pins: Pins,
}

impl BoxKind for R2Pcie {
    type Event = Lines<Pin>;
    type BoxRegister = NoRegister;
    type State = ();

    fn new(names: Names) -> Self {
        Self { pins: Pins::new(|name| names.input(name)) }
    }

    fn options(description: &Description) -> BoxOptions {
        BoxOptions { source: StatusSource::new(description), enables: BoxEnables::absent() }
    }

    fn event(&self, control: Control, _: usize) -> Lines<Pin> {
        let umask = control.umask();
        match control.ev_sel() {
            0x01 => Lines::Clocks,
            0x07 => Lines::masked(Pin::RingAd, umask, 8),
            0x08 => Lines::masked(Pin::RingAk, umask, 8),
            0x09 => Lines::masked(Pin::RingBl, umask, 8),
            0x0A => Lines::masked(Pin::RingIv, umask, 8),
            0x10 => Lines::masked(Pin::RxrNe, umask >> 4, 2),
            0x11 => Lines::masked(Pin::RxrIns, umask >> 4, 2),
            0x12 => Lines::masked(Pin::RxrAkBounce, umask, 2),
            0x13 if umask & 1 << 3 != 0 => Lines::Number(Pin::RxrDrsOcc),
            0x23 => Lines::masked(Pin::TxrNe, umask, 3),
            0x25 => Lines::masked(Pin::TxrFull, umask, 3),
            0x26 => Lines::masked(Pin::TxrNackCw, umask, 3),
            0x28 => Lines::masked(Pin::TxrNackCcw, umask, 3),
            _ => Lines::Nothing,
        }
    }

    fn counters(control: Control) -> CounterSet {
        match control.ev_sel() {
            0x01 | 0x07..=0x0A => 0b1111,
            0x10 | 0x11 | 0x26 | 0x28 => 0b0011,
            0x12 | 0x13 | 0x23 | 0x25 => 0b0001,
            _ => 0,
        }
    }

    #[inline]
    fn raw(&self, event: Lines<Pin>, _: &(), frame: &[u64]) -> u32 {
        event.raw(|pin| self.pins.level(pin, frame))
    }
}
