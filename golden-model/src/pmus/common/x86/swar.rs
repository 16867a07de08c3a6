//! Eight numbers of 8 bits at once, one for each counter.

use crate::pmus::common::counter_set::CounterSet;

/// The lowest bit of every lane.
const LOW: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every lane.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// A number for each counter, counter 0 in the lowest byte.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(in crate::pmus) struct Lanes(u64);

impl Lanes {
    /// The number of each counter.
    #[inline]
    pub fn new(numbers: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(numbers))
    }

    /// All ones for the counters in the set, 0 for the others.
    #[inline]
    pub fn masks(set: CounterSet) -> Self {
        Self(Self::ones(set).0 * 0xFF)
    }

    /// 1 for the counters in the set, 0 for the others.
    #[inline]
    pub fn ones(set: CounterSet) -> Self {
        // Copies the set to every lane and keeps the bit of the lane's counter.
        let own_bits = (u64::from(set) * LOW) & 0x8040_2010_0804_0201;
        Self(((own_bits + !HIGH) & HIGH) >> 7)
    }

    /// A counter's number.
    #[inline]
    pub fn get(self, counter: usize) -> u8 {
        (self.0 >> (8 * counter)) as u8
    }

    /// Stores a counter's number.
    #[inline]
    pub fn set(&mut self, counter: usize, number: u8) {
        let shift = 8 * counter;
        self.0 = self.0 & !(0xFF << shift) | u64::from(number) << shift;
    }

    /// Bitwise AND.
    #[inline]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// `self` where `mask` has ones, `other` where it has zeros.
    #[inline]
    pub fn choose(self, mask: Self, other: Self) -> Self {
        Self((self.0 & mask.0) | (other.0 & !mask.0))
    }

    /// The counters whose number is at least the other one.
    #[inline]
    pub fn at_least(self, other: Self) -> CounterSet {
        let (a, b) = (self.0, other.0);
        // The lower seven bits cannot borrow from the next lane; the highest bit decides where it differs.
        let lower = (a | HIGH) - (b & !HIGH);
        Self::members((a & !b) | (!(a ^ b) & lower))
    }

    /// The counters whose number is not 0.
    #[inline]
    pub fn nonzero(self) -> CounterSet {
        Self::members(((self.0 & !HIGH) + !HIGH) | self.0)
    }

    /// The counters whose lane has its highest bit set.
    #[inline]
    fn members(lanes: u64) -> CounterSet {
        // A different term of the product moves each bit to bit 56 plus its position, and no two terms overlap.
        (((lanes & HIGH) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as CounterSet
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pmus::common::counter_set::has;

    #[test]
    fn sets_convert_to_lanes_and_back() {
        for set in 0..=CounterSet::MAX {
            let (ones, masks) = (Lanes::ones(set), Lanes::masks(set));
            for counter in 0..8 {
                assert_eq!(ones.get(counter), u8::from(has(set, counter)), "{set:#x}");
                assert_eq!(masks.get(counter), if has(set, counter) { 0xFF } else { 0 }, "{set:#x}");
            }
            assert_eq!((ones.nonzero(), masks.nonzero()), (set, set));
        }
    }

    #[test]
    fn lanes_are_compared_independently() {
        let interesting = [0, 1, 2, 3, 0x7E, 0x7F, 0x80, 0x81, 0xFE, 0xFF];
        for (a, b) in interesting.iter().flat_map(|&a| interesting.map(|b| (a, b))) {
            for counter in 0..8 {
                // The neighbours have opposite values.
                let (mut left, mut right) = (Lanes::masks(0xAA), Lanes::masks(0x55));
                left.set(counter, a);
                right.set(counter, b);
                assert_eq!(has(left.at_least(right), counter), a >= b, "{a} {b}");
                let others = !(1 << counter);
                assert_eq!(left.at_least(right) & others, 0xAA & others);
                assert_eq!(has(left.nonzero(), counter), a != 0);
                assert_eq!(left.choose(Lanes::masks(1 << counter), right).get(counter), a);
            }
        }
    }
}
