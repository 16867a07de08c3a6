//! The clocks around a divergence as a picture shows them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Some clocks of a program on both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WaveformExcerpt {
    /// The first clock, from 0.
    pub start: u64,
    /// The diverging clock.
    pub cycle: u64,
    /// What is shown, from top to bottom.
    pub lanes: Vec<ExcerptRow>,
    /// Values and inputs that are left out because there are too many.
    #[serde(rename = "left_out")]
    pub skipped: u64,
}

/// One value, clock by clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExcerptRow {
    /// Whose value it is.
    pub kind: ExcerptRowKind,
    /// Its name; empty for accesses.
    pub name: String,
    /// Its width in bits; 0 for accesses.
    pub width: u32,
    /// In each clock: hexadecimal digits, or the access in the words of programs, nothing where there is none.
    #[serde(rename = "clocks")]
    pub cycles: Vec<String>,
}

/// Whose value a lane shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExcerptRowKind {
    /// Accesses and resets.
    Access,
    /// An input of both.
    Input,
    /// What the model says.
    Model,
    /// What the device shows of the same value; the next lane behind the model's.
    Device,
}
