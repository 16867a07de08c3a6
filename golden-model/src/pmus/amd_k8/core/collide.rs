//! Which causes act on which state in a clock. It only looks; what happens is in the other modules.

use super::controls::claims;
use super::counter_set::{has, CounterSet, ALL, OF_CORE, PER_CORE};
use super::counters::{CounterBank, CounterRequest};
use super::holds::FrozenCounters;
use super::northbridge::Ownership;
use super::registers::{Access, Register};
use crate::collisions::{CollisionTable, CollisionCoverage, FlagSite, CollisionSite};
use crate::pmus::common::x86::{Select, SelectFormat};

/// The fields of the table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    ctr: FlagSite,
    pin: FlagSite,
    pin_of_overflow: FlagSite,
    apic_int: CollisionSite<6>,
    history: FlagSite,
    owner_of_none: CollisionSite<3>,
    owner: CollisionSite<3>,
    evtsel: FlagSite,
    holds: FrozenCounters,
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

    /// The counters of both cores whose select registers are written at once.
    fn selected_in_both(&self) -> CounterSet {
        match self.access {
            Access::Write(Register::Select, counters, _) => counters & counters.rotate_left(PER_CORE as u32),
            _ => 0,
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

/// What acts on a counter in a clock, as flags.
mod acts {
    pub const RESET: u16 = 1 << 0;
    pub const WRITE: u16 = 1 << 1;
    pub const HALT: u16 = 1 << 2;
    pub const BLOCKED: u16 = 1 << 3;
    /// The select register is written.
    pub const SELECTED: u16 = 1 << 4;
    /// The select register of the enabled counter is changed.
    pub const SELECT: u16 = 1 << 5;
    /// The write of the select register enables it.
    pub const ENABLE: u16 = 1 << 6;
    /// The write makes the other core's counter of the same index claim it.
    pub const CLAIM: u16 = 1 << 7;
    /// It would grow if it ran, as it is or with the register that is written.
    pub const GROW: u16 = 1 << 8;
    /// It would grow as it is.
    pub const GROW_NOW: u16 = 1 << 9;
    pub const OVERFLOW: u16 = 1 << 10;
    pub const CONDITION: u16 = 1 << 11;
}

/// What is done in a clock to which counters.
#[derive(Clone, Copy, Default)]
struct ActiveCauses {
    reset: CounterSet,
    write: CounterSet,
    halt: CounterSet,
    blocked: CounterSet,
    selected: CounterSet,
    select: CounterSet,
    enable: CounterSet,
    claim: CounterSet,
    grow: CounterSet,
    grow_now: CounterSet,
    overflow: CounterSet,
    condition: CounterSet,
}

impl ActiveCauses {
    fn new(bank: &CounterBank, wanted: &CounterRequest, clock: &Clock) -> Self {
        let grow_now = wanted.outcome.growing & wanted.enabled;
        let acting = Self {
            reset: if clock.rst { CounterSet::MAX } else { 0 },
            write: clock.access.written_counters(),
            halt: clock.halted,
            blocked: clock.ownership[1].blocked(),
            grow: grow_now,
            grow_now,
            overflow: if grow_now == 0 { 0 } else { wanted.enabled & bank.carrying(wanted) },
            condition: wanted.outcome.condition,
            ..Self::default()
        };
        let Some((selected, new)) = clock.selected() else { return acting };
        let controls = bank.controls();
        let changed = |&counter: &usize| has(selected & controls.en, counter) && bank.select(counter) != new.value;
        let claiming = if claims(&new) { selected & !controls.claims } else { 0 };
        let enable = if new.en { selected & !controls.en } else { 0 };
        Self {
            selected,
            select: (0..ALL).filter(changed).fold(0, |set, counter| set | 1 << counter),
            enable,
            claim: claiming.rotate_left(PER_CORE as u32),
            grow: grow_now | wanted.outcome.growing & enable,
            ..acting
        }
    }

    /// What acts on a counter.
    #[inline]
    fn on(&self, counter: usize) -> u16 {
        let flag = |set: CounterSet, flag: u16| if has(set, counter) { flag } else { 0 };
        flag(self.reset, acts::RESET)
            | flag(self.write, acts::WRITE)
            | flag(self.halt, acts::HALT)
            | flag(self.blocked, acts::BLOCKED)
            | flag(self.selected, acts::SELECTED)
            | flag(self.select, acts::SELECT)
            | flag(self.enable, acts::ENABLE)
            | flag(self.claim, acts::CLAIM)
            | flag(self.grow, acts::GROW)
            | flag(self.grow_now, acts::GROW_NOW)
            | flag(self.overflow, acts::OVERFLOW)
            | flag(self.condition, acts::CONDITION)
    }
}

impl CollisionSites {
    /// The fields by name.
    ///
    /// # Panics
    /// When the table has others.
    pub fn new(table: &CollisionTable) -> Self {
        let reset = ("reset", acts::RESET);
        let (write, select) = (("write", acts::WRITE), ("select", acts::SELECT));
        let (halt, blocked) = (("halt", acts::HALT), ("blocked", acts::BLOCKED));
        let (enable, claim) = (("enable", acts::ENABLE), ("claim", acts::CLAIM));
        let pin = |moves| [reset, write, halt, blocked, select, moves];
        let ctr = [reset, write, halt, blocked, enable, select, claim, ("increment", acts::GROW)];
        let history = [reset, halt, select, write, blocked, ("condition", acts::CONDITION)];
        Self {
            ctr: table.flag_site("PerfCtr", ctr),
            pin: table.flag_site("pin", pin(("grow", acts::GROW_NOW))),
            pin_of_overflow: table.flag_site("pin_of_overflow", pin(("overflow", acts::OVERFLOW))),
            apic_int: table.site("apic_int", ["reset", "write", "halt", "blocked", "select", "overflow"]),
            history: table.flag_site("edge_history", history),
            evtsel: table.flag_site("PerfEvtSel", [reset, ("write", acts::SELECTED)]),
            owner_of_none: table.site("nb_owner_of_none", ["reset", "claim0", "claim1"]),
            owner: table.site("nb_owner", ["reset", "end0", "end1"]),
            holds: FrozenCounters::default(),
        }
    }

    /// Notes the collisions of a clock, given the state at its start and what the clock amounts to.
    #[inline]
    pub fn note(&mut self, bank: &CounterBank, wanted: &CounterRequest, clock: &Clock, met: &mut CollisionCoverage) {
        let [before, now] = clock.ownership;
        if clock.rst || before != now {
            self.owners(bank, clock, met);
        }
        let asked = if clock.rst {
            self.holds = FrozenCounters::default();
            CounterSet::MAX
        } else {
            let touched = clock.touched();
            touched | self.holds.record_new(bank, wanted, [clock.halted, now.blocked()], touched)
        };
        // Most writes meet nothing else at their counter.
        let all_if = |meets: bool| if meets { CounterSet::MAX } else { 0 };
        let held = clock.halted | all_if(now.blocked() != 0);
        let around = held | wanted.outcome.growing | wanted.outcome.condition | clock.selected_in_both();
        if clock.rst || asked & around != 0 {
            self.counters(bank, wanted, clock, asked, met);
        }
    }

    /// Everything is to be noted anew.
    pub fn forget(&mut self) {
        self.holds = FrozenCounters::default();
    }

    /// What collides at the counters of `asked`.
    fn counters(&self, bank: &CounterBank, wanted: &CounterRequest, clock: &Clock, asked: CounterSet, met: &mut CollisionCoverage) {
        let acting = ActiveCauses::new(bank, wanted, clock);
        let mut counters = asked;
        while counters != 0 {
            let counter = counters.trailing_zeros() as usize;
            counters &= counters - 1;
            let acts = acting.on(counter);
            let of = |set: CounterSet| move || u64::from(has(set, counter));
            met.record_flags(&self.ctr, acts, || bank.counter(counter));
            match has(bank.controls().pin_on_overflow, counter) {
                true => met.record_flags(&self.pin_of_overflow, acts, of(bank.pins())),
                false => met.record_flags(&self.pin, acts, of(bank.pins())),
            }
            met.record_flags(&self.history, acts, of(bank.history()));
            met.record_flags(&self.evtsel, acts, || clock.format.decode(bank.select(counter)).event.into());
        }
        for own in OF_CORE.into_iter().filter(|own| asked & own != 0) {
            self.interrupt(bank, own, acting.overflow & bank.int() & own, &acting, met);
        }
    }

    /// The request is common to the counters of a core: what acts on it is what acts on the only one that overflows.
    fn interrupt(
        &self,
        bank: &CounterBank,
        own: CounterSet,
        overflowing: CounterSet,
        acting: &ActiveCauses,
        met: &mut CollisionCoverage,
    ) {
        let asked = match overflowing.count_ones() {
            0 => own,
            1 => overflowing,
            _ => 0,
        };
        let of = |set: CounterSet| set & asked != 0;
        let ActiveCauses { reset, write, halt, blocked, select, .. } = *acting;
        let causes = [reset & own != 0, of(write), halt & own != 0, of(blocked), of(select), overflowing != 0];
        met.record(&self.apic_int, causes, u64::from(bank.interrupts() & own != 0));
    }

    fn owners(&self, bank: &CounterBank, clock: &Clock, met: &mut CollisionCoverage) {
        for index in 0..PER_CORE {
            let claims = [0, PER_CORE].map(|first| has(bank.claims(), first + index));
            match clock.ownership[0].owner(index) {
                0 => met.record(&self.owner_of_none, [clock.rst, claims[0], claims[1]], 0),
                owner => met.record(&self.owner, [clock.rst, !claims[0], !claims[1]], owner),
            }
        }
    }
}
