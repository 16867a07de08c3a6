//! The eight counters, their overflow bits, and the conditions under which they count.

use super::registers::{bits, Ctl0, COUNTERS};
use golden_model_common::counter_set::{has, put, CounterSet};

/// Width of a count in bits.
const WIDTH: u32 = 40;

/// The counters of a B-Box.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    pub counts: [u64; COUNTERS],
    /// Counters that have overflowed, one bit each.
    pub overflowed: CounterSet,
}

impl Counters {
    /// Returns the value of a counter's register.
    pub fn read(&self, counter: usize) -> u64 {
        u64::from(has(self.overflowed, counter)) << WIDTH | self.counts[counter]
    }

    /// Writes a counter's register.
    pub fn write(&mut self, counter: usize, data: u64) {
        self.counts[counter] = bits(data, 0, WIDTH);
        put(&mut self.overflowed, counter, bits(data, WIDTH, 1) == 1);
    }

    /// Returns the counters that may count in this cycle.
    pub fn running(&self, ctl0: Ctl0) -> CounterSet {
        if ctl0.frz() || ctl0.reset() {
            return 0;
        }
        self.enabled(ctl0)
    }

    /// Returns the counters that may count in a box that is not frozen or reset.
    pub fn enabled(&self, ctl0: Ctl0) -> CounterSet {
        let stopped = ctl0.sov() & !ctl0.aov() & self.overflowed;
        ctl0.cnt_en() & !stopped
    }

    /// Whether the next increment of a counter is an overflow.
    pub fn is_full(&self, counter: usize) -> bool {
        self.counts[counter] == u64::MAX >> (64 - WIDTH)
    }

    /// Increments counters; a wrap sets the overflow bit. Returns whether one wraps.
    pub fn count(&mut self, counted: CounterSet) -> bool {
        let mut wraps = false;
        for counter in (0..COUNTERS).filter(|&counter| has(counted, counter)) {
            if self.is_full(counter) {
                put(&mut self.overflowed, counter, true);
                wraps = true;
            }
            self.counts[counter] = bits(self.counts[counter] + 1, 0, WIDTH);
        }
        wraps
    }
}
