//! What is wrong with a description.

/// A description that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DescriptionError {
    /// A file in TOML is not valid.
    #[error("{pmu}/{file}: {source}")]
    Toml {
        /// Folder of the description.
        pmu: String,
        /// The file.
        file: &'static str,
        /// What the parser said.
        source: Box<toml::de::Error>,
    },
    /// A table is not valid.
    #[error("{pmu}/{file}: {source}")]
    Csv {
        /// Folder of the description.
        pmu: String,
        /// The table.
        file: &'static str,
        /// What the reader said.
        source: csv::Error,
    },
    /// The parts do not fit together.
    #[error("{pmu}: {what}")]
    Inconsistent {
        /// Folder of the description.
        pmu: String,
        /// What does not fit.
        what: String,
    },
}

/// The error is a message without the file; the caller adds it.
pub(super) type LoadResult<T> = Result<T, String>;
