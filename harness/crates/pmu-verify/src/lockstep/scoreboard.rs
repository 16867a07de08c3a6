//! The scoreboard: comparison of observations.

use super::masks::{Compared, Masks};
use golden_model_core::{Pmu, Slot};
use pmu_program::Check;

/// Compares every observable slot in every cycle.
pub(super) struct Scoreboard {
    words: usize,
    frame_words: usize,
    /// Ones at the bits that are observable.
    observable: Vec<u64>,
    /// Ones at the bits that are compared: those that are observable, without those of known divergences.
    mask: Vec<u64>,
    /// Whether all bits are observable, so that memory can be compared directly.
    all: bool,
    compared: Vec<bool>,
    slots: Vec<Slot>,
}

/// The first cycle in which DUT and model differ, or in which an expectation fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mismatch {
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
        let frame_words = pmu.frame.words();
        Self { words, frame_words, observable: mask.clone(), mask, all, compared: observable.to_vec(), slots }
    }

    /// Compares all bits except those of the masks.
    pub fn hide(&mut self, masks: &Masks) {
        self.mask.clone_from(&self.observable);
        for (slot, bits) in masks.of_words() {
            let Slot { word, shift, .. } = self.slots[slot];
            let own = &mut self.mask[word..word + bits.len()];
            own.iter_mut().zip(bits).for_each(|(mask, bits)| *mask &= !(bits << shift));
        }
    }

    /// Number of slots that are compared in each cycle.
    pub fn compared_slots(&self) -> u64 {
        self.compared.iter().filter(|&&compared| compared).count() as u64
    }

    /// Returns the first cycle of a batch with a mismatch or failed expectation, with all of them in that cycle. The cycles before
    /// `from` are not compared, nor are the values that `masks` hide.
    pub fn first_failure(&self, batch: &Compared, from: u64, checks: &[Check], masks: &Masks) -> Option<Mismatch> {
        let differing = self.first_difference(batch, from, masks);
        let fails = |check: &Check| check.cycle >= from && self.fails(check, batch, masks);
        let failing = checks.iter().find(|check| fails(check)).map(|check| check.cycle);
        let cycle = differing.into_iter().chain(failing).min()?;
        let fails = |check: &Check| check.cycle == cycle && self.fails(check, batch, masks);
        Some(Mismatch {
            cycle,
            slots: self.differing(batch, cycle, masks).collect(),
            checks: (0..checks.len()).filter(|&position| fails(&checks[position])).collect(),
        })
    }

    /// The first cycle with a mismatch.
    fn first_difference(&self, batch: &Compared, from: u64, masks: &Masks) -> Option<u64> {
        let Compared { actual, expected, .. } = *batch;
        if self.all && actual == expected {
            return None;
        }
        let pairs = actual.chunks_exact(self.words).zip(expected.chunks_exact(self.words));
        let differs = |a: &[u64], e: &[u64]| a.iter().zip(e).zip(&self.mask).any(|((a, e), mask)| (a ^ e) & mask != 0);
        let cycles = (batch.start..).zip(pairs).skip((from - batch.start) as usize);
        let mut differing = cycles.filter(|(_, (a, e))| differs(a, e)).map(|(cycle, _)| cycle);
        // The word masks have no masks of responses, which depend on the access.
        differing.find(|&cycle| self.differing(batch, cycle, masks).next().is_some())
    }

    /// The slots that differ in a cycle.
    fn differing<'s>(&'s self, batch: &Compared<'s>, cycle: u64, masks: &'s Masks) -> impl Iterator<Item = usize> + 's {
        let index = (cycle - batch.start) as usize;
        let (mine, theirs) = (self.observation(batch.actual, index), self.observation(batch.expected, index));
        let frame = self.frame(batch.frames, index);
        (0..self.slots.len()).filter(move |&slot| {
            let (mine, theirs) = (self.slots[slot].value(mine), self.slots[slot].value(theirs));
            let mut words = mine.iter().zip(&theirs).enumerate();
            self.compared[slot] && words.any(|(word, (a, e))| a != e && (a ^ e) & !masks.hidden(slot, word, frame) != 0)
        })
    }

    /// Whether DUT or model has another value than the program expects. Of a value that is not compared only the model's
    /// counts.
    fn fails(&self, check: &Check, batch: &Compared, masks: &Masks) -> bool {
        let index = (check.cycle - batch.start) as usize;
        let slot = &self.slots[check.target.slot];
        let part = |observation: &[u64]| check.target.of(slot.get(observation));
        let dut = || part(self.observation(batch.actual, index)) != check.value;
        let is_hidden = || masks.hides(&check.target, self.frame(batch.frames, index));
        self.compared[check.target.slot] && dut() && !is_hidden()
            || part(self.observation(batch.expected, index)) != check.value
    }

    fn frame<'f>(&self, frames: &'f [u64], index: usize) -> &'f [u64] {
        &frames[index * self.frame_words..(index + 1) * self.frame_words]
    }

    fn observation<'o>(&self, observations: &'o [u64], cycle: usize) -> &'o [u64] {
        &observations[cycle * self.words..(cycle + 1) * self.words]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known::Known;
    use golden_model_core::Layout;

    #[test]
    fn every_bit_of_a_wide_value_is_compared() {
        let layout = Layout::pack([("a", 4), ("wide", 130), ("hidden", 64)]);
        let compared = vec![true, true, false];
        let pmu = Pmu::find("k8").expect("a PMU");
        let masks = Masks::new(&pmu, Known::none());
        let scoreboard = Scoreboard {
            words: layout.words(),
            frame_words: 1,
            observable: layout.mask(&compared),
            mask: layout.mask(&compared),
            all: false,
            compared,
            slots: layout.slots().to_vec(),
        };
        let expected = vec![0; 2 * layout.words()];
        let first_failure = |actual: &[u64]| {
            let batch = Compared { program: "", start: 10, frames: &[0, 0], before: None, actual, expected: &expected };
            scoreboard.first_failure(&batch, 10, &[], &masks)
        };
        for bit in [0, 63, 64, 127, 128, 129] {
            let mut actual = expected.clone();
            actual[layout.words() + 1 + bit / 64] = 1 << (bit % 64);
            let found = first_failure(&actual).expect("a mismatch");
            assert_eq!((found.cycle, found.slots), (11, vec![1]), "bit {bit}");
        }
        let mut actual = expected.clone();
        actual[4] = 1;
        assert_eq!(first_failure(&actual), None);
    }
}
