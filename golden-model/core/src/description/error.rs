//! Errors in descriptions.

use crate::collisions::CollisionError;
use crate::parameters::ConfigurationError;
use std::path::PathBuf;

/// What a user does if there are no descriptions.
const NOWHERE: &str =
    "use the crate `golden-model`, which carries them, or name the folder golden-model/descriptions of a checkout: \
                       in Rust with `pmus::read_from`, in C and Python with the environment variable PMU_DESCRIPTIONS";

/// An error in a description.
#[derive(Debug, thiserror::Error)]
pub enum DescriptionError {
    /// A TOML file is invalid.
    #[error("{file}: {source}")]
    Toml {
        /// The file, below the folder of the descriptions.
        file: String,
        /// Error of the parser.
        source: Box<toml::de::Error>,
    },
    /// A CSV table is invalid.
    #[error("{pmu}/{file}: {source}")]
    Csv {
        /// Folder of the description.
        pmu: String,
        /// The table.
        file: &'static str,
        /// Error of the CSV reader.
        source: csv::Error,
    },
    /// A file cannot be read.
    #[error("{file}: {source}")]
    Unreadable {
        /// The file, below the folder of the descriptions.
        file: String,
        /// The reason.
        source: std::io::Error,
    },
    /// There are no descriptions.
    #[error("there is no folder {} with descriptions; {NOWHERE}", folder.display())]
    Nowhere {
        /// The folder in which they should be.
        folder: PathBuf,
    },
    /// A template is wrong.
    #[error("{file}: {source}")]
    Template {
        /// The file, below the folder of the descriptions.
        file: String,
        /// The error in it.
        source: ConfigurationError,
    },
    /// A user's configuration is wrong.
    #[error("{file}: {source}")]
    Configuration {
        /// The file, as the user named it.
        file: String,
        /// The error in it.
        source: ConfigurationError,
    },
    /// The collision table is wrong.
    #[error(transparent)]
    Collisions(#[from] CollisionError),
    /// The files are inconsistent.
    #[error("{pmu}: {what}")]
    Inconsistent {
        /// Folder of the description.
        pmu: String,
        /// The inconsistency.
        what: String,
    },
}

/// A result with an error message, to which the caller adds the file.
pub(super) type LoadResult<T> = Result<T, String>;
