//! Event coverage: for each counter, the event rows that it counted and those that it refused.

/// Event coverage of a model: two bits for each pair of counter and event row.
///
/// A pair is counted when the counter grew in a cycle in which no other row of its selection can have caused the increment:
/// only this row is selected, or only this one of the selected rows occurred. An occurrence of another row therefore cannot
/// cover a row.
///
/// A pair is refused when the counter may not count the row, selected only this row, and would have counted its occurrences
/// in a cycle in which it ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventCoverage {
    counters: usize,
    rows: usize,
    counted: Vec<bool>,
    refused: Vec<bool>,
}

impl EventCoverage {
    /// The coverage of `counters` counters and `rows` rows, with nothing covered.
    pub fn new(counters: usize, rows: usize) -> Self {
        let none = vec![false; counters * rows];
        Self { counters, rows, counted: none.clone(), refused: none }
    }

    /// Number of counters.
    pub fn counters(&self) -> usize {
        self.counters
    }

    /// Number of event rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Records that `counter` counted `row`.
    #[inline]
    pub fn record_counted(&mut self, counter: usize, row: usize) {
        self.counted[counter * self.rows + row] = true;
    }

    /// Records that `counter` refused `row`.
    #[inline]
    pub fn record_refused(&mut self, counter: usize, row: usize) {
        self.refused[counter * self.rows + row] = true;
    }

    /// Whether `counter` has counted `row`.
    pub fn contains(&self, counter: usize, row: usize) -> bool {
        self.counted[counter * self.rows + row]
    }

    /// Whether `counter` has refused `row`.
    pub fn refused(&self, counter: usize, row: usize) -> bool {
        self.refused[counter * self.rows + row]
    }

    /// Clears the coverage.
    pub fn clear(&mut self) {
        self.counted.fill(false);
        self.refused.fill(false);
    }

    /// Merges the coverage of `other`, of the same PMU.
    ///
    /// # Panics
    /// When the numbers of counters or rows differ.
    pub fn merge(&mut self, other: &EventCoverage) {
        assert_eq!((self.counters, self.rows), (other.counters, other.rows), "event coverage of different PMUs");
        let pairs = self.counted.iter_mut().zip(&other.counted);
        for (mine, theirs) in pairs.chain(self.refused.iter_mut().zip(&other.refused)) {
            *mine |= theirs;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_keeps_both_and_is_commutative() {
        let mut left = EventCoverage::new(2, 3);
        left.record_counted(0, 1);
        let mut right = EventCoverage::new(2, 3);
        right.record_counted(1, 2);
        right.record_refused(0, 2);
        let mut both = left.clone();
        both.merge(&right);
        right.merge(&left);
        assert_eq!(both, right);
        assert!(both.contains(0, 1) && both.contains(1, 2) && !both.contains(1, 1));
        assert!(both.refused(0, 2) && !both.refused(1, 2) && !both.contains(0, 2));
    }
}
