//! Sets of up to eight counters of one PMU.

/// A set of counters, 8 bits: the position of a bit is the number of the counter in its model.
pub type CounterSet = u8;

/// Whether a set contains the counter of that number.
#[inline]
pub fn has(set: CounterSet, counter: usize) -> bool {
    set >> counter & 1 != 0
}

/// Adds the counter to the set or removes it.
#[inline]
pub fn put(set: &mut CounterSet, counter: usize, member: bool) {
    *set = *set & !(1 << counter) | CounterSet::from(member) << counter;
}
