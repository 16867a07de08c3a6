//! Errors between RTL sources and a loaded model.

use std::path::{Path, PathBuf};

/// Cause of an error: the RTL or the environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The RTL or its manifest is wrong.
    BadInput,
    /// A tool is missing or does not work, or a file cannot be written.
    Environment,
}

/// A model that could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The manifest of the RTL, its port map or its folder cannot be used.
    #[error("{}: {what}", path.display())]
    Manifest {
        /// The manifest, map or folder.
        path: PathBuf,
        /// The error and its correction.
        what: String,
    },
    /// Verilator rejects the RTL.
    #[error("Verilator rejects the RTL of {}:\n{lines}", design.display())]
    Rejected {
        /// The manifest or folder of the RTL.
        design: PathBuf,
        /// Verilator's first errors, each with its source line.
        lines: String,
    },
    /// A file with registers is not SystemRDL.
    #[error("{} is not valid SystemRDL:\n{lines}", file.display())]
    Registers {
        /// The file.
        file: PathBuf,
        /// The errors with their places.
        lines: String,
    },
    /// The elaborated RTL does not match the description, the manifest or the port map.
    #[error("top module {top} of {}: {}", design.display(), faults.join("\n  and "))]
    Mismatch {
        /// The manifest or folder of the RTL.
        design: PathBuf,
        /// Its top module.
        top: String,
        /// All differences, one line each.
        faults: Vec<String>,
    },
    /// No directory at or above the given one is a workspace.
    #[error("no directory at or above {} has both Cargo.toml and rtl/; run inside the project or name its root", from.display())]
    NoWorkspace {
        /// The directory where the search began.
        from: PathBuf,
    },
    /// A tool is missing or does not work.
    #[error("{0}")]
    Tool(String),
    /// The C++ compiler rejects the generated code.
    #[error("{compiler} cannot compile {what}:\n{lines}")]
    Compile {
        /// The compiler.
        compiler: String,
        /// The compiled files.
        what: String,
        /// Its first error lines.
        lines: String,
    },
    /// A file operation failed.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// The operation, such as `write`.
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
}

impl BuildError {
    /// The cause of the error.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Manifest { .. } | Self::Rejected { .. } | Self::Mismatch { .. } | Self::Registers { .. } => {
                ErrorKind::BadInput
            }
            Self::NoWorkspace { .. } | Self::Tool(_) | Self::Compile { .. } | Self::Io { .. } => ErrorKind::Environment,
        }
    }

    /// Converts the error of a file operation, for `map_err`.
    pub(super) fn io(action: &'static str, path: impl AsRef<Path>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.as_ref().to_owned();
        move |source| Self::Io { action, path, source }
    }
}
