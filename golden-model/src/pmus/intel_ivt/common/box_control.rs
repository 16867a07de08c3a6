//! The box control register, which stores nothing but the freeze (Table 2-13).

use super::{Bank, Compares, CounterSet};

/// Data written to a box control.
#[derive(Clone, Copy)]
pub(crate) struct BoxCtl(pub u64);

impl BoxCtl {
    /// It resets all control registers.
    #[inline]
    pub fn resets_controls(self) -> bool {
        self.0 & 1 != 0
    }

    /// It resets all counters.
    #[inline]
    pub fn resets_counters(self) -> bool {
        self.0 >> 1 & 1 != 0
    }

    /// It freezes the counters, or releases them.
    #[inline]
    pub fn freezes(self) -> bool {
        self.0 >> 8 & 1 != 0
    }
}

impl<const N: usize, const W: u32, C: Compares> Bank<N, W, C> {
    /// Resets what a write to the box control says; the counters that have a new control register.
    pub fn reset(&mut self, written: BoxCtl) -> CounterSet {
        if written.resets_counters() {
            self.reset_counters();
        }
        if !written.resets_controls() {
            return 0;
        }
        self.reset_controls();
        (1 << N) - 1
    }
}
