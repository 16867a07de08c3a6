//! Error of a fault campaign.

use pmu_dut::DutError;
use pmu_netlist::SurveyError;
use pmu_rtl::BuildError;
use pmu_verify::jobs::{Interrupted, Panicked};

impl From<SurveyError> for CampaignError {
    fn from(error: SurveyError) -> Self {
        match error {
            SurveyError::Build(error) => Self::Build(error),
            SurveyError::Invalid(what) => Self::Invalid(what),
            SurveyError::Unsupported(what) => Self::Unsupported(what),
        }
    }
}

/// Reason for which a campaign has no result.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A tool is missing, or the RTL or a netlist cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The RTL with the seeded bugs cannot be built.
    #[error("RTL with seeded bugs: {0}")]
    Instrumented(BuildError),
    /// The seeded bugs cannot be inserted into the RTL.
    #[error("{0}")]
    Splice(String),
    /// The model stopped.
    #[error(transparent)]
    Dut(#[from] DutError),
    /// A check of the campaign itself failed, so its results would have no meaning.
    #[error("the campaign is invalid, so there is no score: {0}")]
    Invalid(String),
    /// The netlist of this RTL cannot be mutated or examined.
    #[error("mutation campaigns do not support this RTL: {0}")]
    Unsupported(String),
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
