//! Which rows of the event catalogue a counter has counted.

/// A bit for each pair of counter and event row.
///
/// A pair is counted when the counter grew in a clock in which, among the sub-events that it monitors, those of this
/// row were the only ones that occurred. So a row cannot be covered by its neighbour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedRows {
    counters: usize,
    rows: usize,
    bits: Vec<bool>,
}

impl CountedRows {
    /// Nothing counted yet by `counters` counters over `rows` rows.
    pub fn new(counters: usize, rows: usize) -> Self {
        Self { counters, rows, bits: vec![false; counters * rows] }
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
    pub fn mark(&mut self, counter: usize, row: usize) {
        self.bits[counter * self.rows + row] = true;
    }

    /// Whether `counter` has counted `row`.
    pub fn contains(&self, counter: usize, row: usize) -> bool {
        self.bits[counter * self.rows + row]
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.bits.fill(false);
    }

    /// Adds what `other`, of the same PMU, has counted.
    pub fn merge(&mut self, other: &CountedRows) {
        assert_eq!((self.counters, self.rows), (other.counters, other.rows), "counted rows of different PMUs");
        for (mine, theirs) in self.bits.iter_mut().zip(&other.bits) {
            *mine |= theirs;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_keeps_both_and_is_commutative() {
        let mut left = CountedRows::new(2, 3);
        left.mark(0, 1);
        let mut right = CountedRows::new(2, 3);
        right.mark(1, 2);
        let mut both = left.clone();
        both.merge(&right);
        right.merge(&left);
        assert_eq!(both, right);
        assert!(both.contains(0, 1) && both.contains(1, 2) && !both.contains(1, 1));
    }
}
