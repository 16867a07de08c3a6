//! Event coverage: the rows of the event catalogue that the counters have counted.

use super::counter_set::{CounterSet, ALL};
use super::occurrences::{Monitored, Occurrences};
use golden_model_core::description::EventCatalogue;
use golden_model_core::EventCoverage;

/// Event coverage, and the monitored lines whose rows are already recorded.
#[derive(Clone)]
pub(super) struct Coverage {
    counted: EventCoverage,
    /// Rows of each event line.
    rows: Vec<Vec<usize>>,
    /// Lanes of each counter's monitored lines whose rows are recorded and need no further check.
    known: [u64; ALL],
    /// The counters that monitor a line whose rows may not be recorded yet.
    open: CounterSet,
}

impl Coverage {
    /// Coverage in which nothing is counted.
    pub fn new(events: &EventCatalogue) -> Self {
        Self {
            counted: EventCoverage::new(ALL, events.rows.len()),
            rows: events.lines.iter().map(|line| line.rows.clone()).collect(),
            known: [0; ALL],
            open: CounterSet::MAX,
        }
    }

    /// The rows that each counter has counted.
    pub fn counted(&self) -> &EventCoverage {
        &self.counted
    }

    /// Clears all recorded coverage.
    pub fn clear(&mut self) {
        self.counted.clear();
        self.known = [0; ALL];
        self.open = CounterSet::MAX;
    }

    /// Marks that a counter monitors other lines from now on.
    pub fn reselect(&mut self, counter: usize) {
        self.known[counter] = 0;
        self.open |= 1 << counter;
    }

    /// Records the rows that the incremented counters have counted.
    ///
    /// Records nothing for a counter with occurrences on several lines, or on none as with an inverted
    /// threshold, because the line that made the counter increment is not known.
    #[inline]
    pub fn record(&mut self, grown: CounterSet, occurrences: &[Occurrences; ALL], monitored: &[Monitored; ALL]) {
        let mut open = grown & self.open;
        while open != 0 {
            let counter = open.trailing_zeros() as usize;
            open &= open - 1;
            if occurrences[counter].outside(self.known[counter]) != 0 {
                self.record_line(counter, occurrences[counter], &monitored[counter]);
            }
        }
    }

    #[cold]
    fn record_line(&mut self, counter: usize, occurrences: Occurrences, monitored: &Monitored) {
        let Some(lane) = occurrences.only_lane() else { return };
        self.known[counter] |= lane;
        if monitored.lanes() & !self.known[counter] == 0 {
            self.open &= !(1 << counter);
        }
        for &row in &self.rows[monitored.line(lane)] {
            self.counted.record_counted(counter, row);
        }
    }
}
