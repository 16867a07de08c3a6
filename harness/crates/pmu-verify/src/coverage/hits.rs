//! Sets of bins.

/// The bins that were hit: one bit for each, by its position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    words: Vec<u64>,
}

impl Hits {
    /// An empty set for `bins` bins.
    pub fn none(bins: usize) -> Self {
        Self { words: vec![0; bins.div_ceil(64)] }
    }

    /// Records that a bin was hit.
    #[inline]
    pub fn mark(&mut self, bin: usize) {
        self.words[bin / 64] |= 1 << (bin % 64);
    }

    /// Whether a bin was hit.
    pub fn contains(&self, bin: usize) -> bool {
        self.words.get(bin / 64).is_some_and(|word| word >> (bin % 64) & 1 != 0)
    }

    /// Whether no bin was hit.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Removes the hits in `other`, a set of the same PMU.
    pub fn remove(&mut self, other: &Hits) {
        self.words.iter_mut().zip(&other.words).for_each(|(mine, theirs)| *mine &= !theirs);
    }

    /// Removes all hits.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds the hits of `other`.
    ///
    /// The order of several additions does not matter; adding a set twice changes nothing.
    pub fn join(&mut self, other: &Hits) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        self.words.iter_mut().zip(&other.words).for_each(|(mine, theirs)| *mine |= theirs);
    }
}
