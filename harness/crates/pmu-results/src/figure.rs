//! Figures with thresholds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A figure with a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// Requirements that directed programs cover.
    Requirements,
    /// Event rows that every counter has counted or refused.
    Events,
    /// Bins of functional coverage.
    Coverage,
    /// Situations that follow from the description.
    Situations,
    /// Pairs of causes that occur in one cycle.
    Collisions,
    /// Blocks, branches and items of cases of the RTL.
    Line,
    /// Bits of signals of the RTL that toggled in both directions.
    Toggle,
    /// Bits of registers of the RTL that toggled in both directions, in each instance.
    Registers,
    /// Killed mutants.
    Mutation,
}

impl Figure {
    /// All figures, in display order.
    pub const ALL: [Self; 9] = [
        Self::Requirements,
        Self::Events,
        Self::Coverage,
        Self::Situations,
        Self::Collisions,
        Self::Line,
        Self::Toggle,
        Self::Registers,
        Self::Mutation,
    ];
}

impl fmt::Display for Figure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Requirements => "requirements",
            Self::Events => "events",
            Self::Coverage => "coverage",
            Self::Situations => "situations",
            Self::Collisions => "collisions",
            Self::Line => "line",
            Self::Toggle => "toggle",
            Self::Registers => "registers",
            Self::Mutation => "mutation",
        })
    }
}

/// The figures of a run that have a threshold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Figures {
    /// Whether a figure below its threshold is a failure.
    pub enforced: bool,
    /// The figures that the run measured.
    pub each: Vec<FigureResult>,
}

/// One figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FigureResult {
    /// The measured figure.
    pub figure: Figure,
    /// Number of covered items.
    pub covered: u64,
    /// Total number of items.
    pub total: u64,
    /// The fraction to reach, 0 to 1.
    pub threshold: f64,
    /// Whether the figure reaches the threshold.
    pub reached: bool,
}

impl Figures {
    /// The figures below their thresholds.
    pub fn below(&self) -> impl Iterator<Item = &FigureResult> {
        self.each.iter().filter(|figure| !figure.reached)
    }

    /// Whether the figures make a run fail.
    pub fn fail(&self) -> bool {
        self.enforced && self.below().next().is_some()
    }
}
