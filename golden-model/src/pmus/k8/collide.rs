//! Which causes act on which state in a clock. It only looks; what happens is in the other modules.

use super::bus::{Access, Register};
use super::counter_bank::CounterBank;
use super::counter_set::{has, CounterSet, ALL, OF_CORE, PER_CORE};
use super::northbridge::Ownership;
use super::ports::CoreInputs;
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
}

/// A clock as software and the surroundings make it.
pub(super) struct Clock<'c> {
    pub rst: bool,
    pub inputs: &'c [CoreInputs<'c>; 2],
    pub access: Access,
    pub format: &'c SelectFormat,
    /// Owners before and in this clock.
    pub ownership: [Ownership; 2],
}

impl Clock<'_> {
    /// What a counter's register is written with.
    fn written(&self, wanted: Register, counter: usize) -> Option<u64> {
        match self.access {
            Access::Write(register, counters, data) if register == wanted && has(counters, counter) => Some(data),
            _ => None,
        }
    }

    fn halted(&self, counter: usize) -> bool {
        self.inputs[counter / PER_CORE].halted
    }
}

/// What happens around one counter.
struct Around {
    write: bool,
    halt: bool,
    blocked: bool,
    /// The select register of the enabled counter is changed.
    select: bool,
    /// By how much it would grow.
    increment: u8,
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
        }
    }

    /// Notes the collisions of a clock, given the state at its start.
    #[inline]
    pub fn note(&self, bank: &CounterBank, clock: &Clock, met: &mut Collisions) {
        let [before, now] = clock.ownership;
        let rare = clock.rst || matches!(clock.access, Access::Write(..)) || before != now;
        if rare || now.blocked() != 0 || clock.inputs.iter().any(|core| core.halted) {
            self.counters(bank, clock, met);
            self.owners(bank, clock, met);
        }
    }

    fn counters(&self, bank: &CounterBank, clock: &Clock, met: &mut Collisions) {
        let (wanted, enabled) = bank.wanted(clock.inputs);
        let mut overflowing: CounterSet = 0;
        let mut around: [Around; ALL] = std::array::from_fn(|counter| Around {
            write: clock.written(Register::Counter, counter).is_some(),
            halt: clock.halted(counter),
            blocked: has(clock.ownership[1].blocked(), counter),
            select: false,
            increment: wanted.increment[counter],
        });
        for (counter, around) in around.iter_mut().enumerate() {
            let old = clock.format.decode(bank.select(counter));
            let new = clock.written(Register::Select, counter).map(|data| clock.format.decode(data));
            let enable = !old.en && new.as_ref().is_some_and(|new| new.en);
            around.select = old.en && new.as_ref().is_some_and(|new| new.value != old.value);
            let other = (counter + PER_CORE) % ALL;
            let claims = |select: Select| select.en && select.event >= super::controls::NORTHBRIDGE;
            let claim =
                clock.written(Register::Select, other).map(|data| clock.format.decode(data)).is_some_and(claims)
                    && !has(bank.claims(), other);
            if !has(enabled, counter) && !enable {
                around.increment = 0;
            }
            let &mut Around { write, halt, blocked, select, increment } = around;
            let grows = increment != 0;
            let causes = [clock.rst, write, halt, blocked, enable, select, claim, grows];
            met.note(&self.ctr, causes, bank.counter(counter));

            let overflow = has(enabled, counter) && bank.carries(counter, increment);
            overflowing |= CounterSet::from(overflow && old.int) << counter;
            let (site, moves) = match old.pin_control {
                true => (&self.pin_of_overflow, overflow),
                false => (&self.pin, grows && has(enabled, counter)),
            };
            let pin = u64::from(has(bank.pins(), counter));
            met.note(site, [clock.rst, write, halt, blocked, select, moves], pin);

            let condition = has(wanted.condition, counter);
            let causes = [clock.rst, halt, select, write, blocked, condition];
            met.note(&self.history, causes, u64::from(has(bank.history(), counter)));
            let event = u64::from(old.event);
            met.note(&self.evtsel, [clock.rst, new.is_some()], event);
        }
        for (core, own) in OF_CORE.into_iter().enumerate() {
            self.interrupt(bank, clock, (core, overflowing & own), &around, met);
        }
    }

    /// The request is common to the counters of a core: what acts on it is what acts on the only one that overflows.
    fn interrupt(
        &self,
        bank: &CounterBank,
        clock: &Clock,
        (core, overflowing): (usize, CounterSet),
        around: &[Around; ALL],
        met: &mut Collisions,
    ) {
        let of_core = core * PER_CORE..(core + 1) * PER_CORE;
        let of = |acts: fn(&Around) -> bool| match overflowing.count_ones() {
            0 => around[of_core.clone()].iter().any(acts),
            1 => acts(&around[overflowing.trailing_zeros() as usize]),
            _ => false,
        };
        let causes = [
            clock.rst,
            of(|around| around.write),
            clock.inputs[core].halted,
            of(|around| around.blocked),
            of(|around| around.select),
            overflowing != 0,
        ];
        met.note(&self.apic_int, causes, u64::from(bank.interrupts() & OF_CORE[core] != 0));
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
