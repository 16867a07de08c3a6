//! What can keep a campaign from a score.

use pmu_dut::DutError;
use pmu_rtl::BuildError;
use pmu_verify::jobs::Interrupted;

/// Why there is no score.
#[derive(Debug, thiserror::Error)]
pub enum MutationError {
    /// A tool is missing, or the RTL or a netlist cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The model stopped without any mutant.
    #[error(transparent)]
    Dut(#[from] DutError),
    /// One of the checks of the campaign itself has failed: its results would mean nothing.
    #[error("the campaign is invalid, so there is no score: {0}")]
    Invalid(String),
    /// No mutant has that number.
    #[error("there is no mutant {number}: they are numbered from 1 to {last}")]
    Unknown {
        /// The number that was asked for.
        number: u32,
        /// The highest.
        last: usize,
    },
    /// Asked to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}
