//! The IMT: number of entries in use.

use super::accumulator::Accumulator;

/// Width of the accumulator without its carry, in bits.
pub const SUM: u32 = 6;
/// Number of entries of the IMT.
const ENTRIES: u64 = 32;

/// Changes of the entries in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entries {
    pub allocated: bool,
    /// A conflict is popped into an entry.
    pub popped: bool,
    pub released: bool,
}

/// Live count, modulo 64, and accumulator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imt {
    pub live: u64,
    pub sum: Accumulator,
}

impl Imt {
    /// Returns the value of the register.
    pub fn read(&self) -> u64 {
        self.live << 7 | self.sum.read_value(SUM)
    }

    pub fn is_full(&self) -> bool {
        self.live >= ENTRIES
    }

    /// Updates the live count at the end of a cycle.
    pub fn follow(&mut self, entries: Entries) {
        let Entries { allocated, popped, released } = entries;
        self.live = (self.live + u64::from(allocated) + u64::from(popped)).wrapping_sub(released.into()) & 0x3F;
    }
}
