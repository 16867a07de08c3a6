//! Records which causes act on the state shared by the core and the event address register in a cycle. It does not change
//! the state; the models of both do.

use super::{CODE, LANE, UMASK};
use crate::core::{is_on, Freeze, Psr};
use crate::qear::{Acting, QearBlock};
use golden_model_common::sub_block::SubBlock;
use golden_model_core::collisions::{CollisionCoverage, CollisionSite, CollisionTable};
use golden_model_core::register_port::Request;
use golden_model_core::{Bits, Pmu};

/// Counters that can count the event: their number, and the number of the first.
const COUNTERS: usize = 6;
const FIRST: u32 = 4;
const MAX: u64 = (1 << 47) - 1;
/// Address spaces of the core.
const PMC: u32 = 0;
const PMD: u32 = 1;

/// The collision sites, and the positions of the values that they depend on.
pub(super) struct CollisionSites {
    inprog: CollisionSite<9>,
    event: CollisionSite<5>,
    pmd: CollisionSite<8>,
    fr: CollisionSite<6>,
    threads: [ThreadPorts; 2],
    /// `ev_valid`, `ev_code`, `ev_umhit` and `ev_inc` of lanes 6 and 7, as inputs of the top.
    lanes: [[Bits; 4]; 2],
}

/// Positions of a thread's state and of its processor status.
///
/// The state is in the observation of the core, the status in the frame of the top.
struct ThreadPorts {
    pmc0: Bits,
    pmc: [Bits; COUNTERS],
    pmd: [Bits; COUNTERS],
    up: Bits,
    pp: Bits,
    cpl: Bits,
}

/// Inputs of a cycle.
pub(super) struct Cycle<'c> {
    pub frame: &'c [u64],
    pub rst: bool,
    /// The access to the core.
    pub request: Option<Request>,
    /// Causes that act on the register, and whether its event occurs in this cycle.
    pub acting: Acting,
    pub event: bool,
}

/// State and writes of a thread in a cycle.
#[derive(Clone, Copy, Default)]
struct Thread {
    frozen: bool,
    /// The data of a write to PMC0.
    pmc0: Option<u64>,
    /// Counters that count the event if the thread is not frozen, one bit each.
    counting: u32,
    /// Counters in `counting` whose next count freezes the thread.
    full: u32,
    /// Counters whose PMD is written.
    written: u32,
    /// Counters whose PMC is written.
    selected: u32,
    counts: [u64; COUNTERS],
}

impl ThreadPorts {
    fn new(pmu: &Pmu, core: &SubBlock, thread: usize) -> Self {
        let input = |name: &str| pmu.input(&format!("thread{thread}.{name}"));
        let state = |name: String| core.output(&format!("thread{thread}.{name}"));
        Self {
            pmc0: state("PMC0".to_owned()),
            pmc: std::array::from_fn(|at| state(format!("PMC{}", FIRST as usize + at))),
            pmd: std::array::from_fn(|at| state(format!("PMD{}", FIRST as usize + at))),
            up: input("psr_up"),
            pp: input("psr_pp"),
            cpl: input("psr_cpl"),
        }
    }

    fn at(&self, thread: u32, core: &SubBlock, cycle: &Cycle) -> Thread {
        let [up, pp] = [self.up, self.pp].map(|bits| bits.get(cycle.frame) == 1);
        let psr = Psr { up, pp, cpl: self.cpl.get(cycle.frame) as u32, ..Psr::default() };
        // Only privilege level 0 writes.
        let write = cycle.request.filter(|request| request.write && request.unit == thread && psr.cpl == 0);
        let to = |space: u32, addr: u32| {
            write.filter(|request| request.space == space && request.addr == addr).map(|request| request.data)
        };
        let mut seen = Thread { frozen: core.output_value(self.pmc0) & 1 == 1, pmc0: to(PMC, 0), ..Thread::default() };
        for at in 0..COUNTERS {
            let (pmc, bit) = (core.output_value(self.pmc[at]), 1 << at);
            // The event adds 1, which is not above any threshold.
            let counts =
                is_on(pmc, psr) && pmc >> 8 & 0xFF == CODE && pmc >> 16 & 0xF == UMASK.into() && pmc >> 20 & 7 == 0;
            seen.counts[at] = core.output_value(self.pmd[at]) & MAX;
            let number = FIRST + at as u32;
            let of = |acts: bool| if acts { bit } else { 0 };
            seen.counting |= of(counts);
            seen.full |= of(counts && pmc >> 5 & 1 == 1 && seen.counts[at] == MAX);
            seen.written |= of(to(PMD, number).is_some());
            seen.selected |= of(to(PMC, number).is_some());
        }
        seen
    }
}

