//! Event coverage: the rows of the event catalogue that the counters have counted.

use super::counter_set::{has, put, CounterSet, ALL, PER_THREAD};
use super::counters::Inputs;
use super::events::Event;
use super::occurrences::Monitored;
use super::qualifier::Qualifier;
use golden_model_common::x86::Select;
use golden_model_core::description::Description;
use golden_model_core::EventCoverage;

/// Event coverage, and the counters that can still add to it.
#[derive(Clone)]
pub(super) struct Coverage {
    counted: EventCoverage,
    /// The row that each counter selects; `None` for an illegal selection.
    rows: [Option<usize>; ALL],
    /// The counters whose selected row is not recorded yet; all others need no check.
    open: CounterSet,
    /// The events that a counter selects and cannot count (KNC-A20), while they are not recorded.
    refused: [Option<Refused>; ALL],
    /// The counters in `refused`.
    refusing: CounterSet,
}

/// An event that a counter selects and cannot count.
#[derive(Clone, Copy)]
struct Refused {
    row: usize,
    monitored: Monitored,
    qualifier: Qualifier,
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
        Self {
            counted: EventCoverage::new(ALL, description.events.rows.len()),
            rows: [None; ALL],
            open: 0,
            refused: [None; ALL],
            refusing: 0,
        }
    }

    /// The rows that each counter has counted.
    pub fn counted(&self) -> &EventCoverage {
        &self.counted
    }

    /// Clears all recorded coverage.
    pub fn clear(&mut self) {
        self.counted.clear();
        (0..ALL).for_each(|counter| self.reselect(counter, self.rows[counter]));
        self.refusing =
            (0..ALL).filter(|&counter| self.refused[counter].is_some()).fold(0, |set, counter| set | 1 << counter);
    }

    /// Marks that a counter selects this row from now on.
    pub fn reselect(&mut self, counter: usize, row: Option<usize>) {
        self.rows[counter] = row;
        let open = row.is_some_and(|row| !self.counted.contains(counter, row));
        put(&mut self.open, counter, open);
    }

    /// Marks that a counter selects an event that it cannot count, or none.
    pub fn refuse(&mut self, counter: usize, select: &Select, event: Option<&Event>) {
        let thread = counter / PER_THREAD;
        self.refused[counter] = event.filter(|event| !self.counted.refused(counter, event.row)).map(|event| Refused {
            row: event.row,
            monitored: Monitored::new(select, Some(event), thread),
            qualifier: Qualifier::new(select, Some(event), thread),
        });
        put(&mut self.refusing, counter, self.refused[counter].is_some());
    }

    /// Records the events that occurred and that the enabled counters cannot count.
    #[inline]
    pub fn record_refused(&mut self, enabled: CounterSet, inputs: Inputs) {
        if enabled & self.refusing != 0 {
            self.record_refused_rows(enabled & self.refusing, inputs);
        }
    }

    #[cold]
    fn record_refused_rows(&mut self, counters: CounterSet, Inputs { threads, frame }: Inputs) {
        for counter in (0..ALL).filter(|&counter| has(counters, counter)) {
            let Some(Refused { row, monitored, qualifier }) = self.refused[counter] else { continue };
            if monitored.number(frame, qualifier.qualified(threads)) != 0 {
                self.counted.record_refused(counter, row);
                put(&mut self.refusing, counter, false);
            }
        }
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
