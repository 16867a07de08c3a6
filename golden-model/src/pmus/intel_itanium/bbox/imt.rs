//! The IMT: how many entries are taken.

use super::accumulator::Accumulator;

/// Bits of the accumulator below its carry.
pub const SUM: u32 = 6;
/// Entries of the IMT.
const ENTRIES: u64 = 32;

/// What happens to it in a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entries {
    pub allocated: bool,
    /// A conflict is popped into it.
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
    /// The register.
    pub fn read(&self) -> u64 {
        self.live << 7 | self.sum.read_value(SUM)
    }

    pub fn is_full(&self) -> bool {
        self.live >= ENTRIES
    }

    /// The live count follows.
    pub fn follow(&mut self, entries: Entries) {
        let Entries { allocated, popped, released } = entries;
        self.live = (self.live + u64::from(allocated) + u64::from(popped)).wrapping_sub(released.into()) & 0x3F;
    }
}