impl Thread {
    /// Whether the event makes a counter overflow, which freezes the thread.
    fn overflows(&self, event: bool) -> bool {
        event && !self.frozen && self.full != 0
    }
}

impl CollisionSites {
    /// Finds the fields of the table by name.
    ///
    /// # Panics
    /// If the fields of the table differ.
    pub fn new(pmu: &Pmu, core: &SubBlock) -> Self {
        let table: &CollisionTable = &pmu.collisions;
        let ports = ["ev_valid", "ev_code", "ev_umhit", "ev_inc"];
        Self {
            inprog: table.site(
                "inprog",
                ["reset", "write", "answer", "frozen", "thaw", "request", "overflow", "freeze", "other"],
            ),
            event: table.site("qear_evt", ["reset", "write", "answer", "frozen", "other"]),
            pmd: table.site("PMD", ["reset", "write", "frozen", "thaw", "freeze", "event", "lane7", "lane6"]),
            fr: table.site("fr", ["reset", "counter", "event", "write", "select", "other"]),
            threads: std::array::from_fn(|thread| ThreadPorts::new(pmu, core, thread)),
            lanes: [LANE - 1, LANE].map(|lane| ports.map(|port| pmu.input(&format!("{port}{lane}")))),
        }
    }

    /// Records the collisions of a cycle after the core's step, given the state at the start of the cycle.
    pub fn record(&self, core: &SubBlock, qear: &QearBlock, cycle: &Cycle, collisions: &mut CollisionCoverage) {
        let &Cycle { frame, rst, acting, event, .. } = cycle;
        let threads = [0, 1].map(|thread| self.threads[thread].at(thread as u32, core, cycle));
        let selected = qear.thread() as usize;
        let (own, other) = (&threads[selected], &threads[1 - selected]);
        let Acting { open, write, response: answer, event: ends, frozen, request } = acting;
        let Freeze { frozen: stays, thaw, freeze } = Freeze::of(own.frozen, own.pmc0);
        let causes = [rst, write, answer, stays, thaw, request, own.overflows(event), freeze, other.frozen];
        collisions.record(&self.inprog, causes, open.into());
        collisions.record(&self.event, [rst, write, ends, frozen, other.frozen], event.into());
        let [lane6, lane7] = self.lanes.map(|lane| {
            let [valid, code, umasks, amount] = lane.map(|bits| bits.get(frame));
            valid == 1 && code == CODE && umasks >> UMASK & 1 == 1 && amount > 0
        });
        for (number, thread) in threads.iter().enumerate() {
            let Freeze { frozen: stays, thaw, freeze } = Freeze::of(thread.frozen, thread.pmc0);
            for at in (0..COUNTERS).filter(|at| thread.counting >> at & 1 == 1) {
                let write = thread.written >> at & 1 == 1;
                collisions.record(&self.pmd, [rst, write, stays, thaw, freeze, event, lane7, lane6], thread.counts[at]);
            }
            let counter = thread.full.count_ones() == 1 && thread.written & thread.full != 0;
            let select = thread.selected & thread.full != 0;
            let causes =
                [rst, counter, thread.overflows(event), thread.pmc0.is_some(), select, threads[1 - number].frozen];
            collisions.record(&self.fr, causes, thread.frozen.into());
        }
    }
}
