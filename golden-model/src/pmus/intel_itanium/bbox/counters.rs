//! The eight counters, their overflow bits, and when they ask for a freeze.

use super::registers::{bits, Ctl0, COUNTERS};
use crate::pmus::common::counter_set::{has, put, CounterSet};

/// Bits of a count.
const WIDTH: u32 = 40;

/// The counters of a box.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    pub counts: [u64; COUNTERS],
    /// Those that have overflowed.
    pub overflowed: CounterSet,
}

impl Counters {
    /// A counter's register.
    pub fn read(&self, counter: usize) -> u64 {
        u64::from(has(self.overflowed, counter)) << WIDTH | self.counts[counter]
    }

    /// A write of it.
    pub fn write(&mut self, counter: usize, data: u64) {
        self.counts[counter] = bits(data, 0, WIDTH);
        put(&mut self.overflowed, counter, bits(data, WIDTH, 1) == 1);
    }

    /// Those that may count in this clock.
    pub fn running(&self, ctl0: Ctl0) -> CounterSet {
        if ctl0.frz() || ctl0.reset() {
            return 0;
        }
        let stopped = ctl0.sov() & !ctl0.aov() & self.overflowed;
        ctl0.cnt_en() & !stopped
    }

    /// One counts.
    pub fn count(&mut self, counter: usize) {
        self.counts[counter] = bits(self.counts[counter] + 1, 0, WIDTH);
        if self.counts[counter] == 0 {
            put(&mut self.overflowed, counter, true);
        }
    }
}
