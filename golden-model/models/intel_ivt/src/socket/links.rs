//! The three delay lines that connect a box to the U-Box.

use super::delay::Delay;
use crate::common::Broadcasts;
use golden_model_core::{Bits, Pmu, WordPosition};

/// The pulses in flight between a box and the U-Box.
#[derive(Clone, Copy, Default)]
pub(super) struct Links {
    msg: Delay,
    frz: Delay,
    unfrz: Delay,
}

/// The latencies of a box's lines in a cycle, 0 to 7 cycles.
#[derive(Clone, Copy, Default)]
pub(super) struct Latencies {
    /// From the box to the U-Box.
    pub msg: u32,
    /// From the U-Box to the box.
    pub bcast: u32,
}

impl Links {
    /// Whether no pulse is in flight.
    #[inline]
    pub fn are_empty(&self) -> bool {
        self.in_flight() == [0; 3]
    }

    /// The message that arrives at the U-Box.
    #[inline]
    pub fn message(&self, ovf_msg: bool, latencies: Latencies) -> bool {
        self.msg.output(ovf_msg, latencies.msg)
    }

    /// The broadcasts that arrive at the box.
    #[inline]
    pub fn broadcasts(&self, sent: Broadcasts, latencies: Latencies) -> Broadcasts {
        Broadcasts {
            freeze: self.frz.output(sent.freeze, latencies.bcast),
            unfreeze: self.unfrz.output(sent.unfreeze, latencies.bcast),
        }
    }

    /// The pulses in flight on the lines for messages, freezes and unfreezes.
    #[inline]
    pub fn in_flight(&self) -> [u64; 3] {
        [self.msg, self.frz, self.unfrz].map(|line| line.bits().into())
    }

    /// Executes a cycle.
    #[inline]
    pub fn step(&mut self, ovf_msg: bool, sent: Broadcasts) {
        self.msg.step(ovf_msg);
        self.frz.step(sent.freeze);
        self.unfrz.step(sent.unfreeze);
    }
}

/// Slots of a box's latencies in a frame and of its lines in an observation.
#[derive(Clone, Copy)]
pub(super) struct LinkPorts {
    /// `None` if the box sends no messages.
    msg: Option<(Bits, WordPosition)>,
    bcast_lat: Bits,
    frz_delay: WordPosition,
    unfrz_delay: WordPosition,
}

impl LinkPorts {
    /// Binds the latencies and lines of the box named `unit`.
    pub fn new(pmu: &Pmu, unit: &str) -> Self {
        let input = |name: &str| pmu.input(&format!("{unit}.{name}"));
        let state = |name: &str| pmu.output(&format!("{unit}.{name}"));
        let sends = pmu.observation.find(&format!("{unit}.ovf_msg")).is_some();
        Self {
            msg: sends.then(|| (input("msg_lat"), state("msg_delay"))),
            bcast_lat: input("bcast_lat"),
            frz_delay: state("frz_delay"),
            unfrz_delay: state("unfrz_delay"),
        }
    }

    /// The latencies of a cycle.
    #[inline]
    pub fn latencies(&self, frame: &[u64]) -> Latencies {
        let msg = self.msg.map_or(0, |(msg_lat, _)| msg_lat.get(frame) as u32);
        Latencies { msg, bcast: self.bcast_lat.get(frame) as u32 }
    }

    /// Writes the state into words that are zero.
    #[inline]
    pub fn observe(&self, words: &mut [u64], links: &Links) {
        if let Some((_, msg_delay)) = self.msg {
            msg_delay.put(words, links.msg.bits());
        }
        self.frz_delay.put(words, links.frz.bits());
        self.unfrz_delay.put(words, links.unfrz.bits());
    }
}
