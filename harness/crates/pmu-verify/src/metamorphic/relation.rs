//! Metamorphic relations between two runs of a DUT.

use super::trace::Trace;
use golden_model_core::{Pmu, Slot};
use std::collections::HashSet;

/// The relation that a pair of runs must satisfy in each cycle.
#[derive(Default)]
pub(super) struct Relation {
    /// First cycle of the first run that is compared.
    pub from: u64,
    /// First cycle that is no longer compared.
    pub to: u64,
    /// Number of cycles by which the second run is later.
    pub shift: u64,
    /// Slots of the first run, each with the slot of the second that must have the same value.
    pub equal: Vec<Equal>,
    /// Slots of the first and second run. After a cycle in which one differs, nothing is compared.
    pub guards: Vec<Equal>,
    /// Slots whose difference between the runs stays as it is at `from`, modulo their width.
    pub offset: Vec<usize>,
    /// Cycles of the first run in which the responses may differ.
    pub accesses: HashSet<u64>,
    /// Slots that answer the access of their cycle.
    pub responses: Vec<usize>,
    /// Expectations for the second run.
    pub claims: Vec<Expectation>,
}

/// Two groups of bits that are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Swap {
    /// The lowest bits of the two groups.
    pub lows: [u32; 2],
    /// Number of bits of each group.
    pub width: u32,
}

/// Bits of a slot in the first run that equal bits of a slot in the second.
#[derive(Clone, Debug)]
pub(super) struct Equal {
    pub first: usize,
    pub second: usize,
    /// Bits that are exchanged between the first and the second run; all others keep their position.
    pub swapped: Vec<Swap>,
}

impl Equal {
    /// The same slot in both.
    pub fn same(slot: usize) -> Self {
        Self { first: slot, second: slot, swapped: Vec::new() }
    }

    /// The first 64 bits that differ between an observation of the first run and one of the second, as the second run must
    /// have them and as it has them. Only bits of the lowest 64 are exchanged.
    fn difference(&self, slots: &[Slot], one: &[u64], two: &[u64]) -> Option<(u64, u64)> {
        let (first, second) = (&slots[self.first], &slots[self.second]);
        let lowest = (swap_bits(first.get(one), &self.swapped), second.get(two));
        match (lowest.0 != lowest.1, first.width > 64) {
            (true, _) => Some(lowest),
            (false, false) => None,
            (false, true) => first.value(one).into_iter().zip(second.value(two)).skip(1).find(|(a, b)| a != b),
        }
    }
}

/// Exchanges groups of bits.
pub(super) fn swap_bits(value: u64, swaps: &[Swap]) -> u64 {
    swaps.iter().fold(value, |value, &Swap { lows: [one, other], width }| {
        let differ = (value >> one ^ value >> other) & (u64::MAX >> (64 - width));
        value ^ (differ << one | differ << other)
    })
}

/// A value that the second run must have in a cycle.
pub(super) struct Expectation {
    pub cycle: u64,
    pub what: ExpectedKind,
}

/// The kinds of [`Expectation`].
pub(super) enum ExpectedKind {
    /// The access is refused and its data is 0.
    Refused,
    /// The access returns 0, or is refused if an input can refuse it.
    Silent { is_gated: bool },
    /// The access returns bits of a slot.
    ///
    /// `low` is bit 0 of the data. All other bits are 0, except the free ones. The access may also return 0 or be refused,
    /// if an input can do that.
    Answers { slot: usize, bits: u64, low: u32, answer: ReadAnswer },
    /// The slot has the same value as in an earlier cycle.
    As { slot: usize, cycle: u64 },
    /// These bits of the slot have those of `value`.
    ///
    /// The value may have grown by up to `increment`. Nothing is required if an input can refuse accesses and the access in the
    /// previous cycle is refused.
    Written { slot: usize, value: u64, bits: u64, increment: u64, is_gated: bool },
}

/// Freedom that inputs and the description leave in the answer to a read.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadAnswer {
    /// An input can refuse it.
    pub is_gated: bool,
    /// An input can make it 0.
    pub is_hidden: bool,
    /// Bits of the data that repeat another bit.
    pub free: u64,
}

/// The result of comparing two runs.
pub(super) struct Compared {
    pub values: u64,
    /// The first violation: cycle of the second run, slot, expected and actual value.
    pub violated: Option<(u64, usize, u64, u64)>,
}

