//! The events that arrive on the lanes (4.2).

use super::events::{Gate, Rules};
use golden_model_core::{Bits, Pmu};

/// Number of lanes of the core.
pub(super) const LANES: usize = 8;

/// An event on a lane that passes its gate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LaneEvent {
    pub code: u8,
    /// Bit u: counted by monitors with unit mask u.
    pub umasks: u16,
    pub amount: u64,
    /// Threads that count it without `.all`, one bit each.
    pub threads: u8,
    /// Line state in the order of PMC bits 27 to 30, for filtered codes.
    pub mesi: u64,
}

/// The events on the lanes in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LaneEvents {
    events: [LaneEvent; LANES],
    count: usize,
    /// Codes that occur, one bit each.
    codes: [u64; 4],
}

impl LaneEvents {
    pub fn all(&self) -> &[LaneEvent] {
        &self.events[..self.count]
    }

    /// Whether an event has the code.
    #[inline]
    pub fn has(&self, code: u8) -> bool {
        self.codes[usize::from(code >> 6)] >> (code & 63) & 1 == 1
    }
}

/// Inputs for the lanes.
#[derive(Clone)]
pub(super) struct Lanes {
    valid: Bits,
    lanes: [Lane; LANES],
}

#[derive(Clone, Copy)]
struct Lane {
    code: Bits,
    umhit: Bits,
    inc: Bits,
    tid: Bits,
    tag: Bits,
    dtag: Bits,
    pf: Bits,
    mesi: Bits,
}

impl Lanes {
    pub fn new(pmu: &Pmu) -> Self {
        let lane = |lane: usize| {
            let part = |name: &str| pmu.input(&format!("ev_{name}{lane}"));
            Lane {
                code: part("code"),
                umhit: part("umhit"),
                inc: part("inc"),
                tid: part("tid"),
                tag: part("tag"),
                dtag: part("dtag"),
                pf: part("pf"),
                mesi: part("mesi"),
            }
        };
        Self { valid: pmu.frame.slot("ev_valid").bits(), lanes: std::array::from_fn(lane) }
    }

    /// Returns the events of a cycle; `foreground` is the thread that owns the pipeline.
    #[inline]
    pub fn lane_events(&self, frame: &[u64], rules: &[Rules; 256], foreground: usize) -> LaneEvents {
        let mut events = LaneEvents::default();
        let mut valid = self.valid.get(frame);
        while valid != 0 {
            let lane = &self.lanes[valid.trailing_zeros() as usize];
            valid &= valid - 1;
            let code = lane.code.get(frame) as u8;
            let of = &rules[usize::from(code)];
            if of.internal || !lane.passes(of.gate, frame) {
                continue;
            }
            let thread = if of.causal { foreground } else { lane.tid.get(frame) as usize };
            events.events[events.count] = LaneEvent {
                code,
                umasks: lane.umhit.get(frame) as u16,
                amount: lane.inc.get(frame),
                threads: if of.forced { 0b11 } else { 1 << thread },
                mesi: if of.mesi { lane.mesi.get(frame) } else { 0 },
            };
            events.count += 1;
            events.codes[usize::from(code >> 6)] |= 1 << (code & 63);
        }
        events
    }
}

impl Lane {
    fn passes(&self, gate: Gate, frame: &[u64]) -> bool {
        let tag = |channel: u64| self.tag.get(frame) >> channel & 1 == 1;
        match gate {
            Gate::Open => true,
            Gate::Channel0 => tag(0),
            Gate::Channel1 => tag(1),
            Gate::ByPrefetch => tag(self.pf.get(frame)),
            Gate::Data => self.dtag.get(frame) == 1,
        }
    }
}
