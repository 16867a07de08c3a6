//! Events that the PMU itself generates (4.16): cycles, retired instructions, captures of its blocks.

use super::registers::SubBlocks;
use golden_model_core::{Bits, Pmu};

/// Codes of these events.
const INST_RETIRED: u8 = 0x08;
const ETB_EVENT: u8 = 0x11;
const CPU_OP_CYCLES: u8 = 0x12;
const IVA_EVENT: u8 = 0x14;
const CPU_OP_CYCLES_HALTED: u8 = 0x18;
const CPU_REF_CYCLES: u8 = 0x19;
const L1I_EAR_EVENTS: u8 = 0x43;
const DATA_EAR_EVENTS: u8 = 0xC8;

/// Events of the blocks of a thread in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pulses {
    pub etb: bool,
    pub iva: bool,
    pub iear: bool,
    pub dear: bool,
}

/// State and events of both threads in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Activity {
    pub pulses: [Pulses; 2],
    /// The thread that owns the pipeline.
    pub foreground: usize,
    /// Threads in low-power halt, one bit each.
    pub halted: u64,
    pub ref_tick: bool,
    /// The thread that retires instructions.
    pub retiring: usize,
    /// For each channel the retiring slots with its tag, one bit each.
    tagged: [u64; 4],
    /// A slot retires with the tags of channels 0 and 1.
    qualified: bool,
}

/// Inputs for retired instructions.
#[derive(Clone)]
pub(super) struct Retirement {
    valid: Bits,
    tid: Bits,
    /// Used by the counters only.
    tags: Option<[Bits; 6]>,
    /// Used by the trace buffer only.
    ip: Option<Bits>,
}

impl Retirement {
    pub fn new(pmu: &Pmu, blocks: SubBlocks) -> Self {
        let tag = |slot: usize| pmu.input(&format!("ret_tag{slot}"));
        Self {
            valid: pmu.input("ret_valid"),
            tid: pmu.input("ret_tid"),
            tags: blocks.counters.then(|| std::array::from_fn(tag)),
            ip: blocks.trace.then(|| pmu.input("ret_ip")),
        }
    }

    /// Adds the retired instructions of a cycle.
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

    /// Returns the IP, bits 63:4, of the oldest bundle that a thread retires in the cycle, if any.
    pub fn ip(&self, frame: &[u64], thread: usize) -> Option<u64> {
        let retires = self.valid.get(frame) != 0 && self.tid.get(frame) as usize == thread;
        self.ip.filter(|_| retires).map(|ip| ip.get(frame))
    }
}

impl Activity {
    /// Creates the activity of a cycle without events.
    pub fn of(foreground: usize) -> Self {
        Self { foreground, ..Self::default() }
    }

    /// Returns the value of an event for a counter of `thread` with this unit mask.
    ///
    /// With `all`, it is the value for both threads.
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
