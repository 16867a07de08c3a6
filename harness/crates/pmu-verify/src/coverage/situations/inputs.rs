//! Inputs that change in the same cycle.

use super::super::hits::Hits;
use super::bins::BinList;
use super::input_pairs::InputPairs;
use golden_model_core::Pmu;

/// No input has this bit of the frame.
const NO_INPUT: u16 = u16::MAX;

/// The bins of pairs of inputs.
#[derive(Clone, Debug, Default)]
pub(super) struct InputBins {
    first: usize,
    pairs: InputPairs,
    /// For each bit of a frame, the input, as a position in [`InputPairs::inputs`].
    owners: Vec<u16>,
    /// For each input the words of a frame that have bits of it, with these bits.
    masks: Vec<Vec<(usize, u64)>>,
    /// For each pair of inputs, row by row, its bin among those of the group.
    bins: Vec<u32>,
}

impl InputBins {
    pub const NAME: &str = "inputs_together";
    pub const DOC: &str = "These two inputs changed in the same cycle.";

    /// The bins from position `first` on, and their names.
    pub fn new(pmu: &Pmu, first: usize) -> (Self, Vec<String>) {
        let mut list = BinList::from(first);
        let pairs = InputPairs::new(&pmu.description, &mut list);
        let mut owners = vec![NO_INPUT; 64 * pmu.frame.words()];
        let mask = |(input, &position): (usize, &usize)| {
            let words = pmu.in_frame(pmu.description.inputs[position].at).masks();
            words.inspect(|&(word, mask)| own(&mut owners[64 * word..64 * word + 64], mask, input)).collect()
        };
        let masks: Vec<Vec<(usize, u64)>> = pairs.inputs.iter().enumerate().map(mask).collect();
        let inputs = pairs.inputs.len();
        let mut bins = vec![0; inputs * inputs];
        for (bin, of) in pairs.pairs.iter().enumerate() {
            for &(one, other) in of {
                bins[one * inputs + other] = bin as u32;
                bins[other * inputs + one] = bin as u32;
            }
        }
        (Self { first, pairs, owners, masks, bins }, list.names())
    }
}

/// Makes an input the owner of these bits of a word.
fn own(word: &mut [u16], mask: u64, input: usize) {
    let bits = word.iter_mut().enumerate().filter(|(bit, _)| mask >> bit & 1 != 0);
    bits.for_each(|(_, owner)| *owner = input as u16);
}

/// The pairs that may still hit a new bin, as a symmetrical relation of inputs.
#[derive(Clone, Debug)]
pub(super) struct OpenPairs {
    /// For each input a row of bits, one for each input.
    rows: Vec<u64>,
    /// Number of words in a row.
    words: usize,
    /// Bits of a frame that belong to inputs with a pair.
    watched: Vec<(usize, u64)>,
    /// The same for some of the inputs, so that each pair has at least one of them. Inputs that seldom change are preferred:
    /// in most cycles none of these changes.
    cover: Vec<(usize, u64)>,
    /// Whether pairs were removed since `cover` was computed.
    is_reduced: bool,
    /// The inputs that change in a cycle.
    changed: Vec<u64>,
}

impl OpenPairs {
    /// The pairs whose bins are not in `known`.
    pub fn new(bins: &InputBins, known: &Hits) -> Self {
        let inputs = bins.pairs.inputs.len();
        let words = inputs.div_ceil(64);
        let (rows, changed) = (vec![0; inputs * words], vec![0; words]);
        let mut open = Self { rows, words, watched: Vec::new(), cover: Vec::new(), is_reduced: true, changed };
        let is_open = |(bin, _): &(usize, &Vec<(usize, usize)>)| !known.contains(bins.first + bin);
        for (_, pairs) in bins.pairs.pairs.iter().enumerate().filter(is_open) {
            for &(one, other) in pairs {
                open.rows[one * words + other / 64] |= 1 << (other % 64);
                open.rows[other * words + one / 64] |= 1 << (one % 64);
            }
        }
        open.update(bins);
        open
    }

    /// Whether a pair may have changed between two frames.
    #[inline]
    pub fn may_change(&self, frame: &[u64], next: &[u64]) -> bool {
        self.cover.iter().fold(0, |changed, &(word, mask)| changed | (frame[word] ^ next[word]) & mask) != 0
    }

    /// Samples the inputs that change between two frames.
    pub fn sample(&mut self, bins: &InputBins, frame: &[u64], next: &[u64], hits: &mut Hits) {
        self.changed.fill(0);
        for &(word, mask) in &self.watched {
            let mut changed = (frame[word] ^ next[word]) & mask;
            while changed != 0 {
                let input = usize::from(bins.owners[64 * word + changed.trailing_zeros() as usize]);
                self.changed[input / 64] |= 1 << (input % 64);
                let own = bins.masks[input].iter().filter(|(of, _)| *of == word);
                changed &= !own.fold(0, |all, (_, mask)| all | mask);
            }
        }
        for word in 0..self.words {
            let mut inputs = self.changed[word];
            while inputs != 0 {
                let input = 64 * word + inputs.trailing_zeros() as usize;
                inputs &= inputs - 1;
                for other in 0..self.words {
                    let mut found = self.rows[input * self.words + other] & self.changed[other];
                    while found != 0 {
                        self.hit(bins, input, 64 * other + found.trailing_zeros() as usize, hits);
                        found &= self.rows[input * self.words + other];
                    }
                }
            }
        }
    }

    /// Marks the bin of a pair and removes all of its pairs.
    #[cold]
    fn hit(&mut self, bins: &InputBins, one: usize, other: usize, hits: &mut Hits) {
        let bin = bins.bins[one * bins.pairs.inputs.len() + other] as usize;
        hits.mark(bins.first + bin);
        for &(one, other) in &bins.pairs.pairs[bin] {
            self.rows[one * self.words + other / 64] &= !(1 << (other % 64));
            self.rows[other * self.words + one / 64] &= !(1 << (one % 64));
        }
        self.is_reduced = true;
    }

    /// Computes the bits to watch for the pairs that are left.
    pub fn update(&mut self, bins: &InputBins) {
        if !std::mem::take(&mut self.is_reduced) {
            return;
        }
        let row = |input: usize| &self.rows[input * self.words..(input + 1) * self.words];
        let pairs = |input: &usize| row(*input).iter().map(|word| word.count_ones()).sum::<u32>();
        let mut open: Vec<usize> = (0..bins.pairs.inputs.len()).filter(|input| pairs(input) > 0).collect();
        self.watched = merged(open.iter().flat_map(|&input| &bins.masks[input]));
        // An input that seldom changes has most of its pairs left.
        open.sort_by_key(|input| std::cmp::Reverse(pairs(input)));
        let mut covered = vec![0; self.words];
        let is_needed = |&input: &usize| {
            let is_needed = row(input).iter().zip(&covered).any(|(pairs, covered)| pairs & !covered != 0);
            covered[input / 64] |= u64::from(is_needed) << (input % 64);
            is_needed
        };
        let cover: Vec<usize> = open.into_iter().filter(is_needed).collect();
        self.cover = merged(cover.iter().flat_map(|&input| &bins.masks[input]));
    }
}

/// Masks of the same word become one.
fn merged<'m>(masks: impl Iterator<Item = &'m (usize, u64)>) -> Vec<(usize, u64)> {
    let mut words = std::collections::BTreeMap::new();
    masks.for_each(|&(word, mask)| *words.entry(word).or_insert(0) |= mask);
    words.into_iter().collect()
}
