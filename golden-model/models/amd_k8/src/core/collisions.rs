//! Records which causes act on which state in a cycle; changes no state of the model.

use super::controls::claims;
use super::counter_set::{has, CounterSet, ALL, OF_CORE, PER_CORE};
use super::counters::{CounterBank, CounterRequest};
use super::northbridge::Ownership;
use super::registers::{Access, Register};
use golden_model_common::counter_set::in_several;
use golden_model_common::x86::SelectFormat;
use golden_model_core::collisions::{CollisionCoverage, CollisionSite, CollisionTable};

/// The collision sites, one for each field of the collision table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    ctr: CollisionSite<8>,
    pin: CollisionSite<6>,
    pin_of_overflow: CollisionSite<6>,
    apic_int: CollisionSite<6>,
    history: CollisionSite<6>,
    owner_of_none: CollisionSite<3>,
    owner: CollisionSite<3>,
    evtsel: CollisionSite<2>,
}

/// Reset, halt, access and ownership in one cycle.
pub(super) struct Cycle<'c> {
    pub rst: bool,
    /// The counters of halted cores.
    pub halted: CounterSet,
    pub access: Access,
    pub format: &'c SelectFormat,
    /// Ownership before this cycle and in it.
    pub ownership: [Ownership; 2],
}

/// The counters on which a write of select registers acts.
#[derive(Default)]
struct SelectWrite {
    /// Their select register is written.
    written: CounterSet,
    /// They are enabled, and the write changes their select register.
    changed: CounterSet,
    /// The write enables them.
    enabled: CounterSet,
    /// The write makes the other core claim their index.
    claimed: CounterSet,
}

/// The counters on which each cause acts.
struct CounterCauses {
    reset: CounterSet,
    write: CounterSet,
    halted: CounterSet,
    select: SelectWrite,
    blocked: CounterSet,
    /// The counter would overflow if it ran.
    overflow: CounterSet,
}

impl SelectWrite {
    fn new(bank: &CounterBank, cycle: &Cycle) -> Self {
        let Access::Write(Register::Select, written, data) = cycle.access else { return Self::default() };
        let new = cycle.format.decode(data);
        let controls = bank.controls();
        let differs = |counter: usize| CounterSet::from(bank.select(counter) != new.value) << counter;
        let claiming = if claims(&new) { written & !controls.claims } else { 0 };
        Self {
            written,
            changed: (0..ALL).fold(0, |set, counter| set | differs(counter)) & written & controls.en,
            enabled: if new.en { written & !controls.en } else { 0 },
            claimed: claiming.rotate_left(PER_CORE as u32),
        }
    }
}

impl CollisionSites {
    /// Finds the fields of the table by name.
    pub fn new(table: &CollisionTable) -> Self {
        let pin = |moves| ["reset", "write", "halt", "blocked", "select", moves];
        Self {
            ctr: table.site("PerfCtr", ["reset", "write", "halt", "blocked", "enable", "select", "claim", "increment"]),
            pin: table.site("pin", pin("grow")),
            pin_of_overflow: table.site("pin_of_overflow", pin("overflow")),
            apic_int: table.site("apic_int", pin("overflow")),
            history: table.site("edge_history", ["reset", "halt", "select", "write", "blocked", "condition"]),
            owner_of_none: table.site("nb_owner_of_none", ["reset", "claim0", "claim1"]),
            owner: table.site("nb_owner", ["reset", "end0", "end1"]),
            evtsel: table.site("PerfEvtSel", ["reset", "write"]),
        }
    }

    /// Records the collisions of a cycle, given the state at its start and the requests of the counters.
    pub fn record(
        &self,
        bank: &CounterBank,
        requests: &CounterRequest,
        cycle: &Cycle,
        collisions: &mut CollisionCoverage,
    ) {
        let causes = CounterCauses {
            reset: if cycle.rst { CounterSet::MAX } else { 0 },
            write: cycle.access.written_counters(),
            halted: cycle.halted,
            select: SelectWrite::new(bank, cycle),
            blocked: cycle.ownership[1].blocked(),
            overflow: requests.enabled & bank.carrying(requests),
        };
        self.counters(bank, requests, cycle.format, &causes, collisions);
        self.interrupts(bank, &causes, collisions);
        self.owners(bank, cycle, collisions);
    }

    /// Records the collisions at the counters. Only those on which several causes act are examined, for speed.
    fn counters(
        &self,
        bank: &CounterBank,
        requests: &CounterRequest,
        format: &SelectFormat,
        causes: &CounterCauses,
        collisions: &mut CollisionCoverage,
    ) {
        let CounterCauses { reset, write, halted, blocked, overflow, .. } = *causes;
        let SelectWrite { written, changed, enabled, claimed } = causes.select;
        let growing = requests.outcome.growing;
        let grow = growing & requests.enabled;
        let increment = grow | enabled & growing;
        for (counter, acting) in in_several([reset, write, halted, blocked, enabled, changed, claimed, increment]) {
            collisions.record_set(&self.ctr, acting, bank.counter(counter));
        }
        let pin_on_overflow = bank.controls().pin_on_overflow;
        let moves = pin_on_overflow & overflow | !pin_on_overflow & grow;
        for (counter, acting) in in_several([reset, write, halted, blocked, changed, moves]) {
            let pin = if has(pin_on_overflow, counter) { &self.pin_of_overflow } else { &self.pin };
            collisions.record_set(pin, acting, has(bank.pins(), counter).into());
        }
        for (counter, acting) in in_several([reset, halted, changed, write, blocked, requests.outcome.condition]) {
            collisions.record_set(&self.history, acting, has(bank.history(), counter).into());
        }
        for (counter, acting) in in_several([reset, written]) {
            let event = format.event(bank.select(counter));
            collisions.record_set(&self.evtsel, acting, event.into());
        }
    }

    /// Records the collisions at the interrupt requests.
    ///
    /// The counters of a core share one request: if exactly one of them overflows, only the
    /// causes at that counter count.
    fn interrupts(&self, bank: &CounterBank, causes: &CounterCauses, collisions: &mut CollisionCoverage) {
        let CounterCauses { reset, write, halted, blocked, overflow, .. } = *causes;
        let changed = causes.select.changed;
        for own in OF_CORE.into_iter().filter(|own| (reset | write | halted | blocked | changed) & own != 0) {
            let overflowing = overflow & bank.int() & own;
            let counting = match overflowing.count_ones() {
                0 => own,
                1 => overflowing,
                _ => 0,
            };
            let acts = |set: CounterSet| set & counting != 0;
            collisions.record(
                &self.apic_int,
                [reset & own != 0, acts(write), halted & own != 0, acts(blocked), acts(changed), overflowing != 0],
                u64::from(bank.interrupts() & own != 0),
            );
        }
    }

    fn owners(&self, bank: &CounterBank, cycle: &Cycle, collisions: &mut CollisionCoverage) {
        for index in 0..PER_CORE {
            let claims = [0, PER_CORE].map(|first| has(bank.claims(), first + index));
            match cycle.ownership[0].owner(index) {
                0 => collisions.record(&self.owner_of_none, [cycle.rst, claims[0], claims[1]], 0),
                owner => collisions.record(&self.owner, [cycle.rst, !claims[0], !claims[1]], owner),
            }
        }
    }
}
