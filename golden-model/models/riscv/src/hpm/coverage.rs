//! Event coverage: the events that the hpm counters have counted.

use super::inputs::Inputs;
use super::lines::Occurrences;
use super::location::{Location, Write};
use super::mode::Inhibits;
use super::parameters::COUNTERS;
use super::unit::{Access, Hpm, Increments};
use golden_model_core::description::Description;
use golden_model_core::EventCoverage;

/// Event coverage. The row of an event is its position in the parameters; the number of a counter is its position in
/// `counters`.
#[derive(Clone)]
pub(super) struct Coverage {
    coverage: EventCoverage,
    /// The position of each hpm counter in `counters`.
    positions: [usize; COUNTERS],
    /// The counters that may select a row that is not recorded, a bit for each; all others need no check.
    open: u32,
}

impl Coverage {
    /// Coverage in which nothing is counted.
    pub fn new(hpm: &Hpm) -> Self {
        let parameters = &hpm.parameters;
        let mut positions = [0; COUNTERS];
        for (position, &counter) in parameters.counters.iter().enumerate() {
            positions[counter] = position;
        }
        Self {
            coverage: EventCoverage::new(parameters.counters.len(), hpm.selectors.events()),
            positions,
            open: u32::MAX,
        }
    }

    /// Checks that a description numbers counters and rows in the order of the parameters.
    ///
    /// # Panics
    /// When it does not.
    pub fn check(&self, hpm: &Hpm, description: &Description) {
        let counters =
            description.counters().into_iter().map(|counter| description.registers[counter.register].name.clone());
        let named = hpm.parameters.counters.iter().map(|counter| format!("mhpmcounter{counter}"));
        assert_eq!(counters.collect::<Vec<_>>(), named.collect::<Vec<_>>(), "counters of selectable events");
        assert_eq!(description.events.rows.len(), self.coverage.rows(), "rows of events.csv");
    }

    /// The rows that each counter has counted.
    pub fn counted(&self) -> &EventCoverage {
        &self.coverage
    }

    /// Clears all recorded coverage.
    pub fn clear(&mut self) {
        self.coverage.clear();
        self.open = u32::MAX;
    }

    /// Marks that any counter may select other events from now on, as after a reset.
    pub fn reselect(&mut self) {
        self.open = u32::MAX;
    }

    /// Records the rows of a cycle without reset, given the state at its start.
    #[inline]
    pub fn record(&mut self, hpm: &Hpm, inputs: &Inputs, access: &Access, increments: &Increments) {
        let written = access.counter_write().map(|write| write.counter);
        for &counter in &hpm.parameters.counters {
            let counts = self.open >> counter & 1 != 0 && increments[counter] != 0 && written != Some(counter);
            if counts {
                self.record_counted(counter, hpm, inputs, increments);
            }
        }
        if let Some(Write { location: Location::Configuration { counter, .. }, .. }) = access.write() {
            self.open |= 1 << counter;
        }
    }

    #[cold]
    fn record_counted(&mut self, counter: usize, hpm: &Hpm, inputs: &Inputs, increments: &Increments) {
        let (count, rows) = (hpm.state.counts[counter], &hpm.selections[counter].rows);
        let position = self.positions[counter];
        if hpm.counting.counted(counter, count, increments[counter]).count != count {
            let lines = hpm.lines.of(inputs, hpm.modes);
            let inhibits = hpm.state.inhibits[counter];
            if let Some(row) = only(rows.iter().copied(), |row| occurs(hpm, row, &lines, inhibits)) {
                self.coverage.record_counted(position, row);
            }
        }
        if rows.iter().all(|&row| self.coverage.contains(position, row)) {
            self.open &= !(1 << counter);
        }
    }
}

/// Whether an event has occurrences that pass a filter.
fn occurs(hpm: &Hpm, row: usize, lines: &Occurrences, inhibits: Inhibits) -> bool {
    hpm.selectors.lines(row).iter().any(|&line| lines.passing(line, inhibits) != 0)
}

/// The only element with a property.
fn only(mut all: impl Iterator<Item = usize>, has: impl Fn(usize) -> bool) -> Option<usize> {
    let first = all.find(|&one| has(one))?;
    all.all(|other| !has(other)).then_some(first)
}
