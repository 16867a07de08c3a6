//! Which collisions of counters that are held for many clocks are noted already.

use super::counter_set::CounterSet;
use super::counters::{CounterBank, CounterRequest};

/// Clocks in which the same counters are held, halted or blocked. Held counters keep their values while they are not
/// written, so that what has collided with the hold once need not be noted again.
#[derive(Clone, Copy, Default)]
pub(super) struct FrozenCounters {
    /// The halted and the blocked counters, the interrupt requests, and the pins of the held counters.
    state: [CounterSet; 4],
    /// The held counters that would have grown.
    grown: CounterSet,
    /// Those whose condition was true, after a clock in which it was not and after one in which it was.
    true_after: [CounterSet; 2],
}

impl FrozenCounters {
    /// The held counters at which a clock has something that is not noted yet; it is from now on. Those of `touched` are
    /// written.
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
        let news = grows & !self.grown | after[0] & !self.true_after[0] | after[1] & !self.true_after[1];
        self.grown = (self.grown | grows) & !touched;
        self.true_after = [0, 1].map(|before| (self.true_after[before] | after[before]) & !touched);
        // What an overflow meets depends on the other counters that overflow.
        match begins || grows != 0 && grows & bank.carrying(requests) != 0 {
            true => held,
            false => news,
        }
    }
}
