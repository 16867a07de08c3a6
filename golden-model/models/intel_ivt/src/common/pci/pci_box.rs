//! The state of a box in configuration space and its update in each cycle.

use super::registers::Register;
use super::{BoxKind, BoxOptions, Cycle};
use crate::common::{
    has, ActiveCauses, Bank, BankInputs, BoxCtl, BoxFreeze, BoxSites, Broadcasts, CountResult, CounterSet, StartState,
};
use golden_model_core::CollisionCoverage;

/// The state of a box.
#[derive(Clone)]
pub(super) struct PciBox<K: BoxKind, const N: usize, const W: u32> {
    bank: Bank<N, W>,
    /// The events that the control registers select.
    events: [K::Event; N],
    /// The counters that may not count their selected event.
    refused: CounterSet,
    freeze: BoxFreeze,
    options: BoxOptions,
    /// The state that only this kind of box has.
    own: K::State,
}

impl<K: BoxKind, const N: usize, const W: u32> PciBox<K, N, W> {
    /// The state after power-on, with the given state of this kind of box.
    pub fn new(kind: &K, options: BoxOptions, own: K::State) -> Self {
        let bank = Bank::new();
        let mut new = Self {
            events: std::array::from_fn(|counter| kind.event(bank.control(counter), counter)),
            bank,
            refused: 0,
            freeze: BoxFreeze::new(options.enables),
            options,
            own,
        };
        (0..N).for_each(|counter| new.select(kind, counter));
        new
    }

    /// Counters, control registers and status.
    #[inline]
    pub fn bank(&self) -> &Bank<N, W> {
        &self.bank
    }

    /// The state after a reset, with the given state of this kind of box.
    pub fn reset(&self, kind: &K, own: K::State) -> Self {
        Self::new(kind, self.options, own)
    }

    /// The state that only this kind of box has.
    #[inline]
    pub fn own(&self) -> &K::State {
        &self.own
    }

    /// The freezes of the box.
    #[inline]
    pub fn freeze(&self) -> BoxFreeze {
        self.freeze
    }

    /// The overflow message to the U-Box.
    #[inline]
    pub fn ovf_msg(&self) -> bool {
        K::MESSAGES && self.bank.status().message()
    }

    /// The value that software reads.
    pub fn read(&self, (kind, frame): (&K, &[u64]), register: Register<K::BoxRegister>) -> u64 {
        match register {
            Register::BoxCtl => self.freeze.read(),
            Register::Nothing => 0,
            Register::Bank(register) => self.bank.read(register),
            Register::Own(register) => kind.read(register, &self.own, frame),
        }
    }

    /// Executes a cycle with an optional register write.
    ///
    /// `requested` are the refused counters that event coverage asks for.
    #[inline]
    pub fn step(
        &mut self,
        (kind, frame): (&K, &[u64]),
        broadcasts: Broadcasts,
        written: Option<(Register<K::BoxRegister>, u64)>,
        requested: CounterSet,
    ) -> CountResult {
        let cycle = Cycle {
            frozen: self.freeze.is_frozen(),
            source: self.options.source,
            sends: self.freeze.sends(),
            reset: Register::box_ctl(written).is_some_and(BoxCtl::resets_counters),
            written,
        };
        let terms = BankInputs {
            frozen: cycle.frozen,
            status_source: cycle.source,
            first_bit: K::FIRST_BIT,
            sends: cycle.sends,
            others: K::count(&mut self.own, cycle),
            written: match written {
                Some((Register::Bank(register), data)) => Some((register, data)),
                _ => None,
            },
            reset: cycle.reset,
            refused: self.refused,
            requested,
        };
        self.freeze.step(self.ovf_msg(), broadcasts);
        let Self { bank, events, own, .. } = self;
        let mut result = bank.step(terms, |counter| kind.raw(events[counter], own, frame));
        kind.follow(own, frame, cycle);
        // Writes take effect last: the cycle of a write counts with the previous configuration (IVT-R04).
        if let Some((register, data)) = written {
            result.selected = self.write(kind, register, data);
            (0..N).filter(|&counter| has(result.selected, counter)).for_each(|counter| self.select(kind, counter));
        }
        result
    }

    /// Records the collisions of a cycle; call it before the cycle is executed.
    pub fn record(
        &self,
        (kind, frame): (&K, &[u64]),
        acts: ActiveCauses,
        sites: &BoxSites,
        collisions: &mut CollisionCoverage,
    ) {
        if !(acts.is_rare() || self.ovf_msg()) {
            return;
        }
        let (bank, freeze) = (&self.bank, self.freeze);
        let (stored, source) = (kind.stored(), self.options.source);
        let before = StartState { bank, freeze, stored, status_bit: K::FIRST_BIT, source };
        let raw =
            |counter: usize| (!has(self.refused, counter)).then(|| kind.raw(self.events[counter], &self.own, frame));
        sites.record(&before, acts, raw, collisions);
    }

    /// Stores a write to the common registers; returns the counters with a new control register.
    fn write(&mut self, kind: &K, register: Register<K::BoxRegister>, data: u64) -> CounterSet {
        match register {
            Register::Nothing | Register::Own(_) => 0,
            Register::BoxCtl => {
                self.freeze.write(BoxCtl(data));
                self.bank.reset(BoxCtl(data))
            }
            Register::Bank(register) => {
                self.bank.write(register, data, kind.stored());
                register.selected()
            }
        }
    }

    /// Updates the event of a counter from its control register.
    fn select(&mut self, kind: &K, counter: usize) {
        let control = self.bank.control(counter);
        self.events[counter] = kind.event(control, counter);
        let refused = !has(K::counters(control), counter);
        self.refused = self.refused & !(1 << counter) | CounterSet::from(refused) << counter;
    }
}
