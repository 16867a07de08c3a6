//! Errors in programs.

use std::fmt;
use std::path::{Path, PathBuf};

/// An error message with its position in a program file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramError {
    /// The file.
    pub file: PathBuf,
    /// Line, from 1; 0 if the error has no line.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What is wrong and what is expected.
    pub message: String,
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file.display(), self.message),
            line => write!(f, "{}:{line}:{}: {}", self.file.display(), self.column, self.message),
        }
    }
}

impl std::error::Error for ProgramError {}

/// An error without its file, as the stages of the parser return it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub at: Position,
    pub message: String,
}

/// Line and column, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Position {
    pub line: u32,
    pub column: u32,
}

impl Fault {
    pub fn new<T>(at: Position, message: impl Into<String>) -> Result<T, Fault> {
        Err(Fault { at, message: message.into() })
    }

    pub fn in_file(self, file: &Path) -> ProgramError {
        ProgramError { file: file.to_owned(), line: self.at.line, column: self.at.column, message: self.message }
    }
}
