//! Which causes act on which state in a clock. It only looks; what happens is in the other modules.

use super::bus::{Access, Register};
use super::controls::claims;
use super::counter_bank::{CounterBank, Wanted};
use super::counter_set::{has, CounterSet, ALL, OF_CORE, PER_CORE};
use super::holds::Holds;
use super::northbridge::Ownership;
use crate::collisions::{CollisionTable, Collisions, Site};
use crate::pmus::x86_common::{Select, SelectFormat};

/// The fields of the table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    ctr: Site<8>,
    pin: Site<6>,
    pin_of_overflow: Site<6>,
    apic_int: Site<6>,
    history: Site<6>,
    owner_of_none: Site<3>,
    owner: Site<3>,
    evtsel: Site<2>,
    holds: Holds,
}

/// A clock as software and the surroundings make it.
pub(super) struct Clock<'c> {
    pub rst: bool,
    /// The counters without a clock.
    pub halted: CounterSet,
    pub access: Access,
    pub format: &'c SelectFormat,
    /// Owners before and in this clock.
    pub ownership: [Ownership; 2],
}

impl Clock<'_> {
    /// The counters whose select register is written, and the new register.
    fn selected(&self) -> Option<(CounterSet, Select)> {
        match self.access {
            Access::Write(Register::Select, counters, data) => Some((counters, self.format.decode(data))),
            _ => None,
        }
    }

    /// The counters that a write may act on.
    fn touched(&self) -> CounterSet {
        match self.access {
            Access::Write(Register::Counter, counters, _) => counters,
            // Claims act on the other core.
            Access::Write(Register::Select, counters, _) => counters | counters.rotate_left(PER_CORE as u32),
            _ => 0,
        }
    }
}

/// What is done in a clock to which counters.
#[derive(Clone, Copy, Default)]
struct Acting {
    reset: CounterSet,
    write: CounterSet,
    halt: CounterSet,
    blocked: CounterSet,
    /// The select register is written.
    selected: CounterSet,
    /// The select register of the enabled counter is changed.
    select: CounterSet,
    /// It is what enables the counter.
    enable: CounterSet,
    /// It makes the other core's counter of the same index claim it.
    claim: CounterSet,
}

impl Acting {
    fn new(bank: &CounterBank, clock: &Clock) -> Self {
        let acting = Self {
            reset: if clock.rst { CounterSet::MAX } else { 0 },
            write: clock.access.written_counters(),
            halt: clock.halted,
            blocked: clock.ownership[1].blocked(),
            ..Self::default()
        };
        let Some((selected, new)) = clock.selected() else { return acting };
        let controls = bank.controls();
        let changed = |&counter: &usize| has(selected & controls.en, counter) && bank.select(counter) != new.value;
        let claiming = if claims(&new) { selected & !controls.claims } else { 0 };
        Self {
            selected,
            select: (0..ALL).filter(changed).fold(0, |set, counter| set | 1 << counter),
            enable: if new.en { selected & !controls.en } else { 0 },
            claim: claiming.rotate_left(PER_CORE as u32),
            ..acting
        }
    }
}

impl CollisionSites {
    /// The fields by name.
    ///
    /// # Panics
    /// When the table has others.
    pub fn new(table: &CollisionTable) -> Self {
        let pin = |last| ["reset", "write", "halt", "blocked", "select", last];
        Self {
            ctr: table.site("PerfCtr", ["reset", "write", "halt", "blocked", "enable", "select", "claim", "increment"]),
            pin: table.site("pin", pin("grow")),
            pin_of_overflow: table.site("pin_of_overflow", pin("overflow")),
            apic_int: table.site("apic_int", pin("overflow")),
            history: table.site("edge_history", ["reset", "halt", "select", "write", "blocked", "condition"]),
            owner_of_none: table.site("nb_owner_of_none", ["reset", "claim0", "claim1"]),
            owner: table.site("nb_owner", ["reset", "end0", "end1"]),
            evtsel: table.site("PerfEvtSel", ["reset", "write"]),
            holds: Holds::default(),
        }
    }

