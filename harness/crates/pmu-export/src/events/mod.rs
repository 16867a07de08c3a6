//! Event tables for software: every event that a counter can count, with the register bits that select it.

mod c_header;
mod cells;
mod perf_json;
mod selection;

use golden_model_core::description::{Counter, Description, EventRow};
use std::collections::BTreeSet;

pub use c_header::c_header;
pub use cells::{cells, code_text, umask_text, COLUMNS};
pub use perf_json::perf_json;
pub use selection::Selection;

/// A row of the event tables with what selects it.
#[derive(Clone, Debug)]
pub struct Event<'d> {
    /// The row.
    pub row: &'d EventRow,
    /// Numbers of the counters that can count it; none if the row is not an event.
    pub counters: Vec<usize>,
    /// Those of the counters on which it is hard-wired.
    pub hard_wired: Vec<usize>,
    /// The bits that select it in the select register of each other counter. `None` if no single register does, or if the
    /// counters differ.
    pub selection: Option<Selection>,
}

impl<'d> Event<'d> {
    /// All rows of a PMU in the order of the description.
    pub fn all(description: &'d Description) -> Vec<Self> {
        let counters = description.counters();
        description.events.rows.iter().map(|row| Self::new(description, &counters, row)).collect()
    }

    fn new(description: &'d Description, counters: &[Counter], row: &'d EventRow) -> Self {
        let first = description.units.iter().position(|unit| unit.kind == row.kind);
        let own: Vec<_> = counters.iter().filter(|counter| Some(counter.unit) == first).collect();
        let can: Vec<_> =
            own.iter().filter(|counter| description.can_count(counter, row) == Some(true)).copied().collect();
        let is_shared = |counter: &Counter| own.iter().filter(|other| other.select == counter.select).count() > 1;
        let selection = |counter: &Counter| match is_shared(counter) {
            true => None,
            false => Selection::new(&description.registers[counter.select], row),
        };
        let is_hard_wired = |counter: &&Counter| selection(counter).is_some_and(|selection| selection.mask == 0);
        let (fixed, free): (Vec<&Counter>, Vec<&Counter>) = can.iter().copied().partition(is_hard_wired);
        let mut selections = free.iter().map(|counter| selection(counter));
        let common = selections.next().flatten();
        let selection = common.filter(|common| selections.all(|other| other.as_ref() == Some(common)));
        let numbers = |of: &[&Counter]| of.iter().map(|counter| counter.index).collect();
        Self { row, counters: numbers(&can), hard_wired: numbers(&fixed), selection }
    }
}

/// The name of the units of a kind without their numbers, such as `cbox`.
pub(crate) fn unit_name(description: &Description, kind: usize) -> &str {
    let unit = description.units.iter().find(|unit| unit.kind == kind);
    unit.map_or("", |unit| unit.name.trim_end_matches(|c: char| c.is_ascii_digit()))
}

/// Whether the events belong to several kinds of units.
pub(crate) fn has_several_kinds(description: &Description) -> bool {
    let kinds: BTreeSet<_> = description.events.rows.iter().map(|row| row.kind).collect();
    kinds.len() > 1
}

/// Event and mask by their names in the manual, such as `GART Events: GART miss`.
pub(crate) fn title(row: &EventRow) -> String {
    match row.umask_name.as_str() {
        "" => row.event.clone(),
        mask => format!("{}: {mask}", row.event),
    }
}
