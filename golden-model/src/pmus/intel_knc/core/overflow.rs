//! Sticky overflow status and interrupt requests.

use super::counter_set::{owners, CounterSet, ThreadSet};

/// The counters that have overflowed and not been cleared since.
#[derive(Clone, Copy, Default)]
pub(super) struct Overflows {
    /// IA32_PERF_GLOBAL_STATUS of all threads.
    status: CounterSet,
    /// Of these the ones whose overflow asked for the interrupt.
    requests: CounterSet,
}

impl Overflows {
    /// One clock: which counters overflow, at which of them INT is 1, and which bits software clears. A new overflow
    /// stays: one too many is handled, a lost one is not (KNC-A11). Its INT is that of its clock, so that neither an
    /// older request nor a later change of INT has a part in it (KNC-A10).
    #[inline]
    pub fn cycle(&mut self, overflowing: CounterSet, interrupt: CounterSet, cleared: CounterSet) {
        self.status = (self.status & !cleared) | overflowing;
        self.requests = (self.requests & !cleared) | (overflowing & interrupt);
    }

    /// IA32_PERF_GLOBAL_STATUS of all threads.
    #[inline]
    pub fn status(self) -> CounterSet {
        self.status
    }

    /// The counters with an uncleared request.
    #[inline]
    pub fn requests(self) -> CounterSet {
        self.requests
    }

    /// The threads whose interrupt line is up. It is the line of the thread that owns the counter, whoever caused the
    /// event: only that thread can see and clear the status (KNC-A04).
    #[inline]
    pub fn pmi(self) -> ThreadSet {
        owners(self.requests)
    }
}
