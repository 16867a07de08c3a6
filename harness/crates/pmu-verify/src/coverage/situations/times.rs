//! Cycles without an access, and cycles since a reset.

use super::super::hits::Hits;
use super::bins::{BinList, NumberBins};

/// The bins of times.
#[derive(Clone, Debug, Default)]
pub(super) struct TimeBins {
    /// Cycles in a row without access and reset.
    pub quiet: NumberBins,
    since_reset: NumberBins,
}

/// The current times, as numbers of cycles of the program.
#[derive(Clone, Debug, Default)]
pub(super) struct Times {
    /// The first cycle after the last access or reset.
    quiet_from: u64,
    /// The first cycle after the last reset.
    reset_end: u64,
}

impl TimeBins {
    pub const NAME: &str = "times";
    pub const DOC: &str = "Number of cycles in a row without an access, and of cycles since the last reset (reached).";

    pub fn new(list: &mut BinList) -> Self {
        const DECADES: &[u64] = &[1, 10, 100, 1_000, 10_000, 100_000];
        Self {
            quiet: NumberBins::new(list, "without_access", DECADES),
            since_reset: NumberBins::new(list, "since_reset", DECADES),
        }
    }
}

impl Times {
    /// An access in this cycle, outside of a reset. Shorter times without an access than `least` are not sampled.
    #[inline]
    pub fn access(&mut self, bins: &TimeBins, cycle: u64, least: u64, hits: &mut Hits) {
        let quiet = cycle - self.quiet_from;
        self.quiet_from = cycle + 1;
        if quiet >= least {
            bins.quiet.mark(quiet, hits);
        }
    }

    /// A reset begins in this cycle, or the program has ended before it.
    pub fn stop(&self, bins: &TimeBins, cycle: u64, hits: &mut Hits) {
        bins.quiet.mark(cycle - self.quiet_from, hits);
        bins.since_reset.mark_up_to(cycle - self.reset_end, hits);
    }

    /// This cycle is the first after a reset.
    pub fn restart(&mut self, cycle: u64) {
        *self = Self { quiet_from: cycle, reset_end: cycle };
    }
}
