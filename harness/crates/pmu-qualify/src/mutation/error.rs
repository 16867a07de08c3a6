//! Errors of a mutation campaign.

use pmu_dut::DutError;
use pmu_rtl::BuildError;
use pmu_verify::jobs::{Interrupted, Panicked};

/// Reason for which a campaign has no score.
#[derive(Debug, thiserror::Error)]
pub enum MutationError {
    /// A tool is missing, or the RTL or a netlist cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The model stopped without any mutant.
    #[error(transparent)]
    Dut(#[from] DutError),
    /// A check of the campaign itself failed, so its results would have no meaning.
    #[error("the campaign is invalid, so there is no score: {0}")]
    Invalid(String),
    /// No mutant has that number.
    #[error("there is no mutant {number}: they are numbered from 1 to {last}")]
    Unknown {
        /// The requested number.
        number: u32,
        /// The highest number.
        last: usize,
    },
    /// The campaign was stopped.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// A thread panicked.
    #[error(transparent)]
    Panicked(#[from] Panicked),
}
