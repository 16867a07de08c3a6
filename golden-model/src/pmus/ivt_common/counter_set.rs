//! Sets of a box's counters.

/// A set of counters of one box: bit i is counter i.
pub(crate) type CounterSet = u8;

/// Whether a set has the counter of that number.
#[inline]
pub(crate) fn has(set: CounterSet, counter: usize) -> bool {
    set >> counter & 1 != 0
}
