//! Which rows of the event catalogue the counters have counted.

use super::counter_set::{CounterSet, ALL};
use super::occurrences::{Monitored, Occurrences};
use crate::description::EventCatalogue;
use crate::EventCoverage;

/// The counted rows, and what of the current selections is known to be among them.
#[derive(Clone)]
pub(super) struct Coverage {
    counted: EventCoverage,
    /// Rows of each event line.
    rows: Vec<Vec<usize>>,
    /// Lanes of each counter's monitored lines whose rows are counted: they need no second look.
    known: [u64; ALL],
    /// The counters that monitor lines whose rows may not be counted yet.
    open: CounterSet,
}

impl Coverage {
    /// Nothing counted.
    pub fn new(events: &EventCatalogue) -> Self {
        Self {
            counted: EventCoverage::new(ALL, events.rows.len()),
            rows: events.lines.iter().map(|line| line.rows.clone()).collect(),
            known: [0; ALL],
            open: CounterSet::MAX,
        }
    }

    /// The rows that were counted.
    pub fn counted(&self) -> &EventCoverage {
        &self.counted
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.counted.clear();
        self.known = [0; ALL];
        self.open = CounterSet::MAX;
    }

    /// A counter monitors other lines from now on.
    pub fn reselect(&mut self, counter: usize) {
        self.known[counter] = 0;
        self.open |= 1 << counter;
    }

    /// Notes what the counters that grew have counted. Where several lines occurred at once, or
    /// none as with an inverted threshold, none of them is known to have made the counter grow.
    #[inline]
    pub fn record(&mut self, grown: CounterSet, occurrences: &[Occurrences; ALL], monitored: &[Monitored; ALL]) {
        let mut open = grown & self.open;
        while open != 0 {
            let counter = open.trailing_zeros() as usize;
            open &= open - 1;
            if occurrences[counter].outside(self.known[counter]) != 0 {
                self.mark(counter, occurrences[counter], &monitored[counter]);
            }
        }
    }

    #[cold]
    fn mark(&mut self, counter: usize, occurrences: Occurrences, monitored: &Monitored) {
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
