//! Which rows of the event catalogue a counter has counted, and which it has rightly left alone.

/// Two bits for each pair of counter and event row.
///
/// A pair is counted when the counter grew in a clock in which no other row of its selection can have made it grow: only
/// this row is selected, or of the selected ones only this one occurred. So a row cannot be covered by its neighbour.
///
/// A pair is refused when the counter may not count the row, selected it alone, and would have grown by it in a clock in
/// which it ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventCoverage {
    counters: usize,
    rows: usize,
    counted: Vec<bool>,
    refused: Vec<bool>,
}

impl EventCoverage {
    /// Nothing counted yet by `counters` counters over `rows` rows.
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

    /// Notes that `counter` counted `row`.
    #[inline]
    pub fn record_counted(&mut self, counter: usize, row: usize) {
        self.counted[counter * self.rows + row] = true;
    }

    /// Notes that `counter` did not count `row`, which it may not.
    #[inline]
    pub fn record_refused(&mut self, counter: usize, row: usize) {
        self.refused[counter * self.rows + row] = true;
    }

    /// Whether `counter` has counted `row`.
    pub fn contains(&self, counter: usize, row: usize) -> bool {
        self.counted[counter * self.rows + row]
    }

    /// Whether `counter` was seen not to count `row`.
    pub fn refused(&self, counter: usize, row: usize) -> bool {
        self.refused[counter * self.rows + row]
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.counted.fill(false);
        self.refused.fill(false);
    }

    /// Adds what `other`, of the same PMU, has counted.
    pub fn merge(&mut self, other: &EventCoverage) {
        assert_eq!((self.counters, self.rows), (other.counters, other.rows), "counted rows of different PMUs");
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
