//! Values that a simulator samples, with their unknown bits.

/// The values of a frame or an observation in the layout of the PMU.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sampled {
    /// The values, in 64-bit words.
    pub value: Vec<u64>,
    /// Ones at the bits that are X or Z.
    pub unknown: Vec<u64>,
}

impl Sampled {
    /// Values that are 0 and known.
    pub fn zero(words: usize) -> Self {
        Self { value: vec![0; words], unknown: vec![0; words] }
    }
}
