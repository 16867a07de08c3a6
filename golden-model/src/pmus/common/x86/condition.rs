//! Threshold, inversion and edge detector.

use super::select::Select;
use super::swar::Lanes;
use crate::pmus::common::counter_set::{put, CounterSet};

/// The events of a clock that a condition can be made of.
pub(in crate::pmus) struct Qualified {
    /// Their number for each counter.
    pub number: Lanes,
    /// The counters for which the absence of events means something.
    pub looking: CounterSet,
}

/// What they amount to, before enables.
pub(in crate::pmus) struct Outcome {
    /// The counters whose condition holds.
    pub condition: CounterSet,
    /// How much each would grow.
    pub increment: Lanes,
    /// Those that would grow.
    pub growing: CounterSet,
}

/// The fields of all select registers that make a condition out of a number.
#[derive(Clone, Copy, Default)]
pub(super) struct Conditions {
    /// The condition is a number of at least this, 1 or more.
    least: Lanes,
    /// The condition is the opposite.
    inverted: CounterSet,
    /// The counter grows by the number, not by 1 for its condition: all ones, otherwise 0.
    summing: Lanes,
    /// The counter grows only when the condition becomes true.
    edge: CounterSet,
}

impl Conditions {
    /// Takes over a counter's register.
    pub fn set(&mut self, counter: usize, select: &Select) {
        self.least.set(counter, select.threshold.max(1));
        put(&mut self.inverted, counter, select.inv && select.threshold != 0);
        self.summing.set(counter, if select.threshold == 0 && !select.e { u8::MAX } else { 0 });
        put(&mut self.edge, counter, select.e);
    }

    /// The outcome of a clock. `history` are the counters whose condition held when it was last looked at.
    #[inline]
    pub fn outcome(&self, events: &Qualified, history: CounterSet) -> Outcome {
        let condition = (events.number.at_least(self.least) ^ self.inverted) & events.looking;
        let by_one = Lanes::ones(condition & !(self.edge & history));
        let increment = events.number.choose(self.summing, by_one);
        Outcome { condition, increment, growing: increment.nonzero() }
    }
}
