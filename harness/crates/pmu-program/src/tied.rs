//! Inputs that a DUT lacks.

use golden_model_core::Slot;

/// Inputs that a DUT lacks. Each has one value, which DUT and golden model see in every cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TiedInputs {
    inputs: Vec<(Slot, u64)>,
    words: Vec<Word>,
}

/// The tied bits in one word of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Word {
    position: usize,
    mask: u64,
    value: u64,
}

impl TiedInputs {
    /// Ties an input to a value. Bits from 64 up are tied to 0.
    pub fn add(&mut self, slot: &Slot, value: u64) {
        self.inputs.push((slot.clone(), value));
        for part in 0..slot.word_count() {
            let width = (slot.width - part as u32 * 64).min(64);
            let mask = u64::MAX >> (64 - width);
            let value = if part == 0 { value & mask } else { 0 };
            self.words.push(Word { position: slot.word + part, mask: mask << slot.shift, value: value << slot.shift });
        }
    }

    /// The slots of the tied inputs, each with its value.
    pub fn inputs(&self) -> &[(Slot, u64)] {
        &self.inputs
    }

    /// Whether no input is tied.
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// Writes the values into frames of `words` words each.
    pub fn apply(&self, frames: &mut [u64], words: usize) {
        if self.is_empty() {
            return;
        }
        for frame in frames.chunks_exact_mut(words) {
            for word in &self.words {
                frame[word.position] = (frame[word.position] & !word.mask) | word.value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use golden_model_core::Layout;

    #[test]
    fn only_tied_bits_change() {
        let layout = Layout::pack([("a", 3), ("b", 5), ("v", 100), ("c", 64)]);
        let mut tied = TiedInputs::default();
        tied.add(&layout.slot("b"), 0b10101);
        tied.add(&layout.slot("v"), 7);
        let mut frames = vec![u64::MAX; 2 * layout.words()];
        tied.apply(&mut frames, layout.words());
        for frame in frames.chunks_exact(layout.words()) {
            assert_eq!((layout.slot("a").get(frame), layout.slot("b").get(frame)), (7, 0b10101));
            assert_eq!(frame[1..], [7, !((1 << 36) - 1), u64::MAX]);
        }
    }
}
