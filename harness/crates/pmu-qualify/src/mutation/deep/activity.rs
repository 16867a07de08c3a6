//! The cycles of a program in which a mutant acts.

use std::ops::Range;

/// The cycles of a program in which a mutant acts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Activity {
    /// Whether it also acts in the reset before the program.
    in_reset: bool,
    /// In ascending order, with at least one cycle between two of them.
    ranges: Vec<Range<u64>>,
}

impl Activity {
    /// In every cycle of the program.
    pub fn always() -> Self {
        Self { in_reset: false, ranges: std::iter::once(0..u64::MAX).collect() }
    }

    /// In every cycle and in the reset before the program, as a mutant without a condition.
    #[cfg(test)]
    pub fn unconditional() -> Self {
        Self { in_reset: true, ..Self::always() }
    }

    /// In no cycle.
    pub fn never() -> Self {
        Self::default()
    }

    /// Adds a cycle after those before it.
    pub fn add(&mut self, cycle: u64) {
        match self.ranges.last_mut() {
            Some(last) if last.end == cycle => last.end += 1,
            _ => self.ranges.push(cycle..cycle + 1),
        }
    }

    /// Whether the mutant acts in no cycle.
    pub fn is_never(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether the mutant acts in the reset before the program.
    pub fn in_reset(&self) -> bool {
        self.in_reset
    }

    /// Whether the mutant acts in `cycle`, and the first later cycle in which that changes.
    pub fn at(&self, cycle: u64) -> (bool, u64) {
        let next = self.ranges.partition_point(|range| range.end <= cycle);
        match self.ranges.get(next) {
            Some(range) if range.start <= cycle => (true, range.end),
            Some(range) => (false, range.start),
            None => (false, u64::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_cycles_are_one_range() {
        let mut activity = Activity::never();
        assert!(activity.is_never());
        [3, 4, 7].iter().for_each(|&cycle| activity.add(cycle));
        assert_eq!(activity.ranges, [3..5, 7..8]);
        let found = [0, 3, 4, 5, 7, 8].map(|cycle| activity.at(cycle));
        assert_eq!(found, [(false, 3), (true, 5), (true, 5), (false, 7), (true, 8), (false, u64::MAX)]);
        assert_eq!((Activity::always().at(9), Activity::always().in_reset()), ((true, u64::MAX), false));
    }
}
