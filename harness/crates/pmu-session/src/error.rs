//! The error of sessions.

use golden_model_core::description::DescriptionError;
use golden_model_core::InputError;
use pmu_results::ResultsError;
use pmu_support::Panic;
use pmu_verify::coverage::PlanError;

/// Why a session or a checker cannot do what a caller asks. The message says what is wrong and what to do.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The argument of a caller is wrong.
    #[error("{0}")]
    Input(String),
    /// A description is wrong or cannot be read.
    #[error("{0}")]
    Description(#[from] DescriptionError),
    /// A coverage plan is wrong.
    #[error("{0}")]
    Plan(#[from] PlanError),
    /// The results cannot be written.
    #[error("{0}")]
    Results(#[from] ResultsError),
    /// The golden model panicked. Never a verdict about the PMU.
    #[error("the golden model panicked at {0}")]
    Panicked(#[from] Panic),
}

impl From<InputError> for SessionError {
    fn from(error: InputError) -> Self {
        Self::Input(error.to_string())
    }
}

impl SessionError {
    /// The error of a wrong argument.
    pub(crate) fn input(what: impl Into<String>) -> Self {
        Self::Input(what.into())
    }
}
