//! Threshold and edge detection.

use super::control::{Compares, Control};

/// The threshold stage of a counter with its edge history.
#[derive(Clone, Copy, Default)]
pub(crate) struct Comparator {
    /// `cond_q`: in the previous cycle there was a threshold and raw reached it.
    reached: bool,
}

impl Comparator {
    /// `cond_q`.
    #[inline]
    pub fn reached(self) -> bool {
        self.reached
    }

    /// Executes a cycle without a threshold: the condition is false.
    #[inline]
    pub fn rest(&mut self) {
        self.reached = false;
    }

    /// Executes a cycle; returns the increment of a running counter.
    ///
    /// The history follows the condition whether the counter runs or not (IVT-R39).
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
