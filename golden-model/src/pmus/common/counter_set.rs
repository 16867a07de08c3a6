//! Sets of up to eight counters of one PMU.

/// A set of counters, 8 bits: the bit's position is the counter's number in its model.
pub(crate) type CounterSet = u8;

/// Whether a set has the counter of that number.
#[inline]
pub(crate) fn has(set: CounterSet, counter: usize) -> bool {
    set >> counter & 1 != 0
}

/// Puts the counter into the set or takes it out.
#[inline]
pub(crate) fn put(set: &mut CounterSet, counter: usize, member: bool) {
    *set = *set & !(1 << counter) | CounterSet::from(member) << counter;
}
