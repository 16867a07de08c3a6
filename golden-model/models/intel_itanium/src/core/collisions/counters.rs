//! Collisions in the counters, in PMC0 and in the outputs that follow an overflow.

use super::super::counters::{is_on, receives_events, CounterInputs, Overflow, COUNTERS, FIRST};
use super::super::registers::Register;
use super::super::state::Thread;
use super::{Cycle, Freeze};
use crate::core::blocks::monitor::{bit, bits, Psr};
use golden_model_core::collisions::{CollisionCoverage, CollisionSite, CollisionTable};

/// Collision sites of the counters.
#[derive(Clone)]
pub(super) struct CounterSites {
    pmd: CollisionSite<10>,
    overflow: CollisionSite<5>,
    fr: CollisionSite<5>,
    ov: CollisionSite<5>,
    pmi_irq: CollisionSite<6>,
    ext_notify: CollisionSite<5>,
    pmc: CollisionSite<2>,
    pmc43: CollisionSite<2>,
    pmv: CollisionSite<2>,
}

fn has(set: u64, at: usize) -> bool {
    set >> at & 1 == 1
}

impl CounterSites {
    /// Finds the fields of the table by name.
    pub fn new(table: &CollisionTable) -> Self {
        let pmd = ["reset", "write", "frozen", "thaw", "user", "enable", "select", "freeze", "overflow", "increment"];
        Self {
            pmd: table.site("PMD", pmd),
            overflow: table.site("overflow", ["reset", "counter", "overflow", "write", "select"]),
            fr: table.site("fr", ["reset", "overflow", "write", "silent", "select"]),
            ov: table.site("ov", ["reset", "write", "overflow", "status", "select"]),
            pmi_irq: table.site("pmi_irq", ["reset", "counter", "masked", "overflow", "select", "mask"]),
            ext_notify: table.site("ext_notify", ["reset", "counter", "overflow", "silent", "select"]),
            pmc: table.site("PMC", ["reset", "write"]),
            pmc43: table.site("PMC43", ["reset", "write"]),
            pmv: table.site("PMV", ["reset", "write"]),
        }
    }

    #[inline]
    pub fn record(
        &self,
        thread: &Thread,
        cycle: Cycle,
        inputs: CounterInputs,
        overflow: Overflow,
        collisions: &mut CollisionCoverage,
    ) {
        self.thread(thread, cycle, overflow, collisions);
        let freeze = cycle.freeze(thread);
        let Freeze { frozen, thaw, freeze: freezes } = freeze;
        let has_access = cycle.rst || cycle.write.is_some();
        // Otherwise a counter counts or overflows, or nothing happens to it: that is no collision.
        if !(has_access || frozen || thaw || freezes || !inputs.psr.up || overflow.interrupting != 0) {
            return;
        }
        for at in 0..COUNTERS {
            let counter = Counter::new(at, thread, cycle);
            if has_access {
                self.counter(counter, thread, cycle, overflow, collisions);
            }
            // Most values are in no collision, and it takes long to find out what acts on them.
            if collisions.has_value(&self.pmd, thread.counters.counts[at]) {
                self.count(counter, thread, (cycle, freeze), inputs, overflow, collisions);
            }
        }
    }

