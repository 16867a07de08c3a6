//! Exit statuses of commands.

use crate::Error;
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
    /// Exit status if something in the environment is missing or broken.
    pub const BROKEN: u8 = 3;
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(match status {
            Status::Pass => 0,
            Status::Diverged => 1,
            Status::BadInput => 2,
            Status::Broken => Status::BROKEN,
            Status::Interrupted => Status::INTERRUPTED,
        })
    }
}

impl From<&Error> for Status {
    fn from(error: &Error) -> Self {
        match error {
            Error::Input(_) => Self::BadInput,
            Error::Environment(_) => Self::Broken,
            Error::Interrupted => Self::Interrupted,
        }
    }
}
