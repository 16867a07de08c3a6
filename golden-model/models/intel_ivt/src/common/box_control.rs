//! The box control register, which stores only the freeze (Table 2-13) and, with an option of IVT-A09, two enables.

use super::{Bank, Compares, CounterSet};

/// Data written to a box control.
#[derive(Clone, Copy)]
pub(crate) struct BoxCtl(pub u64);

impl BoxCtl {
    /// Whether it resets all control registers.
    #[inline]
    pub fn resets_controls(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether it resets all counters.
    #[inline]
    pub fn resets_counters(self) -> bool {
        self.0 >> 1 & 1 != 0
    }

    /// Whether it freezes the counters; if not, it releases them.
    #[inline]
    pub fn freezes(self) -> bool {
        self.0 >> 8 & 1 != 0
    }

    /// Bits 17:16.
    #[inline]
    pub fn enables(self) -> u8 {
        (self.0 >> 16 & 3) as u8
    }
}

impl<const N: usize, const W: u32, C: Compares> Bank<N, W, C> {
    /// Executes the resets of a box control write; returns the counters with a new control register.
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
