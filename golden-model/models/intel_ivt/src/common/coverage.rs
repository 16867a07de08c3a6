//! Event coverage: the rows of the event catalogue that the counters have counted and refused.

use super::control::Control;
use super::counters::CountResult;
use golden_model_common::counter_set::{has, CounterSet};
use golden_model_core::{Description, EventCoverage};

/// A row of the event catalogue.
#[derive(Clone)]
struct Row {
    position: usize,
    /// `None` if the row is selected with any umask.
    umask: Option<u8>,
    /// The counters that may count it.
    counters: CounterSet,
}

/// The rows of the event catalogue that boxes of one kind can select.
#[derive(Clone)]
pub(crate) struct Rows {
    of_code: Vec<Vec<Row>>,
    /// Lowest bit and width of the unit mask in a control register.
    mask: (u32, u32),
}

impl Rows {
    /// The rows for boxes of the same kind as a unit.
    pub fn new(description: &Description, unit: usize) -> Self {
        let mut of_code = vec![Vec::new(); 512];
        let kind = description.units[unit].kind;
        let mask = |register: usize| {
            let register = &description.registers[register];
            register.selects?.mask.map(|mask| (register.fields[mask].low, register.fields[mask].width))
        };
        let mask = description.registers_of(kind).find_map(mask).unwrap_or_default();
        let rows = description.events.rows.iter().enumerate();
        for (position, row) in rows.filter(|(_, row)| row.kind == kind) {
            let counters = (0..CounterSet::BITS).filter(|&counter| row.may_count(counter as usize));
            of_code[row.code as usize].push(Row {
                position,
                umask: row.umask.map(|umask| umask as u8),
                counters: counters.fold(0, |set, counter| set | 1 << counter),
            });
        }
        Self { of_code, mask }
    }

    /// The row that a control register selects exactly, if there is one.
    fn find(&self, control: Control) -> Option<&Row> {
        let (low, width) = self.mask;
        let selected = control.bits() >> low & ((1 << width) - 1);
        let exactly = |row: &&Row| row.umask.is_none_or(|umask| u32::from(umask) == selected);
        self.of_code[usize::from(control.code())].iter().find(exactly)
    }
}

/// Creates event coverage in which no counter has counted or refused a row.
pub(crate) fn no_marks(description: &Description) -> EventCoverage {
    EventCoverage::new(description.counters().len(), description.events.rows.len())
}

/// The rows that remain to be recorded for the selections of a box's `N` counters.
#[derive(Clone)]
pub(crate) struct Coverage<const N: usize> {
    /// Number of the box's counter 0 in [`EventCoverage`].
    first: usize,
    /// The selected rows, for counters that select exactly one.
    selected: [usize; N],
    /// The counters whose row is to be recorded as counted when they increment.
    uncounted: CounterSet,
    /// The counters whose row is to be recorded as refused when they would have incremented.
    unrefused: CounterSet,
}

impl<const N: usize> Coverage<N> {
    /// Creates the coverage of a unit's counters.
    ///
    /// # Panics
    /// Panics if the unit does not have `N` counters.
    pub fn new(description: &Description, unit: usize) -> Self {
        let counters = description.counters();
        let own = counters.iter().filter(|counter| counter.unit == unit).count();
        assert_eq!(own, N, "number of counters of {}", description.units[unit].name);
        let first = counters.iter().take_while(|counter| counter.unit != unit).count();
        Self { first, selected: [0; N], uncounted: 0, unrefused: 0 }
    }

    /// The refused counters for which the result of a cycle is needed.
    #[inline]
    pub fn requested(&self) -> CounterSet {
        self.unrefused
    }

    /// Updates the selections of all counters, after a reset or after coverage was cleared.
    pub fn restart(&mut self, coverage: &EventCoverage, rows: &Rows, controls: [Control; N]) {
        (0..N).for_each(|counter| self.select(coverage, rows, counter, controls[counter]));
    }

    /// Records the result of a cycle; `controls` are the control registers of the next cycle.
    #[inline]
    pub fn record(
        &mut self,
        coverage: &mut EventCoverage,
        rows: &Rows,
        result: CountResult,
        controls: impl Fn(usize) -> Control,
    ) {
        let counted = result.counted & self.uncounted;
        let refused = result.refused & self.unrefused;
        if counted | refused != 0 {
            self.record_rows(coverage, counted, refused);
        }
        for counter in (0..N).filter(|&counter| has(result.selected, counter)) {
            self.select(coverage, rows, counter, controls(counter));
        }
    }

    #[cold]
    fn record_rows(&mut self, coverage: &mut EventCoverage, counted: CounterSet, refused: CounterSet) {
        for (counter, &row) in self.selected.iter().enumerate() {
            if has(counted, counter) {
                coverage.record_counted(self.first + counter, row);
            }
            if has(refused, counter) {
                coverage.record_refused(self.first + counter, row);
            }
        }
        self.uncounted &= !counted;
        self.unrefused &= !refused;
    }

    fn select(&mut self, coverage: &EventCoverage, rows: &Rows, counter: usize, control: Control) {
        self.uncounted &= !(1 << counter);
        self.unrefused &= !(1 << counter);
        let Some(row) = rows.find(control) else {
            return;
        };
        self.selected[counter] = row.position;
        let number = self.first + counter;
        if has(row.counters, counter) {
            self.uncounted |= CounterSet::from(!coverage.contains(number, row.position)) << counter;
        } else {
            self.unrefused |= CounterSet::from(!coverage.refused(number, row.position)) << counter;
        }
    }
}
