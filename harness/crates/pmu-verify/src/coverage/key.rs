//! What decides which bins a cross hits.

use super::signal::{CycleView, Signal, Source};

/// Most words of a key.
const WORDS: usize = 3;

/// Bits that decide which bins a cross hits. With the same values of them it hits the same bins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key([KeyWord; WORDS]);

/// Some bits of a word.
#[derive(Clone, Copy, Debug)]
struct KeyWord {
    source: Source,
    word: usize,
    mask: u64,
}

/// Values of the bits of a key; others are 0.
pub(super) type KeyValue = [u64; WORDS];

impl Key {
    /// The bits of all signals; `None` if they are in too many words.
    pub fn new(signals: impl Iterator<Item = Signal>) -> Option<Self> {
        let mut words: Vec<KeyWord> = Vec::new();
        for Signal { source, bits } in signals {
            for (word, mask) in bits.masks() {
                match words.iter_mut().find(|known| (known.source, known.word) == (source, word)) {
                    Some(known) => known.mask |= mask,
                    None => words.push(KeyWord { source, word, mask }),
                }
            }
        }
        let unused = KeyWord { source: Source::Access, word: 0, mask: 0 };
        words.resize(words.len().max(WORDS), unused);
        words.try_into().ok().map(Self)
    }

    /// The values in a cycle.
    #[inline]
    pub fn get(&self, cycle: &CycleView) -> KeyValue {
        self.0.map(|KeyWord { source, word, mask }| cycle.of(source)[word] & mask)
    }
}
