//! Positions of named values in the 64-bit words of a frame or an observation.

/// The slot of one named value.
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

    /// Stores a value, truncated to the width of the slot.
    #[inline]
    pub fn set(&self, words: &mut [u64], value: u64) {
        let mask = self.mask();
        words[self.word] = (words[self.word] & !(mask << self.shift)) | ((value & mask) << self.shift);
    }

    /// The position of `width` bits, at most 64, from bit `low` of the value upwards.
    #[inline]
    pub fn part(&self, low: u32, width: u32) -> Bits {
        let bit = self.shift + low;
        Bits::new(self.word + bit as usize / 64, bit % 64, width)
    }

    /// The position of all bits of the value, for values of up to 64 bits.
    pub fn bits(&self) -> Bits {
        self.part(0, self.width)
    }

    /// The position to which a value of up to 64 bits is written.
    pub fn position(&self) -> WordPosition {
        WordPosition { word: self.word as u32, shift: self.shift }
    }

    /// Number of words that the value occupies.
    pub fn word_count(&self) -> usize {
        (self.width as usize).div_ceil(64)
    }

    /// All bits of the value, the lowest 64 first.
    pub fn value(&self, words: &[u64]) -> Vec<u64> {
        let part = |low: u32| self.part(low, (self.width - low).min(64)).get(words);
        (0..self.width).step_by(64).map(part).collect()
    }
}

/// Position of up to 64 bits: a slot, or a part of a vector that may extend into the next word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// A one for each bit of the value, from bit 0.
    mask: u64,
    word: u32,
    shift: u8,
    /// Number of bits in the first word if the value extends into the next, otherwise 0.
    first: u8,
}

impl Bits {
    fn new(word: usize, shift: u32, width: u32) -> Self {
        let first = if shift + width > 64 { 64 - shift } else { 0 };
        Self { mask: u64::MAX >> (64 - width), word: word as u32, shift: shift as u8, first: first as u8 }
    }

    /// The lowest bits of the first word.
    pub fn low(width: u32) -> Self {
        Self::new(0, 0, width)
    }

    /// Width in bits.
    pub fn width(self) -> u32 {
        self.mask.count_ones()
    }

    /// This value with another one above it, as one value; `None` unless the other starts in the same word where this one ends.
    pub fn joined(self, above: Self) -> Option<Self> {
        let (shift, width) = (u32::from(self.shift), self.width());
        let is_next = self.first == 0 && above.first == 0 && self.word == above.word;
        let is_next = is_next && shift + width == u32::from(above.shift);
        is_next.then(|| Self::new(self.word as usize, shift, width + above.width()))
    }

    /// The words with bits of the value, with a mask of these bits.
    pub fn masks(self) -> impl Iterator<Item = (usize, u64)> {
        let word = self.word as usize;
        let rest = (self.first != 0).then(|| (word + 1, self.mask >> self.first));
        std::iter::once((word, self.mask << self.shift)).chain(rest)
    }

    /// The value.
    #[inline]
    pub fn get(self, words: &[u64]) -> u64 {
        let word = self.word as usize;
        let mut value = words[word] >> self.shift;
        if self.first != 0 {
            value |= words[word + 1] << self.first;
        }
        value & self.mask
    }

    /// Stores a value, truncated to the width.
    #[inline]
    pub fn set(self, words: &mut [u64], value: u64) {
        let (word, value) = (self.word as usize, value & self.mask);
        words[word] = (words[word] & !(self.mask << self.shift)) | (value << self.shift);
        if self.first != 0 {
            words[word + 1] = (words[word + 1] & !(self.mask >> self.first)) | (value >> self.first);
        }
    }
}

/// Position of a value within one word, such as a slot of up to 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordPosition {
    word: u32,
    shift: u32,
}

impl From<Bits> for WordPosition {
    /// The position of the lowest bit.
    fn from(bits: Bits) -> Self {
        Self { word: bits.word, shift: bits.shift.into() }
    }
}

impl WordPosition {
    /// Stores a value in bits that are 0. The value must fit the slot.
    #[inline]
    pub fn put(self, words: &mut [u64], value: impl Into<u64>) {
        words[self.word as usize] |= value.into() << self.shift;
    }
}

/// All slots of a frame or an observation.
///
/// Values are packed in order from bit 0 upwards. A value that does not fit into the rest of a word starts the next word. A
/// vector of more than 64 bits shares its words with no other value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    slots: Vec<Slot>,
    words: usize,
}

