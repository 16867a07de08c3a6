//! A delay line between a box and the U-Box.

/// Delays pulses by 0 to 7 cycles; the delay can change in every cycle.
#[derive(Clone, Copy, Default)]
pub(super) struct Delay(u8);

impl Delay {
    /// The pulses in flight: bit i entered the line i + 1 cycles ago.
    #[inline]
    pub fn bits(self) -> u8 {
        self.0
    }

    /// The output in this cycle: the input of `latency` cycles ago.
    #[inline]
    pub fn output(self, input: bool, latency: u32) -> bool {
        (self.0 << 1 | u8::from(input)) >> latency & 1 != 0
    }

    /// Executes a cycle.
    #[inline]
    pub fn step(&mut self, input: bool) {
        self.0 = (self.0 << 1 | u8::from(input)) & 0x7F;
    }
}
