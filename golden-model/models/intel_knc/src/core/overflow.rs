//! Sticky overflow status and interrupt requests.

use super::counter_set::{owners, CounterSet, ThreadSet, THREADS};

/// The counters that have overflowed and have not been cleared since.
#[derive(Clone, Copy, Default)]
pub(super) struct Overflows {
    /// IA32_PERF_GLOBAL_STATUS of all threads.
    status: CounterSet,
    /// The counters in `status` whose overflow requested an interrupt.
    requests: CounterSet,
    /// Those of `requests` that raise the line of the thread that owns the counter.
    own: CounterSet,
    /// For each thread, those of `requests` that raise its line because it was in the execution stage (KNC-A04).
    elsewhere: [CounterSet; THREADS],
    /// All of `elsewhere`.
    redirected: CounterSet,
}

/// The overflows of a cycle.
#[derive(Clone, Copy)]
pub(super) struct Overflowing {
    /// The counters that overflow.
    pub counters: CounterSet,
    /// The counters with INT = 1.
    pub interrupt: CounterSet,
    /// The counters whose interrupt goes to the thread in the execution stage.
    pub to_executing: CounterSet,
    /// The thread in the execution stage.
    pub executing: ThreadSet,
}

impl Overflows {
    /// Updates status and requests from the overflows, INT bits and clears of one cycle.
    ///
    /// A new overflow takes priority over a clear: software can handle an additional overflow, but not a
    /// lost one (KNC-A11). The request depends on INT in the cycle of the overflow, not on an older
    /// request or a later change of INT (KNC-A10).
    #[inline]
    pub fn step(&mut self, overflowing: Overflowing, cleared: CounterSet) {
        let requesting = overflowing.counters & overflowing.interrupt;
        self.status = (self.status & !cleared) | overflowing.counters;
        self.requests = (self.requests & !cleared) | requesting;
        self.own = (self.own & !cleared) | requesting & !overflowing.to_executing;
        let redirected = requesting & overflowing.to_executing;
        if self.redirected | redirected != 0 {
            self.redirect(redirected, overflowing.executing, cleared);
        }
    }

    #[cold]
    fn redirect(&mut self, requesting: CounterSet, executing: ThreadSet, cleared: CounterSet) {
        for (thread, raised) in self.elsewhere.iter_mut().enumerate() {
            let is_here = executing >> thread & 1 != 0;
            *raised = (*raised & !cleared) | if is_here { requesting } else { 0 };
        }
        self.redirected = self.elsewhere.iter().fold(0, |all, of| all | of);
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
    /// event, because only the owner can read and clear the status (KNC-A04, `owner`).
    #[inline]
    pub fn pmi(self) -> ThreadSet {
        let own = owners(self.own);
        if self.redirected == 0 {
            return own;
        }
        let raised = |(thread, counters): (usize, &CounterSet)| ThreadSet::from(*counters != 0) << thread;
        self.elsewhere.iter().enumerate().map(raised).fold(own, |lines, line| lines | line)
    }
}
