//! Sets of up to eight counters of one PMU.

/// A set of counters, 8 bits: the bit's position is the counter's number in its model.
pub(crate) type CounterSet = u8;

/// Whether a set has the counter of that number.
#[inline]
pub(crate) fn has(set: CounterSet, counter: usize) -> bool {
    set >> counter & 1 != 0
}

/// The counters whose flag is 1 out of one flag for each, 0 or 1.
#[inline]
pub(crate) fn from_flags(flags: [u8; 8]) -> CounterSet {
    // Each flag reaches bit 56 plus its position by another term of the product, and no two terms meet.
    (u64::from_le_bytes(flags).wrapping_mul(0x0102_0408_1020_4080) >> 56) as CounterSet
}

/// For each counter all ones if it is in the set, otherwise 0.
#[inline]
pub(crate) fn masks(set: CounterSet) -> [u8; 8] {
    let one_bit_each = u64::from(set).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    one_bit_each.to_le_bytes().map(|bit| if bit != 0 { u8::MAX } else { 0 })
}

/// Puts the counter into the set or takes it out.
#[inline]
pub(crate) fn put(set: &mut CounterSet, counter: usize, member: bool) {
    *set = *set & !(1 << counter) | CounterSet::from(member) << counter;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_flags_and_masks_say_the_same() {
        for set in 0..=CounterSet::MAX {
            let members: [bool; 8] = std::array::from_fn(|counter| has(set, counter));
            assert_eq!(from_flags(members.map(u8::from)), set);
            assert_eq!(masks(set).map(|mask| mask == u8::MAX), members);
            assert_eq!(masks(set).map(|mask| mask == 0), members.map(|member| !member));
        }
    }
}
