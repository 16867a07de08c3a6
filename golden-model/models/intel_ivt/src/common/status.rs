//! The overflow status of a box.

/// The status bits of a box and its message to the U-Box.
#[derive(Clone, Copy, Default)]
pub(crate) struct Status {
    ov: u32,
    message: bool,
}

impl Status {
    /// The status register: bit i is the bit of counter i.
    #[inline]
    pub fn ov(self) -> u32 {
        self.ov
    }

    /// Whether a bit changed from 0 to 1 at the start of this cycle.
    #[inline]
    pub fn message(self) -> bool {
        self.message
    }

    /// Executes a cycle in which hardware sets bits and software clears bits.
    ///
    /// Setting takes priority, and counts as a new bit if the bit is cleared in the same cycle (IVT-R64).
    #[inline]
    pub fn step(&mut self, new: Overflows, cleared: u32) {
        let kept = self.ov & !cleared;
        self.message = new.sent & !kept != 0;
        self.ov = kept | new.set;
    }
}

/// Status bits of the counters that overflow in a cycle.
#[derive(Clone, Copy, Default)]
pub(crate) struct Overflows {
    /// The bits that are set.
    pub set: u32,
    /// Those of them whose change from 0 to 1 sends the message.
    pub sent: u32,
}
