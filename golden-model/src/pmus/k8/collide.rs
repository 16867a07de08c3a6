//! Which causes act on which state in a clock. It only looks; what happens is in the other modules.

use super::bus::{Access, Register};
use super::controls::claims;
use super::counter_bank::{CounterBank, Wanted};
use super::counter_set::{has, CounterSet, ALL, OF_CORE, PER_CORE};
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
    stretch: Stretch,
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

/// Clocks in which the same counters are held, halted or blocked, and nothing else is done: the held counters keep their
/// values, and what has collided with the hold once need not be noted again.
#[derive(Clone, Copy, Default)]
struct Stretch {
    /// The halted and the blocked counters, the requests, and the pins of the held counters.
    state: [CounterSet; 4],
    /// The held counters that would have grown.
    grown: CounterSet,
    /// Those whose condition was true, after a clock in which it was not and after one in which it was.
    true_after: [CounterSet; 2],
}

impl Stretch {
    /// Whether a clock has something that is not noted yet, which it is from now on.
    #[inline]
    fn has_news(&mut self, bank: &CounterBank, wanted: &Wanted, clock: &Clock) -> bool {
        let blocked = clock.ownership[1].blocked();
        let held = clock.halted | blocked;
        let state = [clock.halted, blocked, bank.interrupts(), bank.pins() & held];
        let begins = state != self.state;
        if begins {
            *self = Self { state, ..Self::default() };
        }
        let grows = wanted.outcome.growing & wanted.enabled & held;
        let (condition, history) = (wanted.outcome.condition & held, bank.history());
        let after = [condition & !history, condition & history];
        let news = grows & !self.grown | after[0] & !self.true_after[0] | after[1] & !self.true_after[1];
        self.grown |= grows;
        self.true_after = [self.true_after[0] | after[0], self.true_after[1] | after[1]];
        // What an overflow meets depends on the other counters that overflow.
        begins || news != 0 || grows & bank.carrying(wanted) != 0
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
            stretch: Stretch::default(),
        }
    }

    /// Notes the collisions of a clock, given the state at its start and what the clock amounts to.
    #[inline]
    pub fn note(&mut self, bank: &CounterBank, wanted: &Wanted, clock: &Clock, met: &mut Collisions) {
        let [before, now] = clock.ownership;
        let rare = clock.rst || matches!(clock.access, Access::Write(..)) || before != now;
        if rare {
            self.stretch = Stretch::default();
        } else if now.blocked() | clock.halted == 0 || !self.stretch.has_news(bank, wanted, clock) {
            return;
        }
        self.counters(bank, wanted, clock, met);
        self.owners(bank, clock, met);
    }

    /// Everything is to be noted anew.
    pub fn forget(&mut self) {
        self.stretch = Stretch::default();
    }

    fn counters(&self, bank: &CounterBank, wanted: &Wanted, clock: &Clock, met: &mut Collisions) {
        let controls = bank.controls();
        let acting = Acting::new(bank, clock);
        let Acting { reset, write, halt, blocked, selected, select, enable, claim } = acting;
        let grows = wanted.outcome.growing & (wanted.enabled | enable);
        let causes = [reset, write, halt, blocked, enable, select, claim, grows];
        met.note_each(&self.ctr, causes, |counter| bank.counter(counter));

        let overflow = wanted.enabled & bank.carrying(wanted);
        let pin = |counter: usize| u64::from(has(bank.pins(), counter));
        let (on_overflow, on_growth) = (controls.pin_on_overflow, !controls.pin_on_overflow);
        let causes = [reset, write, halt, blocked, select, overflow];
        met.note_each(&self.pin_of_overflow, causes.map(|set| set & on_overflow), pin);
        let causes = [reset, write, halt, blocked, select, grows & wanted.enabled];
        met.note_each(&self.pin, causes.map(|set| set & on_growth), pin);

        let causes = [reset, halt, select, write, blocked, wanted.outcome.condition];
        met.note_each(&self.history, causes, |counter| u64::from(has(bank.history(), counter)));
        let event = |counter: usize| u64::from(clock.format.decode(bank.select(counter)).event);
        met.note_each(&self.evtsel, [reset, selected], event);
        for own in OF_CORE {
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
        for index in 0..PER_CORE {
            let claims = [0, PER_CORE].map(|first| has(bank.claims(), first + index));
            match clock.ownership[0].owner(index) {
                0 => met.note(&self.owner_of_none, [clock.rst, claims[0], claims[1]], 0),
                owner => met.note(&self.owner, [clock.rst, !claims[0], !claims[1]], owner),
            }
        }
    }
}
