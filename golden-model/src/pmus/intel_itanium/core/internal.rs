//! Events that the PMU itself produces: cycles, retired instructions, and what its blocks capture (4.16).

use super::registers::SubBlocks;
use crate::{Bits, Pmu};

/// Codes of these events.
const INST_RETIRED: u8 = 0x08;
const ETB_EVENT: u8 = 0x11;
const CPU_OP_CYCLES: u8 = 0x12;
const IVA_EVENT: u8 = 0x14;
const CPU_OP_CYCLES_HALTED: u8 = 0x18;
const CPU_REF_CYCLES: u8 = 0x19;
const L1I_EAR_EVENTS: u8 = 0x43;
const DATA_EAR_EVENTS: u8 = 0xC8;

/// What the blocks of a thread saw in a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pulses {
    pub etb: bool,
    pub iva: bool,
    pub iear: bool,
    pub dear: bool,
}

/// What both threads do in a clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Activity {
    pub pulses: [Pulses; 2],
    /// The thread that owns the pipeline.
    pub foreground: usize,
    /// Threads, as bits, in low-power halt.
    pub halted: u64,
    pub ref_tick: bool,
    /// Thread of what retires.
    pub retiring: usize,
    /// Retiring slots whose tag of channel i is 1.
    tagged: [u64; 4],
    /// Some slot retires with the tags of channels 0 and 1.
    qualified: bool,
}

/// Places of retirement in a frame.
#[derive(Clone)]
pub(super) struct Retirement {
    valid: Bits,
    tid: Bits,
    /// Of no use without counters.
    tags: Option<[Bits; 6]>,
    /// Of no use without a trace buffer.
    ip: Option<Bits>,
}

impl Retirement {
    pub fn new(pmu: &Pmu, parts: SubBlocks) -> Self {
        let tag = |slot: usize| pmu.input(&format!("ret_tag{slot}"));
        Self {
            valid: pmu.input("ret_valid"),
            tid: pmu.input("ret_tid"),
            tags: parts.counters.then(|| std::array::from_fn(tag)),
            ip: parts.trace.then(|| pmu.input("ret_ip")),
        }
    }

    /// Tells what retires.
    pub fn add_to(&self, activity: &mut Activity, frame: &[u64]) {
        activity.retiring = self.tid.get(frame) as usize;
        let valid = self.valid.get(frame);
        for (slot, tag) in self.tags.iter().flatten().enumerate().filter(|(slot, _)| valid >> slot & 1 == 1) {
            let tag = tag.get(frame);
            for (channel, tagged) in activity.tagged.iter_mut().enumerate() {
                *tagged |= (tag >> channel & 1) << slot;
            }
            activity.qualified |= tag & 0b11 == 0b11;
        }
    }

    /// The IP, bits 63:4, of the oldest bundle that a thread retires, if it does.
    pub fn ip(&self, frame: &[u64], thread: usize) -> Option<u64> {
        let retires = self.valid.get(frame) != 0 && self.tid.get(frame) as usize == thread;
        self.ip.filter(|_| retires).map(|ip| ip.get(frame))
    }
}

impl Activity {
    /// Nothing but the thread that owns the pipeline.
    pub fn of(foreground: usize) -> Self {
        Self { foreground, ..Self::default() }
    }

    /// The value of an event for a counter of `thread` with this unit mask, for both threads with `all`.
    pub fn value(&self, code: u8, umask: u64, thread: usize, all: bool) -> u64 {
        let pulses = |of: &dyn Fn(&Pulses) -> bool| -> u64 {
            let counts = |other: &usize| *other == thread || all;
            (0..2).filter(counts).map(|other| u64::from(of(&self.pulses[other]))).sum()
        };
        let retires = all || self.retiring == thread;
        let is_halted = self.halted >> thread & 1 == 1;
        let runs = !is_halted && (all || self.foreground == thread);
        match code {
            INST_RETIRED if retires => self.tagged[umask as usize & 3].count_ones().into(),
            ETB_EVENT => pulses(&|pulses| pulses.etb),
            CPU_OP_CYCLES => u64::from(runs && (umask & 1 == 0 || retires && self.qualified)),
            IVA_EVENT => pulses(&|pulses| pulses.iva),
            CPU_OP_CYCLES_HALTED => u64::from(if all { self.halted == 0b11 } else { is_halted }),
            CPU_REF_CYCLES => u64::from(runs && self.ref_tick),
            L1I_EAR_EVENTS => pulses(&|pulses| pulses.iear),
            DATA_EAR_EVENTS => pulses(&|pulses| pulses.dear),
            _ => 0,
        }
    }
}
