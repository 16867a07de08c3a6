//! Waveform excerpt: the cycles around a divergence.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Consecutive cycles of a program in DUT and model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WaveformExcerpt {
    /// The first cycle, from 0.
    pub start: u64,
    /// The diverging cycle.
    pub cycle: u64,
    /// Rows, from top to bottom.
    pub lanes: Vec<ExcerptRow>,
    /// Number of values and inputs that are omitted because there are too many.
    #[serde(rename = "left_out")]
    pub skipped: u64,
}

/// One value over time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExcerptRow {
    /// Source of the value.
    pub kind: ExcerptRowKind,
    /// Name of the value; empty for accesses.
    pub name: String,
    /// Width in bits; 0 for accesses.
    pub width: u32,
    /// For each cycle: hexadecimal digits, or the access as in programs; empty if there is no access.
    #[serde(rename = "clocks")]
    pub cycles: Vec<String>,
}

/// Source of the value in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExcerptRowKind {
    /// Accesses and resets.
    Access,
    /// An input of DUT and model.
    Input,
    /// A value of the model.
    Model,
    /// The same value of the DUT; the row follows that of the model.
    Device,
}
