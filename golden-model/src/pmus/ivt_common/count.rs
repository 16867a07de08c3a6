//! The data register of a counter.

/// Width of a counter in bits (2.2.2, 2.3.2; of the fixed counter Table 2-9).
const WIDTH: u32 = 44;
/// All bits of a counter.
const MAX: u64 = (1 << WIDTH) - 1;

/// A value of 44 bits that wraps.
#[derive(Clone, Copy, Default)]
pub(crate) struct Count(u64);

impl Count {
    /// The value as software reads it, bits 63:44 zero.
    #[inline]
    pub fn value(self) -> u64 {
        self.0
    }

    /// Takes what software writes; bits 63:44 have no place.
    pub fn write(&mut self, data: u64) {
        self.0 = data & MAX;
    }

    /// Whether adding would carry out of the top bit.
    pub fn carries(self, amount: u32) -> bool {
        self.0 + u64::from(amount) > MAX
    }

    /// Adds, and tells whether there was a carry out of the top bit. The remainder stays (IVT-R58).
    #[inline]
    pub fn add(&mut self, amount: u32) -> bool {
        let sum = self.0 + u64::from(amount);
        self.0 = sum & MAX;
        sum > MAX
    }
}
