//! What occurs on the lines of one event.

use super::sets::{ThreadSet, THREADS};
use crate::Bits;

/// Bits of one event line: 0 to 63 occurrences in a clock, so that four threads have at most 252.
pub(super) const LANE_WIDTH: u32 = 6;

/// Where the lines of one event lie in a frame, one for each thread that may cause it.
///
/// An event without thread context has one line, which stands here for each thread: whichever of them it is held
/// against, it is the same occurrence.
#[derive(Clone, Copy)]
pub(super) struct Lanes(pub [Bits; THREADS]);

impl Lanes {
    /// The sum over some threads. Most often that is one, or none.
    #[inline]
    pub fn sum(&self, frame: &[u64], threads: ThreadSet) -> u8 {
        let (mut sum, mut left) = (0, threads);
        while left != 0 {
            sum += self.0[left.trailing_zeros() as usize % THREADS].get(frame) as u8;
            left &= left - 1;
        }
        sum
    }
}
