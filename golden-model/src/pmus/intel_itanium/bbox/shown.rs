//! Where outputs and state of a box lie in an observation.

use super::registers::{ARB_CNT0, ARB_CNT1, BZ_CNT, CNT0, COUNTERS, CTL0, CTL1, CTL2, CTL3, IMT_CNT, IOB_CNT};
use super::state::BBox;
use crate::{Place, Pmu};

/// Registers that are there once, with their offsets.
const REGISTERS: [(&str, u32); 9] = [
    ("B_CSR_PERF_CTL0", CTL0),
    ("B_CSR_PERF_CTL1", CTL1),
    ("B_CSR_PERF_CTL2", CTL2),
    ("B_CSR_PERF_CTL3", CTL3),
    ("B_CSR_IOB_PERF_CNT", IOB_CNT),
    ("B_CSR_BZ_PERF_CNT", BZ_CNT),
    ("B_CSR_ARB_PERF_CNT0", ARB_CNT0),
    ("B_CSR_ARB_PERF_CNT1", ARB_CNT1),
    ("B_CSR_IMT_PERF_CNT", IMT_CNT),
];

/// The queues that are not for conflicts, with their numbers.
const QUEUES: [(&str, usize); 6] = [("riaq", 33), ("wiaq", 34), ("braq", 35), ("nbraq", 36), ("cohq", 37), ("clm", 39)];

/// The places.
#[derive(Clone)]
pub(super) struct Shown {
    requests: [Place; 2],
    frozen: Place,
    tag_match: Place,
    tag_age: Place,
    registers: Vec<(Place, u32)>,
    hidden: [Place; 7],
    queues: Vec<(Place, usize)>,
}

impl Shown {
    /// The places of a PMU.
    pub fn new(pmu: &Pmu) -> Self {
        let register = |name: &str| pmu.observed(&format!("bbox.{name}"));
        let counters = (0..COUNTERS).map(|counter| {
            let offset = CNT0 + 8 * counter as u32;
            (register(&format!("B_CSR_PERF_CNT{counter}")), offset)
        });
        let conflict = (0..32).map(|queue| (pmu.observed(&format!("cfl_occ{queue}")), queue));
        let others = QUEUES.iter().map(|&(name, queue)| (pmu.observed(&format!("{name}_occ")), queue));
        let hidden = ["ov", "age", "iob_flag", "arb0_flag", "arb1_flag", "fill2b_due", "fill2b_id"];
        Self {
            requests: ["ovf", "pmi"].map(|name| pmu.observed(name)),
            frozen: pmu.observed("frozen"),
            tag_match: pmu.observed("iob_tag_match"),
            tag_age: pmu.observed("iob_tag_age"),
            registers: REGISTERS.iter().map(|&(name, offset)| (register(name), offset)).chain(counters).collect(),
            hidden: hidden.map(|name| pmu.observed(name)),
            queues: conflict.chain(others).collect(),
        }
    }

    /// Puts what a box shows in a clock; `begins` is what the packet of the clock makes of `iob_tag_match`.
    pub fn put(&self, state: &BBox, begins: bool, observation: &mut [u64]) {
        self.requests.iter().for_each(|place| place.put(observation, state.request));
        self.frozen.put(observation, state.ctl0.frz());
        self.tag_match.put(observation, begins);
        self.tag_age.put(observation, state.iob.age);
        self.registers.iter().for_each(|(place, offset)| place.put(observation, state.read(*offset)));
        let hidden = [
            u64::from(state.counters.overflowed),
            state.iob.age.into(),
            state.iob.sum.carry.into(),
            state.queues.sums[0].carry.into(),
            state.queues.sums[1].carry.into(),
            state.commands.local_due.into(),
            state.commands.local_id,
        ];
        self.hidden.iter().zip(hidden).for_each(|(place, value)| place.put(observation, value));
        self.queues.iter().for_each(|&(place, queue)| place.put(observation, state.queues.entries[queue]));
    }
}
