//! Which rows of the event catalogue the counters have counted.

use super::counter_set::{has, CounterSet, ALL};
use super::occurrences::{Monitored, Occurrences};
use crate::description::EventCatalogue;
use crate::CountedRows;

/// The counted rows, and what of the current selections is known to be among them.
#[derive(Clone)]
pub(super) struct Coverage {
    counted: CountedRows,
    /// Rows of each event line.
    rows: Vec<Vec<usize>>,
    /// Lanes of each counter's monitored lines whose rows are counted: they need no second look.
    known: [u64; ALL],
}

impl Coverage {
    /// Nothing counted.
    pub fn new(events: &EventCatalogue) -> Self {
        Self {
            counted: CountedRows::new(ALL, events.rows.len()),
            rows: events.lines.iter().map(|line| line.rows.clone()).collect(),
            known: [0; ALL],
        }
    }

    /// The rows that were counted.
    pub fn counted(&self) -> &CountedRows {
        &self.counted
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.counted.clear();
        self.known = [0; ALL];
    }

    /// A counter monitors other lines from now on.
    pub fn reselect(&mut self, counter: usize) {
        self.known[counter] = 0;
    }

    /// Occurrences that may be new for a counter; 0 when they are not.
    #[inline]
    pub fn uncovered(&self, counter: usize, occurrences: Occurrences) -> u64 {
        occurrences.outside(self.known[counter])
    }

    /// Notes what the counters that grew have counted. Where several lines occurred at once, or
    /// none as with an inverted threshold, none of them is known to have made the counter grow.
    #[cold]
    pub fn note(&mut self, grown: CounterSet, occurrences: &[Occurrences; ALL], monitored: &[Monitored; ALL]) {
        for counter in (0..ALL).filter(|&counter| has(grown, counter)) {
            if let Some(lane) = occurrences[counter].only_lane() {
                self.known[counter] |= lane;
                for &row in &self.rows[monitored[counter].line(lane)] {
                    self.counted.mark(counter, row);
                }
            }
        }
    }
}
