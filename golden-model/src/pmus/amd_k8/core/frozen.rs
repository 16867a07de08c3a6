//! Collisions that are already recorded for counters that are halted or blocked for many cycles.

use super::counter_set::CounterSet;
use super::counters::{CounterBank, CounterRequest};

/// A period in which the same counters are held, that is, halted or blocked.
///
/// Held counters keep their values while they are not written, so each collision with
/// the hold is recorded once.
#[derive(Clone, Copy, Default)]
pub(super) struct FrozenCounters {
    /// The halted and the blocked counters, the interrupt requests, and the pins of the held counters.
    state: [CounterSet; 4],
    /// The held counters that would have incremented.
    grown: CounterSet,
    /// The held counters whose condition was true, after a false condition and after a true one.
    true_after: [CounterSet; 2],
}

impl FrozenCounters {
    /// Returns the held counters that have an unrecorded collision in this cycle,
    /// and marks it as recorded.
    ///
    /// The counters of `touched` are written in this cycle.
    #[inline]
    pub fn record_new(
        &mut self,
        bank: &CounterBank,
        requests: &CounterRequest,
        [halted, blocked]: [CounterSet; 2],
        touched: CounterSet,
    ) -> CounterSet {
        let held = halted | blocked;
        let state = [halted, blocked, bank.interrupts(), bank.pins() & held];
        let begins = state != self.state;
        if begins {
            *self = Self { state, ..Self::default() };
        }
        let grows = requests.outcome.growing & requests.enabled & held;
        let (condition, history) = (requests.outcome.condition & held, bank.history());
        let after = [condition & !history, condition & history];
        let unrecorded = grows & !self.grown | after[0] & !self.true_after[0] | after[1] & !self.true_after[1];
        self.grown = (self.grown | grows) & !touched;
        self.true_after = [0, 1].map(|before| (self.true_after[before] | after[before]) & !touched);
        // The collisions of an overflow depend on the other counters that overflow.
        match begins || grows != 0 && grows & bank.carrying(requests) != 0 {
            true => held,
            false => unrecorded,
        }
    }
}
