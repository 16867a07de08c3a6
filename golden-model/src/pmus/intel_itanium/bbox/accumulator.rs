//! Accumulators: sums of a live count, with the carry of the latest addition.

/// A sum modulo a power of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    pub sum: u64,
    /// The latest addition had a carry (IBBOX-A10).
    pub carry: bool,
}

impl Accumulator {
    /// Adds the live count of a clock; of two carries one is kept (R53).
    pub fn add(&mut self, live: u64, width: u32) {
        let sum = self.sum + live;
        self.carry = sum >> width != 0;
        self.sum = sum & ((1 << width) - 1);
    }

    /// Sum and carry side by side, as the registers of IMT and Z-Box show them.
    pub fn read_value(self, width: u32) -> u64 {
        u64::from(self.carry) << width | self.sum
    }

    /// From the same.
    pub fn loaded(data: u64, width: u32) -> Self {
        Self { sum: data & ((1 << width) - 1), carry: data >> width & 1 == 1 }
    }

    /// A sum that software writes where the carry is in no register.
    pub fn of(sum: u64) -> Self {
        Self { sum, carry: false }
    }
}
