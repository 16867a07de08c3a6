//! Accumulators: sums of a live count, with the carry of the last addition.

/// A sum modulo a power of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    pub sum: u64,
    /// The last addition had a carry (IBBOX-A10).
    pub carry: bool,
}

impl Accumulator {
    /// Adds the live count of a cycle. If the sum carries twice, only one carry is recorded (R53).
    pub fn add(&mut self, live: u64, width: u32) {
        let sum = self.sum + live;
        self.carry = self.carries(live, width);
        self.sum = sum & ((1 << width) - 1);
    }

    /// Whether the addition of a live count has a carry.
    pub fn carries(self, live: u64, width: u32) -> bool {
        (self.sum + live) >> width != 0
    }

    /// Returns the sum with the carry above it, as the IMT and Z-Box registers read it.
    pub fn read_value(self, width: u32) -> u64 {
        u64::from(self.carry) << width | self.sum
    }

    /// Creates an accumulator from a value in the same layout.
    pub fn loaded(data: u64, width: u32) -> Self {
        Self { sum: data & ((1 << width) - 1), carry: data >> width & 1 == 1 }
    }

    /// Creates an accumulator from a sum that software writes to a register without the carry.
    pub fn of(sum: u64) -> Self {
        Self { sum, carry: false }
    }
}