    /// Notes the collisions of a clock, given the state at its start and what the clock amounts to.
    #[inline]
    pub fn note(&mut self, bank: &CounterBank, wanted: &Wanted, clock: &Clock, met: &mut Collisions) {
        let [before, now] = clock.ownership;
        if clock.rst || before != now {
            self.owners(bank, clock, met);
        }
        let asked = if clock.rst {
            self.holds = Holds::default();
            CounterSet::MAX
        } else {
            let touched = clock.touched();
            touched | self.holds.news(bank, wanted, [clock.halted, now.blocked()], touched)
        };
        if asked != 0 {
            self.counters(bank, wanted, clock, asked, met);
        }
    }

    /// Everything is to be noted anew.
    pub fn forget(&mut self) {
        self.holds = Holds::default();
    }

    /// What collides at the counters of `asked`.
    fn counters(&self, bank: &CounterBank, wanted: &Wanted, clock: &Clock, asked: CounterSet, met: &mut Collisions) {
        let controls = bank.controls();
        let acting = Acting::new(bank, clock);
        let Acting { reset, write, halt, blocked, selected, select, enable, claim } = acting;
        let grows = wanted.outcome.growing & (wanted.enabled | enable);
        let causes = [reset, write, halt, blocked, enable, select, claim, grows];
        met.note_each(&self.ctr, causes.map(|set| set & asked), |counter| bank.counter(counter));

        let overflow = wanted.enabled & bank.carrying(wanted);
        let pin = |counter: usize| u64::from(has(bank.pins(), counter));
        let (on_overflow, on_growth) = (controls.pin_on_overflow & asked, !controls.pin_on_overflow & asked);
        let causes = [reset, write, halt, blocked, select, overflow];
        met.note_each(&self.pin_of_overflow, causes.map(|set| set & on_overflow), pin);
        let causes = [reset, write, halt, blocked, select, grows & wanted.enabled];
        met.note_each(&self.pin, causes.map(|set| set & on_growth), pin);

        let causes = [reset, halt, select, write, blocked, wanted.outcome.condition];
        met.note_each(&self.history, causes.map(|set| set & asked), |counter| u64::from(has(bank.history(), counter)));
        let event = |counter: usize| u64::from(clock.format.decode(bank.select(counter)).event);
        met.note_each(&self.evtsel, [reset, selected], event);
        for own in OF_CORE.into_iter().filter(|own| asked & own != 0) {
            self.interrupt(bank, own, overflow & bank.int() & own, &acting, met);
        }
    }

    /// The request is common to the counters of a core: what acts on it is what acts on the only one that overflows.
    fn interrupt(
        &self,
        bank: &CounterBank,
        own: CounterSet,
        overflowing: CounterSet,
        acting: &Acting,
        met: &mut Collisions,
    ) {
        let asked = match overflowing.count_ones() {
            0 => own,
            1 => overflowing,
            _ => 0,
        };
        let of = |set: CounterSet| set & asked != 0;
        let Acting { reset, write, halt, blocked, select, .. } = *acting;
        let causes = [reset & own != 0, of(write), halt & own != 0, of(blocked), of(select), overflowing != 0];
        met.note(&self.apic_int, causes, u64::from(bank.interrupts() & own != 0));
    }

    fn owners(&self, bank: &CounterBank, clock: &Clock, met: &mut Collisions) {
        let reset = if clock.rst { CounterSet::MAX } else { 0 };
        let claims = [bank.claims(), bank.claims() >> PER_CORE];
        let owner = |index: usize| clock.ownership[0].owner(index);
        let owned = (0..PER_CORE).filter(|&index| owner(index) != 0).fold(0, |set, index| set | 1 << index);
        let (none, owned) = (OF_CORE[0] & !owned, OF_CORE[0] & owned);
        met.note_each(&self.owner_of_none, [reset, claims[0], claims[1]].map(|set| set & none), |_| 0);
        met.note_each(&self.owner, [reset, !claims[0], !claims[1]].map(|set| set & owned), owner);
    }
}
