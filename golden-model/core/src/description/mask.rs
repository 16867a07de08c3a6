//! Masks of a width.

/// A mask of `width` ones, at most 64.
pub(super) fn ones(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}
