//! Overflows of counters: how often, together, and in successive cycles.

use super::super::bits::ones;
use super::super::hits::Hits;
use super::bins::BinList;
use super::counters::{by_unit, UnitCounters};
use golden_model_core::Pmu;

/// Numbers of overflows of a counter since the last reset that have a bin.
pub(super) const REPETITIONS: [u32; 4] = [1, 10, 100, 1_000];

/// Largest number of counters of a unit of which each triple has a bin.
const TRIPLES: usize = 8;

/// Largest distance in cycles of two successive overflows.
pub(super) const DISTANCE: usize = 2;

/// The bins of overflows.
#[derive(Clone, Debug, Default)]
pub(super) struct OverflowBins {
    /// Words of the observation, each with the highest bits of the counts in it.
    pub words: Vec<(usize, u64)>,
    /// For each of these bits, word by word and from the lowest, the counter.
    pub counters: Vec<OverflowCounter>,
    pub units: Vec<UnitBins>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct OverflowCounter {
    /// Position in [`OverflowBins::units`].
    pub unit: usize,
    /// Position in the unit.
    pub position: usize,
    /// The first bin of its repetitions.
    pub repetitions: usize,
}

/// The bins of one unit.
#[derive(Clone, Debug)]
pub(super) struct UnitBins {
    /// Number of counters.
    counters: usize,
    /// Subsets of the counters, one bit for each, in ascending order, and their bins.
    subsets: Vec<(u64, usize)>,
    /// For each distance in cycles, the first bin of the ordered pairs.
    pairs: [usize; DISTANCE],
}

/// Names of the bins of one unit, from the names of its counters.
struct Names<'n>(&'n UnitCounters);

impl OverflowBins {
    pub const REPETITIONS: (&str, &str) =
        ("repetitions", "Number of overflows of each counter since the last reset (reached).");
    pub const TOGETHER: (&str, &str) =
        ("overflows_together", "Exactly these counters of a unit overflowed in one cycle.");
    pub const SUCCESSION: (&str, &str) =
        ("overflows_in_succession", "A counter of a unit overflowed one or two cycles after another one.");

    /// The bins of all counters: those of repetitions, together, and in succession, which have successive positions.
    pub fn new(pmu: &Pmu, first: usize) -> (Self, [Vec<String>; 3]) {
        let by_unit = by_unit(pmu);
        let mut bits: Vec<(u32, OverflowCounter)> = Vec::new();
        let mut repetitions = BinList::from(first);
        for (unit, of) in by_unit.iter().enumerate() {
            for (position, (name, top)) in of.counters.iter().enumerate() {
                let bins = REPETITIONS.map(|number| repetitions.add(format!("{}.{name}={number}", of.unit)));
                bits.push((bit_of(*top), OverflowCounter { unit, position, repetitions: bins[0] }));
            }
        }
        let repetitions = repetitions.names();
        let mut together = BinList::from(first + repetitions.len());
        let subsets: Vec<_> = by_unit.iter().map(|of| Names(of).subsets(&mut together)).collect();
        let together = together.names();
        let mut succession = BinList::from(first + repetitions.len() + together.len());
        let unit = |(of, subsets): (&UnitCounters, _)| UnitBins {
            counters: of.counters.len(),
            subsets,
            pairs: Names(of).pairs(&mut succession),
        };
        let units = by_unit.iter().zip(subsets).map(unit).collect();
        bits.sort_by_key(|(bit, _)| *bit);
        let mut words: Vec<(usize, u64)> = Vec::new();
        for (bit, _) in &bits {
            let (word, mask) = ((bit / 64) as usize, 1u64 << (bit % 64));
            match words.last_mut().filter(|(last, _)| *last == word) {
                Some((_, tops)) => *tops |= mask,
                None => words.push((word, mask)),
            }
        }
        let counters = bits.into_iter().map(|(_, counter)| counter).collect();
        (Self { words, counters, units }, [repetitions, together, succession.names()])
    }

    /// Whether a counter overflows in a cycle without write and reset: counting beyond the largest value clears the highest bit.
    #[inline]
    pub fn is_any(&self, now: &[u64], next: &[u64]) -> bool {
        self.words.iter().fold(0, |fell, &(word, tops)| fell | now[word] & !next[word] & tops) != 0
    }
}

/// The number of a bit in an observation.
fn bit_of(bit: golden_model_core::Bits) -> u32 {
    bit.masks().map(|(word, mask)| 64 * word as u32 + mask.trailing_zeros()).sum()
}

impl Names<'_> {
    fn counter(&self, position: usize) -> &str {
        &self.0.counters[position].0
    }

    /// Adds the bins of the subsets: pairs, triples, all counters except one, and all counters.
    fn subsets(&self, list: &mut BinList) -> Vec<(u64, usize)> {
        let (unit, counters) = (&self.0.unit, self.0.counters.len());
        let name = |subset: &[usize]| {
            let names: Vec<&str> = subset.iter().map(|&position| self.counter(position)).collect();
            format!("{unit}/{}", names.join(","))
        };
        let mut subsets: Vec<(u64, usize)> = Vec::new();
        let mut add = |subset: u64, name: String| {
            if subset.count_ones() > 1 && subsets.iter().all(|(known, _)| *known != subset) {
                subsets.push((subset, list.add(name)));
            }
        };
        for a in 0..counters {
            (a + 1..counters).for_each(|b| add(1 << a | 1 << b, name(&[a, b])));
        }
        for a in 0..if counters <= TRIPLES { counters } else { 0 } {
            for b in a + 1..counters {
                (b + 1..counters).for_each(|c| add(1 << a | 1 << b | 1 << c, name(&[a, b, c])));
            }
        }
        let all = u64::MAX >> (64 - counters);
        (0..counters).for_each(|a| add(all & !(1 << a), format!("{unit}/all except {}", self.counter(a))));
        add(all, format!("{unit}/all"));
        subsets.sort_unstable();
        subsets
    }

    /// Adds the bins of the ordered pairs, for each distance.
    fn pairs(&self, list: &mut BinList) -> [usize; DISTANCE] {
        let (unit, counters) = (&self.0.unit, self.0.counters.len());
        ["then", "then after a cycle"].map(|then| {
            let mut first = None;
            for (a, b) in (0..counters).flat_map(|a| (0..counters).map(move |b| (a, b))).filter(|(a, b)| a != b) {
                let bin = list.add(format!("{unit}/{} {then} {}", self.counter(a), self.counter(b)));
                first.get_or_insert(bin);
            }
            first.unwrap_or_default()
        })
    }
}

impl UnitBins {
    /// Marks the bin of the counters that overflow in one cycle, if there is one.
    pub fn mark_subset(&self, subset: u64, hits: &mut Hits) {
        if let Ok(found) = self.subsets.binary_search_by_key(&subset, |(known, _)| *known) {
            hits.mark(self.subsets[found].1);
        }
    }

    /// Marks each ordered pair of a counter in `before` and one in `after`.
    pub fn mark_pairs(&self, distance: usize, before: u64, after: u64, hits: &mut Hits) {
        for a in ones(before) {
            for b in ones(after & !(1 << a)) {
                hits.mark(self.pairs[distance - 1] + a * (self.counters - 1) + b - usize::from(b > a));
            }
        }
    }
}
