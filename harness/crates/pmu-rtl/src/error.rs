//! What can go wrong between RTL sources and a loaded model.

use std::path::{Path, PathBuf};

/// Who has to act on an error.
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
        /// What is wrong and what to do.
        what: String,
    },
    /// Verilator rejects the RTL.
    #[error("Verilator rejects the RTL of {}:\n{lines}", design.display())]
    Rejected {
        /// The manifest or folder of the RTL.
        design: PathBuf,
        /// Verilator's first error lines.
        lines: String,
    },
    /// The elaborated RTL is not the one that the description and the manifest or port map speak of.
    #[error("top module {top} of {}: {}", design.display(), faults.join("\n  and "))]
    Mismatch {
        /// The manifest or folder of the RTL.
        design: PathBuf,
        /// Its top module.
        top: String,
        /// Everything that differs, one line each.
        faults: Vec<String>,
    },
    /// No directory above the given one is a workspace.
    #[error("no directory at or above {} has both Cargo.toml and rtl/; run inside the project or name its root", from.display())]
    NoWorkspace {
        /// Where the search began.
        from: PathBuf,
    },
    /// A tool is missing or does not work.
    #[error("{0}")]
    Tool(String),
    /// The C++ compiler rejects what Verilator made.
    #[error("{compiler} cannot compile {what}:\n{lines}")]
    Compile {
        /// The compiler.
        compiler: String,
        /// What was compiled.
        what: String,
        /// Its first error lines.
        lines: String,
    },
    /// A file operation failed.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// Such as `write`.
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

impl BuildError {
    /// Who has to act.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Manifest { .. } | Self::Rejected { .. } | Self::Mismatch { .. } => ErrorKind::BadInput,
            Self::NoWorkspace { .. } | Self::Tool(_) | Self::Compile { .. } | Self::Io { .. } => ErrorKind::Environment,
        }
    }

    /// For `map_err` on a file operation.
    pub(super) fn io(action: &'static str, path: impl AsRef<Path>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.as_ref().to_owned();
        move |source| Self::Io { action, path, source }
    }
}
