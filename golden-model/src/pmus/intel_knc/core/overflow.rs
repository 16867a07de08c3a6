//! Sticky overflow status and interrupt requests.

use super::counter_set::{owners, CounterSet, ThreadSet};

/// The counters that have overflowed and have not been cleared since.
#[derive(Clone, Copy, Default)]
pub(super) struct Overflows {
    /// IA32_PERF_GLOBAL_STATUS of all threads.
    status: CounterSet,
    /// The counters in `status` whose overflow requested an interrupt.
    requests: CounterSet,
}

impl Overflows {
    /// Updates status and requests from the overflows, INT bits and clears of one cycle.
    ///
    /// A new overflow takes priority over a clear: software can handle an additional overflow, but not a
    /// lost one (KNC-A11). The request depends on INT in the cycle of the overflow, not on an older
    /// request or a later change of INT (KNC-A10).
    #[inline]
    pub fn step(&mut self, overflowing: CounterSet, interrupt: CounterSet, cleared: CounterSet) {
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

    /// The threads whose interrupt line is asserted.
    ///
    /// The line belongs to the thread that owns the counter, regardless of the thread that caused the
    /// event, because only the owner can read and clear the status (KNC-A04).
    #[inline]
    pub fn pmi(self) -> ThreadSet {
        owners(self.requests)
    }
}
