//! The error of sessions.

/// Why a session cannot do what a caller asks: a name that does not exist, a value that does not fit, an access that is refused.
/// The message says what is wrong and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InputError(pub(super) String);
