//! Collisions in the blocks other than the counters.

use super::super::registers::Register;
use super::super::state::Thread;
use super::{Cycle, Freeze};
use crate::core::blocks::dear::DataEar;
use crate::core::blocks::iear::InstructionEar;
use crate::core::blocks::monitor::{bit, bits, Psr};
use crate::core::blocks::trace::Trace;
use golden_model_core::collisions::{CollisionCoverage, CollisionSite, CollisionTable};

/// Collision sites of the taggers.
#[derive(Clone)]
pub(super) struct TaggerSites {
    breakpoints: [CollisionSite<2>; 2],
    pmc33: CollisionSite<2>,
}

impl TaggerSites {
    pub fn new(table: &CollisionTable) -> Self {
        let site = |name: &str| table.site(name, ["reset", "write"]);
        Self { breakpoints: ["IBR", "DBR"].map(site), pmc33: site("PMC33") }
    }

    pub fn record(&self, thread: &Thread, cycle: Cycle, collisions: &mut CollisionCoverage) {
        if !cycle.rst {
            return;
        }
        let [ibr, dbr] = &self.breakpoints;
        for number in 0..8u8 {
            let at = usize::from(number);
            collisions.record(ibr, [true, cycle.writes(Register::Ibr(number))], thread.tagger.ibr[at]);
            collisions.record(dbr, [true, cycle.writes(Register::Dbr(number))], thread.tagger.dbr[at]);
        }
        collisions.record(&self.pmc33, [true, cycle.writes(Register::Pmc(33))], thread.tagger.opcode[1]);
    }
}

/// Causes that act on the captured values of a monitor, other than reset and writes of these values.
struct Monitored {
    user: bool,
    enable: bool,
    select: bool,
    capture: bool,
}

/// Returns the causes for a monitor with the configuration `now`, which may be written with `new`. `is_on` returns whether a
/// configuration is enabled at the current processor status, `captures` whether an enabled configuration captures the
/// transaction of the cycle.
fn monitored(
    cycle: Cycle,
    now: u64,
    new: Option<u64>,
    pm: u32,
    is_on: impl Fn(u64, Psr) -> bool,
    captures: impl Fn(u64) -> bool,
) -> Monitored {
    let psr = Psr { up: true, ..cycle.transactions.psr };
    let on = is_on(now, psr);
    let enable = !on && new.is_some_and(|new| is_on(new, psr));
    let used = if enable { new.unwrap_or(now) } else { now };
    Monitored {
        user: (on || enable) && !cycle.transactions.psr.up && !bit(used, pm),
        enable,
        select: on && new.is_some_and(|new| new != now),
        capture: (on || enable) && captures(used),
    }
}

/// Causes that act on the captured values of a monitor.
const MONITOR: [&str; 9] = ["reset", "write", "frozen", "thaw", "user", "enable", "select", "freeze", "capture"];

/// Collision sites of the instruction EAR.
#[derive(Clone)]
pub(super) struct InstructionSites {
    stat: CollisionSite<9>,
    latency: CollisionSite<4>,
}

impl InstructionSites {
    pub fn new(table: &CollisionTable) -> Self {
        let latency = ["reset", "write", "address", "capture"];
        Self { stat: table.site("PMD34.stat", MONITOR), latency: table.site("PMD35", latency) }
    }

    pub fn record(&self, thread: &Thread, cycle: Cycle, collisions: &mut CollisionCoverage) {
        let ear: &InstructionEar = &thread.iear;
        let miss = cycle.transactions.instruction_miss;
        let captures = |pmc37: u64| miss.is_some_and(|miss| InstructionEar::selects(pmc37, &miss));
        let new = cycle.to(Register::Pmc(37));
        let Monitored { user, enable, select, capture } =
            monitored(cycle, ear.pmc37, new, 4, InstructionEar::is_on, captures);
        let freeze = cycle.freeze(thread);
        let [write, latency] = [34, 35].map(|number| cycle.writes(Register::Pmd(number)));
        let causes = [cycle.rst, write, freeze.frozen, freeze.thaw, user, enable, select, freeze.freeze, capture];
        collisions.record(&self.stat, causes, bits(ear.pmd34, 1, 0));
        let capture = capture && !user && !enable && !thread.frozen();
        collisions.record(&self.latency, [cycle.rst, latency, write, capture], bits(ear.pmd35, 11, 0));
    }
}

/// Collision sites of the data EAR.
#[derive(Clone)]
pub(super) struct DataSites {
    stat: CollisionSite<9>,
    busy: CollisionSite<7>,
}

