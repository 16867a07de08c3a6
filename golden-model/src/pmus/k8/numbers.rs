//! The number of events N that each counter sees in a clock.

use super::counter_set::{CounterSet, ALL};
use super::occurrences::Occurrences;

/// The lowest bit of every byte.
const UNITS: u64 = 0x0101_0101_0101_0101;

/// N of all counters, one byte each.
#[derive(Clone, Copy)]
pub(super) struct Numbers(u64);

impl Numbers {
    /// Adds up the selected lines of each counter (10.2, UNIT_MASK).
    ///
    /// The limit of N to 3 is in the use of the numbers: nobody asks for more.
    #[inline]
    pub fn new(occurrences: &[Occurrences; ALL]) -> Self {
        let bytes = occurrences.iter().enumerate();
        Self(bytes.fold(0, |sums, (counter, of)| sums | of.sum() << (8 * counter)))
    }

    /// The counters with N >= `least`, 1 to 3.
    #[inline]
    pub fn at_least(self, least: u64) -> CounterSet {
        let in_bit_7 = self.0 + (0x80 - least) * UNITS;
        let in_bit_0 = (in_bit_7 >> 7) & UNITS;
        // This product has bit 0 of byte i in bit 56 + i, and no carries on the way there.
        (in_bit_0.wrapping_mul(0x0102_0408_1020_4080) >> 56) as CounterSet
    }
}
