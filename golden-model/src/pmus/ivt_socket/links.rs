//! The three lines that connect a C-Box with the U-Box.

use super::delay::Delay;
use crate::pmus::ivt_common::Broadcasts;
use crate::{Bits, Place, Pmu};

/// What is on its way between a C-Box and the U-Box.
#[derive(Clone, Copy, Default)]
pub(super) struct Links {
    msg: Delay,
    frz: Delay,
    unfrz: Delay,
}

/// The latencies of a C-Box's lines in a clock, 0 to 7.
#[derive(Clone, Copy, Default)]
pub(super) struct Latencies {
    /// From the C-Box to the U-Box.
    pub msg: u32,
    /// From the U-Box to the C-Box.
    pub bcast: u32,
}

impl Links {
    /// Whether nothing is on its way.
    #[inline]
    pub fn are_empty(&self) -> bool {
        self.on_their_way() == [0; 3]
    }

    /// The message that arrives at the U-Box.
    #[inline]
    pub fn message(&self, ovf_msg: bool, latencies: Latencies) -> bool {
        self.msg.output(ovf_msg, latencies.msg)
    }

    /// The broadcasts that arrive at the C-Box.
    #[inline]
    pub fn broadcasts(&self, sent: Broadcasts, latencies: Latencies) -> Broadcasts {
        Broadcasts {
            freeze: self.frz.output(sent.freeze, latencies.bcast),
            unfreeze: self.unfrz.output(sent.unfreeze, latencies.bcast),
        }
    }

    /// What the lines for messages, freezes and unfreezes hold.
    #[inline]
    pub fn on_their_way(&self) -> [u64; 3] {
        [self.msg, self.frz, self.unfrz].map(|line| line.bits().into())
    }

    /// One clock.
    #[inline]
    pub fn clock(&mut self, ovf_msg: bool, sent: Broadcasts) {
        self.msg.clock(ovf_msg);
        self.frz.clock(sent.freeze);
        self.unfrz.clock(sent.unfreeze);
    }
}

/// Places of a C-Box's latencies in a frame and of its lines in an observation.
#[derive(Clone, Copy)]
pub(super) struct LinkPorts {
    msg_lat: Bits,
    bcast_lat: Bits,
    msg_delay: Place,
    frz_delay: Place,
    unfrz_delay: Place,
}

impl LinkPorts {
    /// The places for the C-Box that is named `unit`.
    pub fn new(pmu: &Pmu, unit: &str) -> Self {
        let input = |name: &str| pmu.input(&format!("{unit}.{name}"));
        let state = |name: &str| pmu.observed(&format!("{unit}.{name}"));
        Self {
            msg_lat: input("msg_lat"),
            bcast_lat: input("bcast_lat"),
            msg_delay: state("msg_delay"),
            frz_delay: state("frz_delay"),
            unfrz_delay: state("unfrz_delay"),
        }
    }

    /// The latencies of a clock.
    #[inline]
    pub fn latencies(&self, frame: &[u64]) -> Latencies {
        Latencies { msg: self.msg_lat.get(frame) as u32, bcast: self.bcast_lat.get(frame) as u32 }
    }

    /// Writes the state where only zeros were.
    #[inline]
    pub fn observe(&self, words: &mut [u64], links: &Links) {
        self.msg_delay.put(words, links.msg.bits());
        self.frz_delay.put(words, links.frz.bits());
        self.unfrz_delay.put(words, links.unfrz.bits());
    }
}