    /// Records the collisions of state that exists once for each thread.
    fn thread(&self, thread: &Thread, cycle: Cycle, overflow: Overflow, collisions: &mut CollisionCoverage) {
        let Cycle { rst, .. } = cycle;
        let at = |number: u8| usize::from(number).checked_sub(FIRST).filter(|&at| at < COUNTERS);
        let (select, counter) = match cycle.write.map(|write| write.register) {
            Some(Register::Pmc(number)) => (at(number), None),
            Some(Register::Pmd(number)) => (None, at(number)),
            _ => (None, None),
        };
        let written = counter.map_or(0, |at| 1 << at);
        let (effective, silent) = (overflow.interrupting & !written, overflow.all & !overflow.interrupting & !written);
        let of_carrying = |at: Option<usize>| at.is_some_and(|at| overflow.all == 0 || has(overflow.all, at));
        let causes =
            [rst, effective != 0, cycle.writes(Register::Pmc(0)), effective == 0 && silent != 0, of_carrying(select)];
        collisions.record(&self.fr, causes, thread.frozen().into());
        // The written counter is the only one that would interrupt.
        let only = counter.is_some_and(|at| overflow.interrupting & !(1 << at) == 0);
        let (masked, pmv) = (bit(thread.pmv, 16), cycle.to(Register::Pmv));
        let mask = !masked && pmv.is_some_and(|data| bit(data, 16));
        let causes = [rst, only, masked, overflow.interrupting != 0, of_carrying(select), mask];
        collisions.record(&self.pmi_irq, causes, thread.irq.into());
        collisions.record(&self.pmc43, [rst, cycle.writes(Register::Pmc(43))], bits(thread.pmc43, 10, 0));
        collisions.record(&self.pmv, [rst, pmv.is_some()], bits(thread.pmv, 7, 0));
    }

    /// Records the collisions at the state of a counter other than its count.
    fn counter(
        &self,
        counter: Counter,
        thread: &Thread,
        cycle: Cycle,
        overflow: Overflow,
        collisions: &mut CollisionCoverage,
    ) {
        let (Cycle { rst, .. }, Counter { at, number, pmc, new, write }) = (cycle, counter);
        let select = new.is_some_and(|new| new != pmc) && is_on(pmc, would_count(cycle));
        let carry = has(overflow.all, at);
        let status = cycle.writes(Register::Pmc(0));
        let causes = [rst, write, carry, status, select];
        collisions.record(&self.overflow, causes, thread.pmc0 >> number & 1);
        collisions.record(&self.ov, causes, thread.counters.flags >> at & 1);
        let notify = has(overflow.notifying, at);
        let causes = [rst, write, notify, carry && !notify, select];
        collisions.record(&self.ext_notify, causes, thread.notify >> at & 1);
        collisions.record(&self.pmc, [rst, new.is_some()], bits(pmc, 15, 8));
    }

    /// Records the collisions at a count.
    fn count(
        &self,
        counter: Counter,
        thread: &Thread,
        (cycle, freeze): (Cycle, Freeze),
        inputs: CounterInputs,
        overflow: Overflow,
        collisions: &mut CollisionCoverage,
    ) {
        let (Cycle { rst, .. }, Counter { at, pmc, new, write, .. }) = (cycle, counter);
        let psr = would_count(cycle);
        let on = is_on(pmc, psr);
        let enable = !on && new.is_some_and(|new| is_on(new, psr));
        let select = on && new.is_some_and(|new| new != pmc);
        let used = if enable { new.unwrap_or(pmc) } else { pmc };
        let runs = (on || enable) && receives_events(at, used, inputs);
        let user = runs && !inputs.psr.up && !bit(used, 6);
        let others = overflow.interrupting & !(1 << at) != 0;
        let Freeze { frozen, thaw, freeze } = freeze;
        // An increment without another cause is no collision.
        let has_cause = rst || write || new.is_some() || user || others || frozen || thaw || freeze;
        let increment = has_cause && runs && thread.counters.would_add(at, used, inputs);
        let causes = [rst, write, frozen, thaw, user, enable, select, freeze, others, increment];
        collisions.record(&self.pmd, causes, thread.counters.counts[at]);
    }
}

/// A counter with the writes of its registers in a cycle.
#[derive(Clone, Copy)]
struct Counter {
    at: usize,
    number: u8,
    pmc: u64,
    /// Data of a write to its PMC.
    new: Option<u64>,
    /// Whether its PMD is written.
    write: bool,
}

impl Counter {
    fn new(at: usize, thread: &Thread, cycle: Cycle) -> Self {
        let number = (FIRST + at) as u8;
        let (new, write) = (cycle.to(Register::Pmc(number)), cycle.writes(Register::Pmd(number)));
        Self { at, number, pmc: thread.counters.pmc[at], new, write }
    }
}

/// The processor status with which a configuration is on if it would count if PSR.up were 1.
fn would_count(cycle: Cycle) -> Psr {
    Psr { up: true, ..cycle.transactions.psr }
}
