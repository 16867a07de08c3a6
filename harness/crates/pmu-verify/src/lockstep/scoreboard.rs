//! The scoreboard: comparison of observations.

use golden_model::Pmu;
use pmu_program::Check;

/// Compares every observable slot in every cycle.
pub struct Scoreboard {
    words: usize,
    /// Ones at the bits that are compared.
    mask: Vec<u64>,
    /// Whether all bits are compared, so that memory can be compared directly.
    all: bool,
    compared: Vec<bool>,
    slots: Vec<golden_model::Slot>,
}

/// The first cycle in which DUT and model differ, or in which an expectation fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Cycle of the program, from 0.
    pub cycle: u64,
    /// Slots in which DUT and model differ in that cycle.
    pub slots: Vec<usize>,
    /// Failed expectations of that cycle, as positions in the checks of the batch.
    pub checks: Vec<usize>,
}

impl Scoreboard {
    /// A scoreboard for DUTs on which the slots marked in `observable` are observable.
    pub fn new(pmu: &Pmu, observable: &[bool]) -> Self {
        let words = pmu.observation.words();
        let slots = pmu.observation.slots().to_vec();
        let (mask, all) = (pmu.observation.mask(observable), !observable.contains(&false));
        Self { words, mask, all, compared: observable.to_vec(), slots }
    }

    /// Number of slots that are compared in each cycle.
    pub fn compared_slots(&self) -> u64 {
        self.compared.iter().filter(|&&compared| compared).count() as u64
    }

    /// Returns the first cycle of a batch with a mismatch or failed expectation, with all of them in that cycle.
    pub fn first_failure(&self, start: u64, actual: &[u64], expected: &[u64], checks: &[Check]) -> Option<Mismatch> {
        let differing = self.first_difference(actual, expected);
        let failing = checks.iter().find(|check| self.fails(check, start, actual, expected));
        let cycle = match (differing, failing) {
            (None, None) => return None,
            (Some(index), None) => start + index as u64,
            (None, Some(check)) => check.cycle,
            (Some(index), Some(check)) => check.cycle.min(start + index as u64),
        };
        let index = (cycle - start) as usize;
        let (mine, theirs) = (self.observation(actual, index), self.observation(expected, index));
        let differs =
            |slot: usize| self.compared[slot] && self.slots[slot].value(mine) != self.slots[slot].value(theirs);
        let fails = |check: &Check| check.cycle == cycle && self.fails(check, start, actual, expected);
        Some(Mismatch {
            cycle,
            slots: (0..self.slots.len()).filter(|&slot| differs(slot)).collect(),
            checks: (0..checks.len()).filter(|&position| fails(&checks[position])).collect(),
        })
    }

    fn first_difference(&self, actual: &[u64], expected: &[u64]) -> Option<usize> {
        if self.all && actual == expected {
            return None;
        }
        let pairs = actual.chunks_exact(self.words).zip(expected.chunks_exact(self.words));
        let differs = |a: &[u64], e: &[u64]| a.iter().zip(e).zip(&self.mask).any(|((a, e), mask)| (a ^ e) & mask != 0);
        pairs.into_iter().position(|(actual, expected)| differs(actual, expected))
    }

    /// Whether DUT or model has another value than the program expects. Of a value that is not observable only the model's
    /// counts.
    fn fails(&self, check: &Check, start: u64, actual: &[u64], expected: &[u64]) -> bool {
        let cycle = (check.cycle - start) as usize;
        let slot = &self.slots[check.target.slot];
        let part = |observation: &[u64]| check.target.of(slot.get(observation));
        let dut = self.compared[check.target.slot] && part(self.observation(actual, cycle)) != check.value;
        dut || part(self.observation(expected, cycle)) != check.value
    }

    fn observation<'o>(&self, observations: &'o [u64], cycle: usize) -> &'o [u64] {
        &observations[cycle * self.words..(cycle + 1) * self.words]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use golden_model::Layout;

    #[test]
    fn every_bit_of_a_wide_value_is_compared() {
        let layout = Layout::pack([("a", 4), ("wide", 130), ("hidden", 64)]);
        let compared = vec![true, true, false];
        let scoreboard = Scoreboard {
            words: layout.words(),
            mask: layout.mask(&compared),
            all: false,
            compared,
            slots: layout.slots().to_vec(),
        };
        let expected = vec![0; 2 * layout.words()];
        for bit in [0, 63, 64, 127, 128, 129] {
            let mut actual = expected.clone();
            actual[layout.words() + 1 + bit / 64] = 1 << (bit % 64);
            let found = scoreboard.first_failure(10, &actual, &expected, &[]).expect("a mismatch");
            assert_eq!((found.cycle, found.slots), (11, vec![1]), "bit {bit}");
        }
        let mut actual = expected.clone();
        actual[4] = 1;
        assert_eq!(scoreboard.first_failure(10, &actual, &expected, &[]), None);
    }
}