impl Layout {
    /// Packs values given as name and width in bits.
    pub fn pack<'a>(values: impl IntoIterator<Item = (&'a str, u32)>) -> Self {
        Self::pack_reserving(values.into_iter().map(|(name, width)| (name, width, width)))
    }

    /// Packs values given as name, width in bits and the number of bits, not fewer, that are reserved for the value.
    pub(crate) fn pack_reserving<'a>(values: impl IntoIterator<Item = (&'a str, u32, u32)>) -> Self {
        let mut slots = Vec::new();
        let (mut word, mut bit) = (0usize, 0u32);
        for (name, width, reserved) in values {
            if bit + reserved > 64 && bit > 0 {
                word += 1;
                bit = 0;
            }
            slots.push(Slot { name: name.to_owned(), width, word, shift: bit });
            if reserved > 64 {
                word += (reserved as usize).div_ceil(64);
            } else {
                bit += reserved;
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

    /// Ones at all bits of the slots that `selected` marks, zeros elsewhere.
    pub fn mask(&self, selected: &[bool]) -> Vec<u64> {
        let mut mask = vec![0; self.words];
        for (slot, _) in self.slots.iter().zip(selected).filter(|(_, &selected)| selected) {
            for low in (0..slot.width).step_by(64) {
                slot.part(low, (slot.width - low).min(64)).set(&mut mask, u64::MAX);
            }
        }
        mask
    }

    /// The slot of that name.
    pub fn find(&self, name: &str) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.name == name)
    }

    /// The slot of that name, which must exist.
    ///
    /// # Panics
    /// When it does not exist: the names of the caller and the description differ, which a test of the PMU detects.
    pub fn slot(&self, name: &str) -> Slot {
        self.find(name).unwrap_or_else(|| panic!("the layout has no value named {name}")).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_do_not_cross_words_and_vectors_start_a_word() {
        let layout = Layout::pack([("a", 1), ("b", 60), ("c", 8), ("v", 130), ("d", 3)]);
        let position: Vec<_> = layout.slots().iter().map(|s| (s.word, s.shift)).collect();
        assert_eq!(position, [(0, 0), (0, 1), (1, 0), (2, 0), (5, 0)]);
        assert_eq!(layout.words(), 6);
    }

    #[test]
    fn adjacent_values_of_a_word_are_joined() {
        let layout = Layout::pack([("a", 4), ("b", 60), ("c", 4), ("d", 8), ("v", 130)]);
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| layout.slot(name).bits());
        let both = a.joined(b).expect("they are adjacent");
        assert_eq!((both.get(&[u64::MAX, 0]), both.width()), (u64::MAX, 64));
        assert_eq!((b.joined(a), b.joined(c), a.joined(d)), (None, None, None));
        // A part of a vector that extends into the next word.
        let part = layout.slot("v").part(60, 8);
        assert_eq!(part.masks().collect::<Vec<_>>(), [(2, 0xF << 60), (3, 0xF)]);
        assert_eq!(layout.slot("v").part(56, 4).joined(part), None);
    }

    #[test]
    fn storing_a_value_does_not_change_its_neighbours() {
        let layout = Layout::pack([("a", 4), ("b", 48), ("c", 12)]);
        let mut words = vec![u64::MAX; layout.words()];
        layout.slot("b").set(&mut words, 0x1234_5678_9ABC);
        assert_eq!(layout.slot("b").get(&words), 0x1234_5678_9ABC);
        assert_eq!(layout.slot("b").bits().get(&words), 0x1234_5678_9ABC);
        assert_eq!((layout.slot("a").get(&words), layout.slot("c").get(&words)), (0xF, 0xFFF));
    }

    #[test]
    fn mask_and_value_have_all_bits_of_vectors() {
        let layout = Layout::pack([("a", 4), ("v", 130), ("b", 8)]);
        assert_eq!(layout.mask(&[false, true, false]), [0, u64::MAX, u64::MAX, 3, 0]);
        assert_eq!(layout.mask(&[true, false, true]), [0xF, 0, 0, 0, 0xFF]);
        assert_eq!(layout.slot("v").value(&[9, 1, 2, 7, 9]), [1, 2, 3]);
    }

    #[test]
    fn put_stores_a_value_in_its_slot() {
        let layout = Layout::pack([("a", 4), ("b", 60), ("c", 3), ("d", 5)]);
        let mut words = vec![0; layout.words()];
        layout.slot("d").position().put(&mut words, 0b10101u64);
        assert_eq!(words, [0, 0b10101 << 3]);
    }

    #[test]
    fn parts_of_a_vector_cross_words() {
        let layout = Layout::pack([("a", 7), ("v", 318)]);
        let vector = layout.slot("v");
        for low in [0, 1, 58, 59, 63, 64, 120, 312] {
            let part = vector.part(low, 6);
            let mut words = vec![u64::MAX; layout.words()];
            part.set(&mut words, 0b010101);
            assert_eq!(part.get(&words), 0b010101);
            assert_eq!(words.iter().map(|word| word.count_zeros()).sum::<u32>(), 3, "neighbours of bit {low}");
        }
        let word = vector.part(3, 64);
        let mut words = vec![0; layout.words()];
        word.set(&mut words, u64::MAX - 1);
        assert_eq!(word.get(&words), u64::MAX - 1);
    }
}
