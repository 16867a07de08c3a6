//! Event coverage.

use golden_model_core::description::Counter;
use golden_model_core::{Description, EventCoverage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Event coverage. A row counts if every counter that may count it did, and every other counter refused it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Events {
    /// All rows.
    pub total: u64,
    /// Rows that every permitted counter counted and every other counter refused.
    pub counted: u64,
    /// For each counter the rows that it counted and refused.
    pub by_counter: Vec<CounterEvents>,
    /// For each row the result of every counter.
    #[serde(default)]
    pub rows: Vec<EventRowResult>,
}

/// One row of the manual's event tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventRowResult {
    /// Code and mask.
    pub row: String,
    /// Name in programs.
    pub name: String,
    /// One letter for each counter, in the order of `by_counter`: `c` counted, `m` missing, `r` refused as required, `u` not
    /// observed to be refused, `-` counter of other units, to which the row does not apply.
    pub counters: String,
}

/// Event coverage of one counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CounterEvents {
    /// The counter.
    pub counter: String,
    /// Number of rows counted.
    pub counted: u64,
    /// Rows not counted, as code and mask.
    pub missing: Vec<String>,
    /// Number of rows that it may not count and that it refused.
    pub refused: u64,
    /// Rows that it may not count and for which no refusal was observed, as code and mask.
    pub not_refused: Vec<String>,
}

/// Event coverage of every counter, for all rows of the description.
pub fn events(description: &Description, counted: &EventCoverage) -> Events {
    let rows = &description.events.rows;
    let counters = description.counters();
    let may = |counter: &Counter, row: usize| description.may_count(counter, &rows[row]);
    let by_counter = counters.iter().enumerate().map(|(number, counter)| {
        let (allowed, forbidden): (Vec<_>, Vec<_>) = (0..rows.len())
            .filter(|&row| may(counter, row).is_some())
            .partition(|&row| may(counter, row) == Some(true));
        let seen = |wanted: &[usize], is_observed: &dyn Fn(usize) -> bool| -> (u64, Vec<String>) {
            let (done, missing): (Vec<usize>, Vec<usize>) = wanted.iter().partition(|&&row| is_observed(row));
            (done.len() as u64, missing.iter().map(|&row| rows[row].label()).collect())
        };
        let (counted_rows, missing) = seen(&allowed, &|row| counted.contains(number, row));
        let (refused, not_refused) = seen(&forbidden, &|row| counted.refused(number, row));
        CounterEvents {
            counter: description.counter_name(counter),
            counted: counted_rows,
            missing,
            refused,
            not_refused,
        }
    });
    let by_counter: Vec<_> = by_counter.collect();
    let state = |(number, counter): (usize, &Counter), row: usize| match may(counter, row) {
        Some(true) if counted.contains(number, row) => 'c',
        Some(true) => 'm',
        Some(false) if counted.refused(number, row) => 'r',
        Some(false) => 'u',
        None => '-',
    };
    let of_row = |row: usize| EventRowResult {
        row: rows[row].label(),
        name: rows[row].name(),
        counters: counters.iter().enumerate().map(|counter| state(counter, row)).collect(),
    };
    let each: Vec<_> = (0..rows.len()).map(of_row).collect();
    // A row that selects no event belongs to no counter.
    let events = || each.iter().filter(|row: &&EventRowResult| row.counters.contains(|state| state != '-'));
    let everywhere = events().filter(|row| !row.counters.contains(['m', 'u'])).count() as u64;
    Events { total: events().count() as u64, counted: everywhere, by_counter, rows: each }
}
