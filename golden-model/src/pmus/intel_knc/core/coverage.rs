//! Event coverage: the rows of the event catalogue that the counters have counted.

use super::counter_set::{has, put, CounterSet, ALL, PER_THREAD};
use crate::description::Description;
use crate::EventCoverage;

/// Event coverage, and the counters that can still add to it.
#[derive(Clone)]
pub(super) struct Coverage {
    counted: EventCoverage,
    /// The row that each counter selects; `None` for an illegal selection.
    rows: [Option<usize>; ALL],
    /// The counters whose selected row is not recorded yet; all others need no check.
    open: CounterSet,
}

impl Coverage {
    /// Creates coverage in which nothing is counted.
    ///
    /// # Panics
    /// Panics if the description numbers the counters differently.
    pub fn new(description: &Description) -> Self {
        let counters = description.counters();
        assert_eq!(counters.len(), ALL, "number of counters");
        for (counter, described) in counters.iter().enumerate() {
            let name = format!("thread{}.IA32_PerfCnt{}", counter / PER_THREAD, counter % PER_THREAD);
            assert_eq!(description.counter_name(described), name, "counter {counter}");
        }
        Self { counted: EventCoverage::new(ALL, description.events.rows.len()), rows: [None; ALL], open: 0 }
    }

    /// The rows that each counter has counted.
    pub fn counted(&self) -> &EventCoverage {
        &self.counted
    }

    /// Clears all recorded coverage.
    pub fn clear(&mut self) {
        self.counted.clear();
        (0..ALL).for_each(|counter| self.reselect(counter, self.rows[counter]));
    }

    /// Marks that a counter selects this row from now on.
    pub fn reselect(&mut self, counter: usize, row: Option<usize>) {
        self.rows[counter] = row;
        let open = row.is_some_and(|row| !self.counted.contains(counter, row));
        put(&mut self.open, counter, open);
    }

    /// Records the rows of the counters that incremented.
    #[inline]
    pub fn record(&mut self, grown: CounterSet) {
        if grown & self.open != 0 {
            self.record_rows(grown & self.open);
        }
    }

    #[cold]
    fn record_rows(&mut self, counters: CounterSet) {
        for counter in (0..ALL).filter(|&counter| has(counters, counter)) {
            if let Some(row) = self.rows[counter] {
                self.counted.record_counted(counter, row);
            }
        }
        self.open &= !counters;
    }
}
