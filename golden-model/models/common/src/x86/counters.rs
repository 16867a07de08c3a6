//! Counters with their select registers.

use super::condition::Condition;
use super::select::Select;
use super::ALL;
use crate::counter_set::{has, put, CounterSet};

/// The qualified events of a cycle, the inputs of the conditions.
pub struct Qualified {
    /// Number of events for each counter.
    pub number: [u8; ALL],
    /// The counters whose condition is evaluated, also without events.
    pub looking: CounterSet,
}

/// Conditions and increments of a cycle, before enables.
#[derive(Default)]
pub struct Outcome {
    /// The counters whose condition is true.
    pub condition: CounterSet,
    /// Increment of each counter.
    increment: [u8; ALL],
    /// The counters with an increment other than 0.
    pub growing: CounterSet,
}

/// State of all counters; in arrays the position is the counter's number.
#[derive(Clone)]
pub struct Bank {
    /// Largest value of a counter.
    max: u64,
    counters: [u64; ALL],
    /// The read values of the select registers.
    selects: [u64; ALL],
    /// Threshold, inversion and edge detection.
    conditions: [Condition; ALL],
    /// The counters with INT = 1.
    interrupt: CounterSet,
    /// The counters whose condition was true when it was last sampled, counted or not.
    history: CounterSet,
}

/// Changes of the counters in a cycle.
pub struct CountResult {
    /// The counters that were incremented.
    pub grown: CounterSet,
    /// The counters that overflowed.
    pub overflowing: CounterSet,
}

impl Bank {
    /// Counters of `width` bits; counters and select registers are 0.
    pub fn new(width: u32) -> Self {
        Self {
            max: (1 << width) - 1,
            counters: [0; ALL],
            selects: [0; ALL],
            conditions: [Condition::default(); ALL],
            interrupt: 0,
            history: 0,
        }
    }

    /// A counter; unimplemented bits are 0.
    #[inline]
    pub fn counter(&self, counter: usize) -> u64 {
        self.counters[counter]
    }

    /// The select register of a counter.
    #[inline]
    pub fn select(&self, counter: usize) -> u64 {
        self.selects[counter]
    }

    /// The counters whose condition was true when it was last sampled.
    #[inline]
    pub fn history(&self) -> CounterSet {
        self.history
    }

    /// The counters with INT = 1.
    #[inline]
    pub fn interrupt(&self) -> CounterSet {
        self.interrupt
    }

    /// The outcome of a cycle for running counters; does not change the state.
    #[inline]
    pub fn requests(&self, events: &Qualified) -> Outcome {
        let mut outcome = Outcome::default();
        for (counter, condition) in self.conditions.iter().enumerate() {
            let number = events.number[counter];
            let is_true = has(events.looking, counter) && condition.is_true(number);
            let increment = condition.increment(number, is_true, has(self.history, counter));
            put(&mut outcome.condition, counter, is_true);
            put(&mut outcome.growing, counter, increment != 0);
            outcome.increment[counter] = increment;
        }
        outcome
    }

    /// The counters that would overflow if they ran.
    pub fn carrying(&self, outcome: &Outcome) -> CounterSet {
        let carries = |counter: usize| self.counters[counter] + u64::from(outcome.increment[counter]) > self.max;
        (0..ALL).fold(0, |set, counter| set | CounterSet::from(carries(counter)) << counter)
    }

    /// Writes a counter. Bits above the width, such as the sign of a negative preset, are dropped.
    pub fn write_counter(&mut self, counter: usize, data: u64) {
        self.counters[counter] = data & self.max;
    }

    /// Writes a select register.
    pub fn write_select(&mut self, counter: usize, select: &Select) {
        self.selects[counter] = select.value;
        self.conditions[counter] = Condition::new(select);
        put(&mut self.interrupt, counter, select.int);
    }

    /// Steps one cycle with `outcome`. Only the counters in `counting` are incremented. The edge detectors of the counters
    /// in `sampled` sample the condition even if the counter does not count: a condition that is already true is no edge
    /// when the counter is enabled.
    #[inline]
    pub fn step(&mut self, outcome: &Outcome, sampled: CounterSet, counting: CounterSet) -> CountResult {
        self.history = (outcome.condition & sampled) | (self.history & !sampled);

        let grown = outcome.growing & counting;
        let mut overflowing = 0;
        for counter in (0..ALL).filter(|&counter| has(grown, counter)) {
            let sum = self.counters[counter] + u64::from(outcome.increment[counter]);
            put(&mut overflowing, counter, sum > self.max);
            self.counters[counter] = sum & self.max;
        }
        CountResult { grown, overflowing }
    }
}
