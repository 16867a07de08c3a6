//! Exit statuses and errors of commands.

use crate::code_coverage::{ExclusionsError, MeasureError};
use crate::coverage::PlanError;
use crate::dut::DutError;
use crate::jobs::Interrupted;
use crate::metamorphic::MetamorphicRulesError;
use crate::mutation::MutationError;
use crate::program::ProgramError;
use crate::regression::DirectedError;
use crate::results::ThresholdError;
use crate::results::{ReadError, ResultsError};
use crate::rtl::{BuildError, ErrorKind};
use crate::seeded_bugs::SeededBugsError;
use crate::stimulus::ProfileError;
use crate::waves::WavesError;
use std::process::ExitCode;

/// Result of a command; each has an exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The command succeeded; in a run, DUT and golden model agree.
    Pass,
    /// The DUT differs from the golden model or from an expectation, or another check failed.
    Diverged,
    /// The input or the command line is wrong.
    BadInput,
    /// Something in the environment is missing or broken.
    Broken,
    /// Ended by Ctrl-C.
    Interrupted,
}

impl Status {
    /// Exit status of an interrupted command, as in shells.
    pub const INTERRUPTED: u8 = 130;
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(match status {
            Status::Pass => 0,
            Status::Diverged => 1,
            Status::BadInput => 2,
            Status::Broken => 3,
            Status::Interrupted => Status::INTERRUPTED,
        })
    }
}

/// Error that ends a command.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
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

impl Failure {
    /// Returns the error for a command or option that has a new name. `how` ends the sentence.
    pub(super) fn replaced(old: &str, new: &str, how: &str) -> Self {
        Self::Input(format!("`{old}` is now `{new}`{how}"))
    }

    /// Returns the status of the error.
    pub fn status(&self) -> Status {
        match self {
            Self::Input(_) => Status::BadInput,
            Self::Environment(_) => Status::Broken,
            Self::Interrupted => Status::Interrupted,
        }
    }
}

impl From<BuildError> for Failure {
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
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::$kind(error.to_string())
            }
        })+
    };
}

always!(Input: ProgramError, DirectedError, ProfileError, MetamorphicRulesError, PlanError, ReadError, ThresholdError, SeededBugsError, ExclusionsError);
always!(Environment: ResultsError, DutError, WavesError, MeasureError);

impl From<Interrupted> for Failure {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

impl From<MutationError> for Failure {
    fn from(error: MutationError) -> Self {
        match error {
            MutationError::Build(error) => error.into(),
            MutationError::Interrupted(_) => Self::Interrupted,
            MutationError::Unknown { .. } => Self::Input(error.to_string()),
            MutationError::Dut(_) | MutationError::Invalid(_) => Self::Environment(error.to_string()),
        }
    }
}
