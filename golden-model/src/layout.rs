//! How named values lie in the 64-bit words of a frame or an observation.

/// The place of one named value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Name in programs and messages, such as `core0.cpl`.
    pub name: String,
    /// Width in bits; more than 64 only for vectors that start at bit 0 of a word.
    pub width: u32,
    /// First word.
    pub word: usize,
    /// Lowest bit within that word.
    pub shift: u32,
}

impl Slot {
    /// A mask of the value's width, for values of up to 64 bits.
    #[inline]
    pub fn mask(&self) -> u64 {
        if self.width >= 64 {
            u64::MAX
        } else {
            (1 << self.width) - 1
        }
    }

    /// The value, for slots of up to 64 bits.
    #[inline]
    pub fn get(&self, words: &[u64]) -> u64 {
        (words[self.word] >> self.shift) & self.mask()
    }

    /// Stores a value, cut to the slot's width.
    #[inline]
    pub fn set(&self, words: &mut [u64], value: u64) {
        let mask = self.mask();
        words[self.word] = (words[self.word] & !(mask << self.shift)) | ((value & mask) << self.shift);
    }

    /// `lane_width` bits at lane `lane` of a vector. A lane never crosses a word when `lane_width` divides 64.
    #[inline]
    pub fn lane(&self, words: &[u64], lane: usize, lane_width: u32) -> u64 {
        let bit = lane * lane_width as usize;
        (words[self.word + bit / 64] >> (bit % 64)) & ((1 << lane_width) - 1)
    }

    /// Stores `lane_width` bits at lane `lane` of a vector.
    #[inline]
    pub fn set_lane(&self, words: &mut [u64], lane: usize, lane_width: u32, value: u64) {
        let bit = lane * lane_width as usize;
        let mask = (1 << lane_width) - 1;
        let word = &mut words[self.word + bit / 64];
        *word = (*word & !(mask << (bit % 64))) | ((value & mask) << (bit % 64));
    }

    /// Number of words that the value touches.
    pub fn word_count(&self) -> usize {
        (self.width as usize).div_ceil(64)
    }
}

/// All slots of a frame or an observation.
///
/// Values are packed in order from bit 0 upwards; one that does not fit into the rest of a word starts the next, and a
/// vector of more than 64 bits has its words to itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    slots: Vec<Slot>,
    words: usize,
}

impl Layout {
    /// Packs values given as name and width in bits.
    pub fn pack<'a>(values: impl IntoIterator<Item = (&'a str, u32)>) -> Self {
        let mut slots = Vec::new();
        let (mut word, mut bit) = (0usize, 0u32);
        for (name, width) in values {
            if bit + width > 64 && bit > 0 {
                word += 1;
                bit = 0;
            }
            slots.push(Slot { name: name.to_owned(), width, word, shift: bit });
            if width > 64 {
                word += (width as usize).div_ceil(64);
            } else {
                bit += width;
            }
        }
        Self { slots, words: word + usize::from(bit > 0) }
    }

    /// The slots in order.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Number of 64-bit words.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The slot of that name.
    pub fn find(&self, name: &str) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.name == name)
    }

    /// The slot of that name, which the description is known to have.
    ///
    /// # Panics
    /// When there is none: the caller's names and the description are out of step, which a test of the PMU shows.
    pub fn slot(&self, name: &str) -> Slot {
        self.find(name).unwrap_or_else(|| panic!("the layout has no value named {name}")).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_never_cross_words_and_vectors_start_one() {
        let layout = Layout::pack([("a", 1), ("b", 60), ("c", 8), ("v", 130), ("d", 3)]);
        let place: Vec<_> = layout.slots().iter().map(|s| (s.word, s.shift)).collect();
        assert_eq!(place, [(0, 0), (0, 1), (1, 0), (2, 0), (5, 0)]);
        assert_eq!(layout.words(), 6);
    }

    #[test]
    fn a_stored_value_leaves_its_neighbours_alone() {
        let layout = Layout::pack([("a", 4), ("b", 48), ("c", 12)]);
        let mut words = vec![u64::MAX; layout.words()];
        layout.slot("b").set(&mut words, 0x1234_5678_9ABC);
        assert_eq!(layout.slot("b").get(&words), 0x1234_5678_9ABC);
        assert_eq!((layout.slot("a").get(&words), layout.slot("c").get(&words)), (0xF, 0xFFF));
    }

    #[test]
    fn lanes_are_addressed_across_words() {
        let layout = Layout::pack([("v", 362)]);
        let vector = layout.slot("v");
        let mut words = vec![0; layout.words()];
        vector.set_lane(&mut words, 33, 2, 3);
        assert_eq!(words[1], 0b1100);
        assert_eq!((vector.lane(&words, 33, 2), vector.lane(&words, 32, 2)), (3, 0));
    }
}
