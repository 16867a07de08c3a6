//! Records which causes act on which state in a cycle; changes no state of the model.

use super::controls::claims;
use super::counter_set::{has, CounterSet, ALL, OF_CORE, PER_CORE};
use super::counters::{CounterBank, CounterRequest};
use super::frozen::FrozenCounters;
use super::northbridge::Ownership;
use super::registers::{Access, Register};
use crate::collisions::{CollisionCoverage, CollisionSite, CollisionTable, FlagSite};
use crate::pmus::common::x86::{Select, SelectFormat};

/// The fields of the collision table.
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
    frozen: FrozenCounters,
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

impl Cycle<'_> {
    /// The counters whose select register is written, and the new value.
    fn selected(&self) -> Option<(CounterSet, Select)> {
        match self.access {
            Access::Write(Register::Select, counters, data) => Some((counters, self.format.decode(data))),
            _ => None,
        }
    }

    /// The counters whose select registers are written in both cores by one access.
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

/// Causes that act on a counter in a cycle, as flags.
mod cause {
    pub const RESET: u16 = 1 << 0;
    pub const WRITE: u16 = 1 << 1;
    pub const HALT: u16 = 1 << 2;
    pub const BLOCKED: u16 = 1 << 3;
    /// The select register is written.
    pub const SELECTED: u16 = 1 << 4;
    /// The write changes the select register of an enabled counter.
    pub const SELECT: u16 = 1 << 5;
    /// The write of the select register enables the counter.
    pub const ENABLE: u16 = 1 << 6;
    /// A write to the other core's select register of the same index makes that core claim the index.
    pub const CLAIM: u16 = 1 << 7;
    /// The counter would increment if it ran, with its current or its new select register.
    pub const GROW: u16 = 1 << 8;
    /// The counter would increment with its current select register.
    pub const GROW_NOW: u16 = 1 << 9;
    pub const OVERFLOW: u16 = 1 << 10;
    pub const CONDITION: u16 = 1 << 11;
}

/// For each cause, the counters on which it acts in a cycle.
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
    fn new(bank: &CounterBank, requests: &CounterRequest, cycle: &Cycle) -> Self {
        let grow_now = requests.outcome.growing & requests.enabled;
        let causes = Self {
            reset: if cycle.rst { CounterSet::MAX } else { 0 },
            write: cycle.access.written_counters(),
            halt: cycle.halted,
            blocked: cycle.ownership[1].blocked(),
            grow: grow_now,
            grow_now,
            overflow: if grow_now == 0 { 0 } else { requests.enabled & bank.carrying(requests) },
            condition: requests.outcome.condition,
            ..Self::default()
        };
        let Some((selected, new)) = cycle.selected() else { return causes };
        let controls = bank.controls();
        let changed = |&counter: &usize| has(selected & controls.en, counter) && bank.select(counter) != new.value;
        let claiming = if claims(&new) { selected & !controls.claims } else { 0 };
        let enable = if new.en { selected & !controls.en } else { 0 };
        Self {
            selected,
            select: (0..ALL).filter(changed).fold(0, |set, counter| set | 1 << counter),
            enable,
            claim: claiming.rotate_left(PER_CORE as u32),
            grow: grow_now | requests.outcome.growing & enable,
            ..causes
        }
    }

    /// The causes that act on a counter, as flags of [`cause`].
    #[inline]
    fn on(&self, counter: usize) -> u16 {
        let flag = |set: CounterSet, flag: u16| if has(set, counter) { flag } else { 0 };
        flag(self.reset, cause::RESET)
            | flag(self.write, cause::WRITE)
            | flag(self.halt, cause::HALT)
            | flag(self.blocked, cause::BLOCKED)
            | flag(self.selected, cause::SELECTED)
            | flag(self.select, cause::SELECT)
            | flag(self.enable, cause::ENABLE)
            | flag(self.claim, cause::CLAIM)
            | flag(self.grow, cause::GROW)
            | flag(self.grow_now, cause::GROW_NOW)
            | flag(self.overflow, cause::OVERFLOW)
            | flag(self.condition, cause::CONDITION)
    }
}

