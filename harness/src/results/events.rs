//! Event coverage.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Event coverage: a row is counted when every counter that may count it did, and every other was seen not to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Events {
    /// All rows.
    pub total: u64,
    /// Rows that every counter has counted that may, and none of the others.
    pub counted: u64,
    /// For each counter what it has counted and refused.
    pub by_counter: Vec<CounterEvents>,
    /// For each row what every counter did.
    #[serde(default)]
    pub rows: Vec<EventRowResult>,
}

/// One row of the manual's event tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventRowResult {
    /// Code and mask.
    pub row: String,
    /// Its name in programs.
    pub name: String,
    /// A letter for each counter, in the order of `by_counter`: `c` counted, `m` missing, `r` refused as it must be, `u` not
    /// seen to be refused, `-` a counter of other units, to which the row means nothing.
    pub counters: String,
}

/// What one counter has counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CounterEvents {
    /// The counter.
    pub counter: String,
    /// Number of rows counted.
    pub counted: u64,
    /// Rows not counted, as code and mask.
    pub missing: Vec<String>,
    /// Number of rows that it may not count and was seen not to.
    pub refused: u64,
    /// Rows that it may not count and for which that was not seen, as code and mask.
    pub not_refused: Vec<String>,
}