impl DataSites {
    pub fn new(table: &CollisionTable) -> Self {
        let busy = ["reset", "frozen", "user", "resolve", "issue", "select", "freeze"];
        Self { stat: table.site("PMD33.stat", MONITOR), busy: table.site("dear_busy", busy) }
    }

    pub fn record(&self, thread: &Thread, cycle: Cycle, collisions: &mut CollisionCoverage) {
        let ear: &DataEar = &thread.dear;
        let loads = cycle.transactions.data;
        let captures = |pmc40: u64| loads.miss.is_some_and(|miss| DataEar::selects(pmc40, &miss));
        let new = cycle.to(Register::Pmc(40));
        let Monitored { user, enable, select, capture } = monitored(cycle, ear.pmc40, new, 6, DataEar::is_on, captures);
        let freeze = cycle.freeze(thread);
        let write = cycle.writes(Register::Pmd(33));
        let causes = [cycle.rst, write, freeze.frozen, freeze.thaw, user, enable, select, freeze.freeze, capture];
        collisions.record(&self.stat, causes, bits(ear.pmd33, 15, 14));
        let resolve = loads.resolution.is_some_and(|resolution| ear.ends(&resolution));
        let can_track = DataEar::is_on(ear.pmc40, Psr { up: true, ..cycle.transactions.psr }) && ear.tracks();
        let issue = can_track && loads.issue.is_some_and(|issue| issue.qualified && (ear.busy || ear.picks()));
        let frozen = can_track && thread.frozen();
        let causes = [cycle.rst, frozen, can_track && user, resolve, issue, select, freeze.freeze];
        collisions.record(&self.busy, causes, ear.busy.into());
    }
}

/// Collision sites of the trace buffer.
#[derive(Clone)]
pub(super) struct TraceSites {
    index: CollisionSite<7>,
    source: CollisionSite<10>,
    target: CollisionSite<7>,
    pending: CollisionSite<6>,
}

impl TraceSites {
    pub fn new(table: &CollisionTable) -> Self {
        let source = ["reset", "write", "frozen", "thaw", "user", "enable", "select", "freeze", "index", "source"];
        let target = ["reset", "write", "frozen", "user", "mode", "index", "target"];
        Self {
            index: table.site("ebi", ["reset", "write", "target", "user", "source", "select", "freeze"]),
            source: table.site("PMD48", source),
            target: table.site("PMD49", target),
            pending: table.site("etb_pending", ["reset", "mode", "user", "source", "select", "freeze"]),
        }
    }

    pub fn record(&self, thread: &Thread, cycle: Cycle, collisions: &mut CollisionCoverage) {
        let trace: &Trace = &thread.trace;
        let branch = cycle.transactions.branch.filter(|_| !cycle.transactions.psr.is);
        let captures = |pmc39: u64| branch.is_some_and(|branch| Trace::selects(pmc39, &branch));
        let new = cycle.to(Register::Pmc(39));
        let Monitored { user, enable, select, capture } = monitored(cycle, trace.pmc39, new, 6, Trace::is_on, captures);
        let freeze = cycle.freeze(thread);
        let target = branch.filter(|_| capture && !enable).and_then(|branch| Trace::target(trace.pmc39, &branch));
        let mode = trace.mode() != 0;
        let pending = trace.branches.pending;
        let causes = [cycle.rst, mode, user, target.is_some() && !thread.frozen(), select, freeze.freeze];
        collisions.record(&self.pending, causes, pending.into());
        if mode {
            return;
        }
        // Whether a branch is captured, which determines the entry that each of the following sites refers to.
        let runs = !thread.frozen() && !user && !enable && capture;
        let merged = runs && branch.is_some_and(|branch| trace.branches.merges(&branch));
        let writes_target = pending && !merged;
        let written = |at: usize| cycle.writes(Register::Pmd(48 + at as u8));
        let is_index = cycle.writes(Register::Pmd(38));
        let index = bits(trace.buffer.index, 3, 0) as usize;
        if !thread.frozen() && !enable {
            let causes = [cycle.rst, is_index, writes_target, user, capture, select, freeze.freeze];
            collisions.record(&self.index, causes, index as u64);
        }
        let at = (index + usize::from(writes_target)) % 16;
        let Freeze { frozen, thaw, freeze } = freeze;
        let causes = [cycle.rst, written(at), frozen, thaw, user, enable, select, freeze, is_index, capture];
        collisions.record(&self.source, causes, trace.buffer.entries[at]);
        let leaves = cycle.to(Register::Pmc(42)).is_some_and(|data| bits(data, 10, 8) != 0);
        let causes = [cycle.rst, written(index), thread.frozen(), user, leaves, is_index, writes_target];
        collisions.record(&self.target, causes, trace.buffer.entries[index]);
    }
}
