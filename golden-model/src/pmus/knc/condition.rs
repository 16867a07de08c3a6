//! Threshold, inversion and edge detector (1.4.3.3, CMASK, INV, E).

use super::select::Select;
use super::sets::{has, put, CounterSet, ALL};

/// What the qualified events of a clock are for each counter.
pub(super) struct Qualified {
    /// Their number N.
    pub number: [u8; ALL],
    /// The counters for which any thread is looked at, so that the absence of events means something.
    pub looking: CounterSet,
}

/// What they amount to, before enables.
pub(super) struct Outcome {
    /// The counters whose condition holds.
    pub condition: CounterSet,
    /// How much each would grow.
    pub increment: [u8; ALL],
}

/// The fields of all select registers that make a condition out of a number.
#[derive(Clone, Copy, Default)]
pub(super) struct Conditions {
    /// The condition is N >= this, at least 1.
    least: [u8; ALL],
    /// The condition is the opposite.
    inverted: CounterSet,
    /// The counter grows by N, not by 1 for its condition.
    summing: CounterSet,
    /// The counter grows only when the condition becomes true.
    edge: CounterSet,
}

impl Conditions {
    /// Takes over a counter's register.
    pub fn set(&mut self, counter: usize, select: &Select) {
        self.least[counter] = select.cmask.max(1);
        put(&mut self.inverted, counter, select.inv && select.cmask != 0);
        put(&mut self.summing, counter, select.cmask == 0 && !select.e);
        put(&mut self.edge, counter, select.e);
    }

    /// The outcome of a clock. `history` are the counters whose condition held in the clock before.
    #[inline]
    pub fn outcome(&self, events: &Qualified, history: CounterSet) -> Outcome {
        let reached = |counter: usize| CounterSet::from(events.number[counter] >= self.least[counter]) << counter;
        let reached = (0..ALL).fold(0, |set, counter| set | reached(counter));
        let condition = (reached ^ self.inverted) & events.looking;
        let by_one = condition & !(self.edge & history);
        let increment = |counter: usize| match has(self.summing, counter) {
            true => events.number[counter],
            false => u8::from(has(by_one, counter)),
        };
        Outcome { condition, increment: std::array::from_fn(increment) }
    }
}
