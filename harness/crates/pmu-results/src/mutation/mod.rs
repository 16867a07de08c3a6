//! Results of mutation campaigns.

mod detection;
mod interval;
mod proof;
mod report;

pub use detection::{
    ConditionKind, ConditionalMutant, DetectionFigure, DetectionFigures, DetectionReport, DetectionStatus, KindFigures,
    LevelFigures,
};
pub use interval::Interval;
pub use proof::Proof;
pub use report::{CellPort, MutationReport, Proven};

/// Smallest number of mutants for a campaign to count as a measurement.
pub const LEAST: u64 = 500;
