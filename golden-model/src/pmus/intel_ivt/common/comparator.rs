//! Threshold and edge detection.

use super::control::{Compares, Control};

/// The threshold stage of a counter with its memory of the clock before.
#[derive(Clone, Copy, Default)]
pub(crate) struct Comparator {
    /// There was a threshold in the clock before, and raw reached it: `cond_q`.
    reached: bool,
}

impl Comparator {
    /// `cond_q`.
    #[inline]
    pub fn reached(self) -> bool {
        self.reached
    }

    /// One clock without a threshold: nothing is reached.
    #[inline]
    pub fn rest(&mut self) {
        self.reached = false;
    }

    /// One clock: what a running counter adds. The memory takes the condition whether the counter runs or not
    /// (IVT-R39).
    #[inline]
    pub fn add<C: Compares>(&mut self, control: Control, raw: u32) -> u32 {
        let thresh = C::thresh(control);
        let before = self.reached;
        self.reached = thresh != 0 && (raw >= thresh) != C::inverted(control);
        if thresh == 0 {
            raw
        } else {
            u32::from(self.reached && !(C::edge(control) && before))
        }
    }
}
