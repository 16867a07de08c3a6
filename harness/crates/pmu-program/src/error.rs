//! Errors in programs.

use std::fmt;
use std::path::{Path, PathBuf};

/// A place in a program and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramError {
    /// The file.
    pub file: PathBuf,
    /// Line, from 1; 0 when the file as a whole is meant.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What is wrong, and what would be right.
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

/// An error without its file, as the parser's parts produce it.
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
