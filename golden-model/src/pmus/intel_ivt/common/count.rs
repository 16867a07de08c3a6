//! The data register of a counter.

/// A value of `WIDTH` bits that wraps (2.2.2, 2.3.2, 2.9.2; of the fixed counter Table 2-9).
#[derive(Clone, Copy, Default)]
pub(crate) struct Count<const WIDTH: u32 = 44>(u64);

/// Bits of a dword of a counter.
const DWORD: u32 = 32;

impl<const WIDTH: u32> Count<WIDTH> {
    /// All bits of a counter.
    const MAX: u64 = (1 << WIDTH) - 1;

    /// The value as software reads it, the bits above zero.
    #[inline]
    pub fn value(self) -> u64 {
        self.0
    }

    /// Takes what software writes; the bits above have no place.
    pub fn write(&mut self, data: u64) {
        self.0 = data & Self::MAX;
    }

    /// The lower dword (IVT-R09).
    pub fn low(self) -> u64 {
        self.0 & u64::from(u32::MAX)
    }

    /// The higher dword, the bits above the counter zero.
    pub fn high(self) -> u64 {
        self.0 >> DWORD
    }

    /// Replaces the lower dword (IVT-R10).
    pub fn write_low(&mut self, data: u64) {
        self.write(self.high() << DWORD | data & u64::from(u32::MAX));
    }

    /// Replaces the higher dword; bits above the counter have no place (IVT-R11).
    pub fn write_high(&mut self, data: u64) {
        self.write(data << DWORD | self.low());
    }

    /// Whether adding would carry out of the top bit.
    pub fn carries(self, amount: u32) -> bool {
        self.0 + u64::from(amount) > Self::MAX
    }

    /// Adds, and tells whether there was a carry out of the top bit. The remainder stays (IVT-R58).
    #[inline]
    pub fn add(&mut self, amount: u32) -> bool {
        let sum = self.0 + u64::from(amount);
        self.0 = sum & Self::MAX;
        sum > Self::MAX
    }
}
