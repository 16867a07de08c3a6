//! The data register of a counter.

/// A value of `WIDTH` bits that wraps (2.2.2, 2.3.2, 2.9.2; Table 2-9 for the fixed counter).
#[derive(Clone, Copy, Default)]
pub(crate) struct Count<const WIDTH: u32 = 44>(u64);

/// Width of a dword of a counter in bits.
const DWORD: u32 = 32;

impl<const WIDTH: u32> Count<WIDTH> {
    /// All bits of a counter.
    const MAX: u64 = (1 << WIDTH) - 1;

    /// The value as read by software, with the bits above the counter 0.
    #[inline]
    pub fn value(self) -> u64 {
        self.0
    }

    /// Writes the value; bits above the counter are ignored.
    pub fn write(&mut self, data: u64) {
        self.0 = data & Self::MAX;
    }

    /// The lower dword (IVT-R09).
    pub fn low(self) -> u64 {
        self.0 & u64::from(u32::MAX)
    }

    /// The higher dword, with the bits above the counter 0.
    pub fn high(self) -> u64 {
        self.0 >> DWORD
    }

    /// Replaces the lower dword (IVT-R10).
    pub fn write_low(&mut self, data: u64) {
        self.write(self.high() << DWORD | data & u64::from(u32::MAX));
    }

    /// Replaces the higher dword; bits above the counter are ignored (IVT-R11).
    pub fn write_high(&mut self, data: u64) {
        self.write(data << DWORD | self.low());
    }

    /// Whether an addition would carry out of the top bit.
    pub fn carries(self, amount: u32) -> bool {
        self.0 + u64::from(amount) > Self::MAX
    }

    /// Adds and returns whether there was a carry out of the top bit. The remainder is kept (IVT-R58).
    #[inline]
    pub fn add(&mut self, amount: u32) -> bool {
        let sum = self.0 + u64::from(amount);
        self.0 = sum & Self::MAX;
        sum > Self::MAX
    }
}
