//! The error of runs and commands.

use crate::code_coverage::{ExclusionsError, MeasureError};
use crate::coverage::PlanError;
use crate::dut::DutError;
use crate::jobs::{Interrupted, Panicked};
use crate::known::KnownError;
use crate::metamorphic::MetamorphicRulesError;
use crate::mutation::CampaignError;
use crate::program::ProgramError;
use crate::regression::DirectedError;
use crate::results::ThresholdError;
use crate::results::{ReadError, ResultsError};
use crate::rtl::{BuildError, ErrorKind};
use crate::seeded_bugs::SeededBugsError;
use crate::stimulus::ProfileError;
use crate::waves::WavesError;
use golden_model_core::description::DescriptionError;

/// Error that ends a run or a command.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input is wrong.
    #[error("{0}")]
    Input(String),
    /// The environment is broken.
    #[error("{0}")]
    Environment(String),
    /// Ended by Ctrl-C.
    #[error("interrupted; no results were written")]
    Interrupted,
}

impl Error {
    /// Returns the error for a command or option that has a new name. `how` ends the sentence.
    pub(crate) fn replaced(old: &str, new: &str, how: &str) -> Self {
        Self::Input(format!("`{old}` is now `{new}`{how}"))
    }

    /// Returns the error with the PMU at the beginning of its message.
    pub(crate) fn of_pmu(self, id: &str) -> Self {
        match self {
            Self::Input(text) => Self::Input(format!("{id}: {text}")),
            Self::Environment(text) => Self::Environment(format!("{id}: {text}")),
            Self::Interrupted => self,
        }
    }
}

impl From<DescriptionError> for Error {
    fn from(error: DescriptionError) -> Self {
        match error {
            // The user's file is not among the descriptions.
            DescriptionError::Configuration { .. } => Self::Input(error.to_string()),
            DescriptionError::Nowhere { folder } => Self::Environment(format!(
                "there is no folder {}; run the command in a clone of the repository of pmu-cosim",
                folder.display()
            )),
            _ => Self::Input(format!("golden-model/descriptions/{error}")),
        }
    }
}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Self {
        match error.kind() {
            ErrorKind::BadInput => Self::Input(error.to_string()),
            ErrorKind::Environment => Self::Environment(error.to_string()),
        }
    }
}

/// Implements `From` for errors that always have the same kind.
macro_rules! always {
    ($kind:ident: $($error:ty),+) => {
        $(impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::$kind(error.to_string())
            }
        })+
    };
}

always!(Input: ProgramError, DirectedError, ProfileError, MetamorphicRulesError, PlanError, ReadError, ThresholdError, SeededBugsError, ExclusionsError, KnownError);
always!(Environment: ResultsError, DutError, WavesError, MeasureError, Panicked);

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

impl From<CampaignError> for Error {
    fn from(error: CampaignError) -> Self {
        let text = error.to_string();
        match error {
            CampaignError::Interrupted(_) => Self::Interrupted,
            CampaignError::Splice(_) | CampaignError::Unsupported(_) | CampaignError::Unknown { .. } => {
                Self::Input(text)
            }
            CampaignError::Build(error) | CampaignError::Instrumented(error) => match error.kind() {
                ErrorKind::BadInput => Self::Input(text),
                ErrorKind::Environment => Self::Environment(text),
            },
            CampaignError::Dut(_) | CampaignError::Panicked(_) | CampaignError::Invalid(_) => Self::Environment(text),
        }
    }
}