impl Relation {
    /// Compares the second run with the first. Slots that are not observable on the DUT are not compared.
    pub fn compare(&self, pmu: &Pmu, observable: &[bool], first: &Trace, second: &Trace) -> Compared {
        let mut compared = self.claims(pmu, observable, second);
        let before = compared.violated.map_or(u64::MAX, |(cycle, ..)| cycle);
        let slots = pmu.observation.slots();
        let is_observable = |equal: &&Equal| observable[equal.first] && observable[equal.second];
        let equal: Vec<_> = self.equal.iter().filter(is_observable).collect();
        let guards: Vec<_> = self.guards.iter().filter(is_observable).collect();
        let offset: Vec<_> = self.offset.iter().filter(|&&slot| observable[slot]).collect();
        let last = self.to.min(first.cycles()).min(second.cycles().saturating_sub(self.shift));
        for cycle in self.from..last {
            let (one, two) = (first.cycle(cycle), second.cycle(cycle + self.shift));
            let difference = |pair: &Equal| pair.difference(slots, one, two);
            if cycle + self.shift > before || guards.iter().any(|pair| difference(pair).is_some()) {
                break;
            }
            let is_free = self.accesses.contains(&cycle);
            for pair in equal.iter().filter(|pair| !(is_free && self.responses.contains(&pair.first))) {
                compared.values += 1;
                if let Some((expected, actual)) = difference(pair) {
                    compared.violated = Some((cycle + self.shift, pair.second, expected, actual));
                    return compared;
                }
            }
            for &&slot in &offset {
                let at = |observation: &[u64]| slots[slot].get(observation);
                let start = at(second.cycle(self.from + self.shift)).wrapping_sub(at(first.cycle(self.from)));
                let expected = at(one).wrapping_add(start) & slots[slot].mask();
                compared.values += 1;
                if expected != at(two) {
                    compared.violated = Some((cycle + self.shift, slot, expected, at(two)));
                    return compared;
                }
            }
        }
        compared
    }

    fn claims(&self, pmu: &Pmu, observable: &[bool], second: &Trace) -> Compared {
        let slots = pmu.observation.slots();
        let response = |name: &str| slots.iter().position(|slot| slot.name == name).unwrap_or_default();
        let (error, data) = (response("bus_error"), response("bus_rdata"));
        let mut compared = Compared { values: 0, violated: None };
        for claim in self.claims.iter().filter(|claim| claim.cycle < second.cycles()) {
            let value = |slot: usize, cycle: u64| slots[slot].get(second.cycle(cycle));
            let here = |slot: usize| value(slot, claim.cycle);
            let wanted: Vec<(usize, u64, u64)> = match claim.what {
                ExpectedKind::Refused => vec![(error, 1, here(error)), (data, 0, here(data))],
                ExpectedKind::Silent { is_gated: true } if here(error) == 1 => vec![(data, 0, here(data))],
                ExpectedKind::Silent { .. } => vec![(error, 0, here(error)), (data, 0, here(data))],
                ExpectedKind::Answers { answer: ReadAnswer { is_gated: true, .. }, .. } if here(error) == 1 => {
                    vec![(data, 0, here(data))]
                }
                ExpectedKind::Answers { answer: ReadAnswer { is_hidden: true, .. }, .. } if here(data) == 0 => {
                    vec![(error, 0, here(error))]
                }
                ExpectedKind::Answers { slot, bits, low, answer } if observable[slot] => {
                    let expected = (here(slot) & bits) >> low & !answer.free | here(data) & answer.free;
                    vec![(error, 0, here(error)), (data, expected, here(data))]
                }
                ExpectedKind::Answers { .. } => vec![(error, 0, here(error))],
                ExpectedKind::Written { is_gated: true, .. } if value(error, claim.cycle - 1) == 1 => continue,
                ExpectedKind::Written { slot, value, bits, increment, .. } => {
                    let mut allowed = (0..=increment).map(|by| value.wrapping_add(by) & bits);
                    let arrived = allowed.find(|allowed| *allowed == here(slot) & bits).unwrap_or(value & bits);
                    vec![(slot, here(slot) & !bits | arrived, here(slot))]
                }
                ExpectedKind::As { slot, cycle } => vec![(slot, value(slot, cycle), here(slot))],
            };
            for (slot, expected, actual) in wanted.into_iter().filter(|&(slot, ..)| observable[slot]) {
                compared.values += 1;
                if expected != actual {
                    compared.violated = Some((claim.cycle, slot, expected, actual));
                    return compared;
                }
            }
        }
        compared
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use golden_model_core::Layout;

    #[test]
    fn every_bit_of_equal_slots_is_compared() {
        let layout = Layout::pack([("a", 8), ("wide", 130), ("b", 8)]);
        let one = vec![0; layout.words()];
        let differs = |pair: &Equal, word: usize, value: u64| {
            let mut two = one.clone();
            two[word] = value;
            pair.difference(layout.slots(), &one, &two)
        };
        let (narrow, wide) = (Equal::same(0), Equal::same(1));
        assert_eq!(differs(&narrow, 0, 0x80), Some((0, 0x80)));
        assert_eq!(differs(&narrow, 4, 0x80), None);
        for (word, value) in [(1, 1), (1, 1 << 63), (2, 1), (2, 1 << 63), (3, 2)] {
            assert_eq!(differs(&wide, word, value), Some((0, value)), "word {word}");
        }
    }

    #[test]
    fn exchanged_bits_are_compared_at_their_new_positions() {
        let layout = Layout::pack([("a", 8)]);
        let pair = Equal { first: 0, second: 0, swapped: vec![Swap { lows: [0, 4], width: 2 }] };
        assert_eq!(pair.difference(layout.slots(), &[0b0001], &[0b0001_0000]), None);
        assert_eq!(pair.difference(layout.slots(), &[0b0001], &[0b0001]), Some((0b0001_0000, 0b0001)));
    }
}
