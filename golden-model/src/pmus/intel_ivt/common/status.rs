//! The overflow status of a box.

/// The status bits of a box and its message to the U-Box.
#[derive(Clone, Copy, Default)]
pub(crate) struct Status {
    ov: u32,
    message: bool,
}

impl Status {
    /// The status register: bit i belongs to counter i.
    #[inline]
    pub fn ov(self) -> u32 {
        self.ov
    }

    /// A bit was newly set at the start of this clock.
    #[inline]
    pub fn message(self) -> bool {
        self.message
    }

    /// One clock in which hardware sets bits and software clears bits. Setting wins, and sets anew what is cleared
    /// in the same clock (IVT-R64).
    #[inline]
    pub fn step(&mut self, set: u32, cleared: u32) {
        let kept = self.ov & !cleared;
        self.message = set & !kept != 0;
        self.ov = kept | set;
    }
}
