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

    /// The position of a pair. Without the check, a row that does not exist would be one of the next counter.
    #[inline]
    #[track_caller]
    fn pair(&self, counter: usize, row: usize) -> usize {
        let Self { counters, rows, .. } = *self;
        assert!(
            counter < counters && row < rows,
            "there is no event row {row} of counter {counter}: the description has {counters} counters and {rows} rows, from 0"
        );
        counter * rows + row
    }

    /// Records that `counter` counted `row`.
    ///
    /// # Panics
    /// When there is no such counter or row.
    #[inline]
    #[track_caller]
    pub fn record_counted(&mut self, counter: usize, row: usize) {
        let pair = self.pair(counter, row);
        self.counted[pair] = true;
    }

    /// Records that `counter` refused `row`.
    ///
    /// # Panics
    /// When there is no such counter or row.
    #[inline]
    #[track_caller]
    pub fn record_refused(&mut self, counter: usize, row: usize) {
        let pair = self.pair(counter, row);
        self.refused[pair] = true;
    }

    /// Whether `counter` has counted `row`.
    pub fn contains(&self, counter: usize, row: usize) -> bool {
        self.counted[self.pair(counter, row)]
    }

    /// Whether `counter` has refused `row`.
    pub fn refused(&self, counter: usize, row: usize) -> bool {
        self.refused[self.pair(counter, row)]
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
    #[should_panic(
        expected = "there is no event row 3 of counter 0: the description has 2 counters and 3 rows, from 0"
    )]
    fn a_row_that_does_not_exist_is_not_one_of_the_next_counter() {
        EventCoverage::new(2, 3).record_counted(0, 3);
    }

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
