//! Threshold, inversion and edge detection.

use super::select::Select;
use super::swar::Lanes;
use crate::pmus::common::counter_set::{put, CounterSet};

/// The qualified events of a cycle, the inputs of the conditions.
pub(in crate::pmus) struct Qualified {
    /// Number of events for each counter.
    pub number: Lanes,
    /// The counters whose condition is evaluated, also without events.
    pub looking: CounterSet,
}

/// Conditions and increments of a cycle, before enables.
pub(in crate::pmus) struct Outcome {
    /// The counters whose condition is true.
    pub condition: CounterSet,
    /// Increment of each counter.
    pub increment: Lanes,
    /// The counters with an increment other than 0.
    pub growing: CounterSet,
}

/// The condition fields of all select registers.
#[derive(Clone, Copy, Default)]
pub(super) struct Conditions {
    /// Smallest number of events for which the condition is true, 1 or more.
    least: Lanes,
    /// The counters whose condition is inverted.
    inverted: CounterSet,
    /// All ones for counters that add the number of events, 0 for those that add 1 while the condition is true.
    summing: Lanes,
    /// The counters that count only when the condition becomes true.
    edge: CounterSet,
}

impl Conditions {
    /// Updates the condition of a counter from its select register.
    pub fn set(&mut self, counter: usize, select: &Select) {
        self.least.set(counter, select.threshold.max(1));
        put(&mut self.inverted, counter, select.inv && select.threshold != 0);
        self.summing.set(counter, if select.threshold == 0 && !select.e { u8::MAX } else { 0 });
        put(&mut self.edge, counter, select.e);
    }

    /// The outcome of a cycle. `history` are the counters whose condition was true when it was last sampled.
    #[inline]
    pub fn outcome(&self, events: &Qualified, history: CounterSet) -> Outcome {
        let condition = (events.number.at_least(self.least) ^ self.inverted) & events.looking;
        let by_one = Lanes::ones(condition & !(self.edge & history));
        let increment = events.number.choose(self.summing, by_one);
        Outcome { condition, increment, growing: increment.nonzero() }
    }
}