impl CollisionSites {
    /// Looks up the fields by name.
    ///
    /// # Panics
    /// Panics if the table has other fields.
    pub fn new(table: &CollisionTable) -> Self {
        let reset = ("reset", cause::RESET);
        let (write, select) = (("write", cause::WRITE), ("select", cause::SELECT));
        let (halt, blocked) = (("halt", cause::HALT), ("blocked", cause::BLOCKED));
        let (enable, claim) = (("enable", cause::ENABLE), ("claim", cause::CLAIM));
        let pin = |moves| [reset, write, halt, blocked, select, moves];
        let ctr = [reset, write, halt, blocked, enable, select, claim, ("increment", cause::GROW)];
        let history = [reset, halt, select, write, blocked, ("condition", cause::CONDITION)];
        Self {
            ctr: table.flag_site("PerfCtr", ctr),
            pin: table.flag_site("pin", pin(("grow", cause::GROW_NOW))),
            pin_of_overflow: table.flag_site("pin_of_overflow", pin(("overflow", cause::OVERFLOW))),
            apic_int: table.site("apic_int", ["reset", "write", "halt", "blocked", "select", "overflow"]),
            history: table.flag_site("edge_history", history),
            evtsel: table.flag_site("PerfEvtSel", [reset, ("write", cause::SELECTED)]),
            owner_of_none: table.site("nb_owner_of_none", ["reset", "claim0", "claim1"]),
            owner: table.site("nb_owner", ["reset", "end0", "end1"]),
            frozen: FrozenCounters::default(),
        }
    }

    /// Records the collisions of a cycle, given the state at its start and the requests of the counters.
    #[inline]
    pub fn record(
        &mut self,
        bank: &CounterBank,
        requests: &CounterRequest,
        cycle: &Cycle,
        collisions: &mut CollisionCoverage,
    ) {
        let [before, now] = cycle.ownership;
        if cycle.rst || before != now {
            self.owners(bank, cycle, collisions);
        }
        let requested = if cycle.rst {
            self.frozen = FrozenCounters::default();
            CounterSet::MAX
        } else {
            let touched = cycle.touched();
            touched | self.frozen.record_new(bank, requests, [cycle.halted, now.blocked()], touched)
        };
        // Most writes coincide with no other cause at their counter.
        let all_if = |present: bool| if present { CounterSet::MAX } else { 0 };
        let held = cycle.halted | all_if(now.blocked() != 0);
        let around = held | requests.outcome.growing | requests.outcome.condition | cycle.selected_in_both();
        if cycle.rst || requested & around != 0 {
            self.counters(bank, requests, cycle, requested, collisions);
        }
    }

    /// Forgets which collisions are recorded, so that all are recorded again.
    pub fn forget(&mut self) {
        self.frozen = FrozenCounters::default();
    }

    /// Records the collisions at the counters of `requested`.
    fn counters(
        &self,
        bank: &CounterBank,
        requests: &CounterRequest,
        cycle: &Cycle,
        requested: CounterSet,
        collisions: &mut CollisionCoverage,
    ) {
        let causes = ActiveCauses::new(bank, requests, cycle);
        let mut counters = requested;
        while counters != 0 {
            let counter = counters.trailing_zeros() as usize;
            counters &= counters - 1;
            let active = causes.on(counter);
            let of = |set: CounterSet| move || u64::from(has(set, counter));
            collisions.record_flags(&self.ctr, active, || bank.counter(counter));
            match has(bank.controls().pin_on_overflow, counter) {
                true => collisions.record_flags(&self.pin_of_overflow, active, of(bank.pins())),
                false => collisions.record_flags(&self.pin, active, of(bank.pins())),
            }
            collisions.record_flags(&self.history, active, of(bank.history()));
            collisions.record_flags(&self.evtsel, active, || cycle.format.decode(bank.select(counter)).event.into());
        }
        for own in OF_CORE.into_iter().filter(|own| requested & own != 0) {
            self.interrupt(bank, own, causes.overflow & bank.int() & own, &causes, collisions);
        }
    }

    /// Records the collisions at the interrupt request of a core.
    ///
    /// The counters of a core share one request: if exactly one of them overflows, only the
    /// causes at that counter count.
    fn interrupt(
        &self,
        bank: &CounterBank,
        own: CounterSet,
        overflowing: CounterSet,
        causes: &ActiveCauses,
        collisions: &mut CollisionCoverage,
    ) {
        let requested = match overflowing.count_ones() {
            0 => own,
            1 => overflowing,
            _ => 0,
        };
        let of = |set: CounterSet| set & requested != 0;
        let ActiveCauses { reset, write, halt, blocked, select, .. } = *causes;
        let causes = [reset & own != 0, of(write), halt & own != 0, of(blocked), of(select), overflowing != 0];
        collisions.record(&self.apic_int, causes, u64::from(bank.interrupts() & own != 0));
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
