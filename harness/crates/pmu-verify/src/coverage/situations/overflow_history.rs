//! The overflows of a program since the last reset.

use super::super::bits::ones;
use super::super::hits::Hits;
use super::overflows::{OverflowBins, OverflowCounter, DISTANCE, REPETITIONS};

/// The overflows of a program since the last reset.
#[derive(Clone, Debug)]
pub(super) struct OverflowHistory {
    /// For each counter, in the order of [`OverflowBins::counters`], the number of its overflows.
    counts: Vec<u32>,
    /// For each unit, the last cycles with an overflow and the counters that overflowed, the latest first.
    recent: Vec<[(u64, u64); DISTANCE + 1]>,
}

impl OverflowHistory {
    /// No overflows.
    pub fn new(bins: &OverflowBins) -> Self {
        Self { counts: vec![0; bins.counters.len()], recent: vec![[(0, 0); DISTANCE + 1]; bins.units.len()] }
    }

    /// Forgets all overflows.
    pub fn clear(&mut self) {
        self.counts.fill(0);
        self.recent.fill([(0, 0); DISTANCE + 1]);
    }

    /// Samples a cycle in which a counter overflows, from its observation and the next one.
    #[cold]
    pub fn sample(&mut self, bins: &OverflowBins, cycle: u64, (now, next): (&[u64], &[u64]), hits: &mut Hits) {
        let mut counter = 0;
        for &(word, tops) in &bins.words {
            let fell = now[word] & !next[word] & tops;
            for bit in ones(fell) {
                let position = counter + (tops & ((1 << bit) - 1)).count_ones() as usize;
                self.count(bins, position, cycle, hits);
            }
            counter += tops.count_ones() as usize;
        }
        for (of, recent) in bins.units.iter().zip(&self.recent) {
            let (latest, subset) = recent[0];
            if subset == 0 || latest != cycle {
                continue;
            }
            of.mark_subset(subset, hits);
            for &(before, earlier) in recent[1..].iter().filter(|(_, earlier)| *earlier != 0) {
                let distance = (cycle - before) as usize;
                if distance <= DISTANCE {
                    of.mark_pairs(distance, earlier, subset, hits);
                }
            }
        }
    }

    /// Counts an overflow of one counter.
    fn count(&mut self, bins: &OverflowBins, position: usize, cycle: u64, hits: &mut Hits) {
        let OverflowCounter { unit, position: of_unit, repetitions } = bins.counters[position];
        self.counts[position] = self.counts[position].saturating_add(1);
        if let Some(reached) = REPETITIONS.iter().position(|number| *number == self.counts[position]) {
            hits.mark(repetitions + reached);
        }
        let recent = &mut self.recent[unit];
        if recent[0].1 == 0 || recent[0].0 != cycle {
            recent.rotate_right(1);
            recent[0] = (cycle, 0);
        }
        recent[0].1 |= 1 << of_unit;
    }
}
