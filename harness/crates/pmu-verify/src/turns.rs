//! Each of several items has its turn, so that none is left to chance.

/// The item whose turn it is; `None` if there are no items.
pub(crate) fn in_turn<T>(items: &[T], turn: u64) -> Option<&T> {
    items.get(usize::try_from(turn).ok()?.checked_rem(items.len())?)
}
