//! Ownership of the counter indices while northbridge events are counted.

use super::counter_set::{CounterSet, OF_CORE, PER_CORE};

/// The owners of the four counter indices, as the set of counters that own their index.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Ownership(CounterSet);

impl Ownership {
    /// The owners in a cycle with these claims.
    ///
    /// An owner keeps the index until its claim ends. An index without an owner goes to a core that claims
    /// it, to core 0 if both do.
    #[inline]
    pub fn with_claims(self, claims: CounterSet) -> Self {
        let kept = self.0 & claims;
        let taken = kept | kept.rotate_left(PER_CORE as u32);
        let new = claims & !taken;
        let lost_ties = (new & OF_CORE[0]) << PER_CORE;
        Self(kept | new & !lost_ties)
    }

    /// The counters that cannot be used because the other core owns their index.
    #[inline]
    pub fn blocked(self) -> CounterSet {
        self.0.rotate_left(PER_CORE as u32)
    }

    /// The owners of all indices, 2 bits each, index 0 in the lowest.
    #[inline]
    pub fn owners(self) -> u8 {
        // Moves the four bits of a core to every other bit.
        let spread = |bits: CounterSet| {
            let in_pairs = (bits | bits << 2) & 0x33;
            (in_pairs | in_pairs << 1) & 0x55
        };
        spread(self.0 & OF_CORE[0]) | spread(self.0 >> PER_CORE) << 1
    }

    /// The owner of an index, 2 bits: 0 none, 1 core 0, 2 core 1.
    #[inline]
    pub fn owner(self, index: usize) -> u64 {
        u64::from(self.0 >> index & 1 | (self.0 >> (PER_CORE + index) & 1) << 1)
    }
}
