//! The counters with their select registers.

use super::condition::{Conditions, Outcome, Qualified};
use super::select::Select;
use super::swar::Lanes;
use super::ALL;
use crate::pmus::common::counter_set::{put, CounterSet};

/// State of all counters; in arrays the position is the counter's number.
#[derive(Clone)]
pub(in crate::pmus) struct Bank {
    /// All bits of a counter.
    max: u64,
    counters: [u64; ALL],
    /// The select registers as software reads them.
    selects: [u64; ALL],
    /// Threshold, inversion and edge detection.
    conditions: Conditions,
    /// INT.
    interrupt: CounterSet,
    /// The conditions of the last clock that was looked at, whether they counted or not.
    history: CounterSet,
}

/// What the counters did in a clock.
pub(in crate::pmus) struct CountResult {
    /// The counters that grew.
    pub grown: CounterSet,
    /// Those that ran over the top.
    pub overflowing: CounterSet,
}

impl Bank {
    /// Counters of `width` bits, 0 like their select registers.
    pub fn new(width: u32) -> Self {
        Self {
            max: (1 << width) - 1,
            counters: [0; ALL],
            selects: [0; ALL],
            conditions: Conditions::default(),
            interrupt: 0,
            history: 0,
        }
    }

    /// A counter; the bits that it has not are 0.
    #[inline]
    pub fn counter(&self, counter: usize) -> u64 {
        self.counters[counter]
    }

    /// The select register of a counter.
    #[inline]
    pub fn select(&self, counter: usize) -> u64 {
        self.selects[counter]
    }

    /// The conditions of the last clock that was looked at.
    #[inline]
    pub fn history(&self) -> CounterSet {
        self.history
    }

    /// The counters with INT = 1.
    #[inline]
    pub fn interrupt(&self) -> CounterSet {
        self.interrupt
    }

    /// What a clock amounts to for counters that run; it changes nothing.
    #[inline]
    pub fn requests(&self, events: &Qualified) -> Outcome {
        self.conditions.outcome(events, self.history)
    }

    /// The counters that would run over the top if they ran.
    pub fn carrying(&self, outcome: &Outcome) -> CounterSet {
        let carries = |counter: usize| self.counters[counter] + u64::from(outcome.increment.get(counter)) > self.max;
        (0..ALL).fold(0, |set, counter| set | CounterSet::from(carries(counter)) << counter)
    }

    /// Writes a counter. The upper bits, such as the sign of a negative preset, have no place in it.
    pub fn write_counter(&mut self, counter: usize, data: u64) {
        self.counters[counter] = data & self.max;
    }

    /// Writes a select register.
    pub fn write_select(&mut self, counter: usize, select: &Select) {
        self.selects[counter] = select.value;
        self.conditions.set(counter, select);
        put(&mut self.interrupt, counter, select.int);
    }

    /// One clock that amounts to `outcome`, in which only the counters of `counting` can grow. The edge detectors look at it
    /// for the counters of `sampled`, also where nothing counts: a condition that holds already is no edge when its counter
    /// is enabled.
    #[inline]
    pub fn step(&mut self, outcome: &Outcome, sampled: CounterSet, counting: CounterSet) -> CountResult {
        self.history = (outcome.condition & sampled) | (self.history & !sampled);

        let grown = outcome.growing & counting;
        if grown == 0 {
            return CountResult { grown, overflowing: 0 };
        }
        let mut any_carry = 0;
        let increment = outcome.increment.and(Lanes::masks(grown));
        for (counter, value) in self.counters.iter_mut().enumerate() {
            *value += u64::from(increment.get(counter));
            any_carry |= *value;
        }
        CountResult { grown, overflowing: if any_carry > self.max { self.wrap() } else { 0 } }
    }

    /// Drops the carries out of the top and tells which counters had one.
    fn wrap(&mut self) -> CounterSet {
        let mut overflowing = 0;
        for (counter, value) in self.counters.iter_mut().enumerate() {
            overflowing |= CounterSet::from(*value > self.max) << counter;
            *value &= self.max;
        }
        overflowing
    }
}
