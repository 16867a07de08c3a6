//! The events of R3QPI: selection by ev_sel and umask (2.10.7).

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
    RxrOcc "rxr_occ",
    RxrAdByp "rxr_ad_byp",
    TxrNe "txr_ne",
    TxrFull "txr_full",
    TxrNackCw "txr_nack_cw",
    TxrNackCcw "txr_nack_ccw",
    Q0AdEmpty "q0_ad_empty",
    Q1AdEmpty "q1_ad_empty",
    Q0BlEmpty "q0_bl_empty",
    Q1BlEmpty "q1_bl_empty",
    CLoEmpty "c_lo_empty",
    CHiEmpty "c_hi_empty",
    HrEmpty "hr_empty",
    VnaOut "vna_out",
    VnaUsed "vna_used",
    VnaAcqAd "vna_acq_ad",
    VnaAcqBl "vna_acq_bl",
    VnaRej "vna_rej",
    Vn0Used "vn0_used",
    Vn0Rej "vn0_rej",
    Vn1Used "vn1_used",
    Vn1Rej "vn1_rej",
}

/// Message classes: HOM, SNP, NDR, DRS, NCB, NCS.
const CLASSES: u32 = 6;
/// Width of the occupancy of a class in bits.
const OCCUPANCY: u32 = 6;

/// The event that a control register selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    Lines(Lines<Pin>),
    /// 0x33: the sum of the VNA credits acquired for AD and for BL.
    VnaAcquired {
        ad: bool,
        bl: bool,
    },
}

/// The R3QPI box.
#[derive(Clone)]
pub(crate) struct R3Qpi {
    pins: Pins,
}

impl BoxKind for R3Qpi {
    type Event = Event;
    type BoxRegister = NoRegister;
    type State = ();

    fn new(names: Names) -> Self {
        Self { pins: Pins::new(|name| names.input(name)) }
    }

    fn options(description: &Description) -> BoxOptions {
        BoxOptions { source: StatusSource::new(description), enables: BoxEnables::absent() }
    }

    fn event(&self, control: Control, _: usize) -> Event {
        let umask = control.umask();
        Event::Lines(match control.ev_sel() {
            0x01 => Lines::Clocks,
            0x07 => Lines::masked(Pin::RingAd, umask, 8),
            0x08 => Lines::masked(Pin::RingAk, umask, 8),
            0x09 => Lines::masked(Pin::RingBl, umask, 8),
            0x0A => Lines::masked(Pin::RingIv, umask, 8),
            0x10 => Lines::masked(Pin::RxrNe, umask, 3),
            0x11 => Lines::masked(Pin::RxrIns, umask, CLASSES),
            0x12 => Lines::set(Pin::RxrAdByp),
            0x13 => {
                let parts = u32::from(umask) & ((1 << CLASSES) - 1);
                Lines::Parts { input: Pin::RxrOcc, width: OCCUPANCY, parts }
            }
            0x23 => Lines::set(Pin::TxrNe),
            0x25 => Lines::set(Pin::TxrFull),
            0x26 => Lines::masked(Pin::TxrNackCw, umask, 3),
            0x28 => Lines::masked(Pin::TxrNackCcw, umask, 3),
            0x29 => Lines::masked(Pin::Q0AdEmpty, umask, 7),
            0x2A => Lines::masked(Pin::Q1AdEmpty, umask, 7),
            0x2B => Lines::masked(Pin::CLoEmpty, umask, 8),
            0x2C => Lines::masked(Pin::CHiEmpty, umask, 7),
            0x2D => Lines::masked(Pin::Q0BlEmpty, umask, 7),
            0x2E => Lines::masked(Pin::Q1BlEmpty, umask, 7),
            0x2F => Lines::masked(Pin::HrEmpty, umask, 4),
            0x31 => Lines::set(Pin::VnaOut),
            0x32 => Lines::set(Pin::VnaUsed),
            0x33 => return Event::VnaAcquired { ad: umask & 1 != 0, bl: umask & 4 != 0 },
            0x34 => Lines::masked(Pin::VnaRej, umask, CLASSES),
            0x36 => Lines::masked(Pin::Vn0Used, umask, CLASSES),
            0x37 => Lines::masked(Pin::Vn0Rej, umask, CLASSES),
            0x38 => Lines::masked(Pin::Vn1Used, umask, CLASSES),
            0x39 => Lines::masked(Pin::Vn1Rej, umask, CLASSES),
            _ => Lines::Nothing,
        })
    }

    fn counters(control: Control) -> CounterSet {
        match control.ev_sel() {
            0x01 | 0x07..=0x0A => 0b111,
            0x13 => 0b001,
            0x10..=0x12 | 0x23 | 0x25 | 0x26 | 0x28..=0x2F | 0x31..=0x34 | 0x36..=0x39 => 0b011,
            _ => 0,
        }
    }

    #[inline]
    fn raw(&self, event: Event, _: &(), frame: &[u64]) -> u32 {
        let level = |pin: Pin| self.pins.level(pin, frame);
        match event {
            Event::Lines(lines) => lines.raw(level),
            Event::VnaAcquired { ad, bl } => {
                let of = |selected: bool, pin: Pin| if selected { level(pin) as u32 } else { 0 };
                of(ad, Pin::VnaAcqAd) + of(bl, Pin::VnaAcqBl)
            }
        }
    }
}
