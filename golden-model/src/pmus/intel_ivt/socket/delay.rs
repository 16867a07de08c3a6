//! A line between a box and the U-Box.

/// A line that delays pulses by 0 to 7 clocks, chosen anew in every clock.
#[derive(Clone, Copy, Default)]
pub(super) struct Delay(u8);

impl Delay {
    /// What is on its way: bit i entered the line i + 1 clocks ago.
    #[inline]
    pub fn bits(self) -> u8 {
        self.0
    }

    /// What comes out in this clock, `latency` clocks after it entered.
    #[inline]
    pub fn output(self, input: bool, latency: u32) -> bool {
        (self.0 << 1 | u8::from(input)) >> latency & 1 != 0
    }

    /// One clock.
    #[inline]
    pub fn cycle(&mut self, input: bool) {
        self.0 = (self.0 << 1 | u8::from(input)) & 0x7F;
    }
}
