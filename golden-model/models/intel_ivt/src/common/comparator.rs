//! Threshold and edge detection.

use super::control::{Compares, Control};

/// The threshold stage of a counter with its edge history.
#[derive(Clone, Copy, Default)]
pub(crate) struct Comparator {
    /// `cond_q`: the condition of the previous cycle.
    reached: bool,
}

impl Comparator {
    /// `cond_q`.
    #[inline]
    pub fn reached(self) -> bool {
        self.reached
    }

    /// Executes a cycle in which the condition is false.
    #[inline]
    pub fn rest(&mut self) {
        self.reached = false;
    }

    /// Executes a cycle; returns the increment of a running counter.
    ///
    /// The history follows the condition whether the counter runs or not (IVT-R39).
    #[inline]
    pub fn add<C: Compares>(&mut self, control: Control, raw: C::Raw) -> u32 {
        let before = self.reached;
        self.reached = C::reached(control, raw);
        C::increment(control, raw, self.reached, self.reached && !before)
    }
}
