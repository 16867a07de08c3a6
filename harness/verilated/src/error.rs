//! Errors of a model.

use std::path::PathBuf;

/// An error of a model library or of the model in it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be loaded or is not a model library.
    #[error("cannot load the model library {}: {what}", path.display())]
    Open {
        /// The library.
        path: PathBuf,
        /// The message of the loader.
        what: String,
    },
    /// The library was built for another version of the interface.
    #[error(
        "the model library {} has interface version {found} where this program needs {expected}; build it again",
        path.display()
    )]
    Abi {
        /// The library.
        path: PathBuf,
        /// Its interface version.
        found: u32,
        /// The interface version of this crate.
        expected: u32,
    },
    /// The model could not be created.
    #[error("cannot create a model: {0}")]
    Construct(String),
    /// The model ended in a failed assertion, `$error`, `$fatal`, `$stop`, `$finish` or a runtime error, such as logic that
    /// does not settle. It cannot be used further. The text is `FILE:LINE: Assertion failed in INSTANCE: MESSAGE` or
    /// `FILE:LINE: MESSAGE`.
    #[error("{0}")]
    Stopped(String),
    /// A slice has the wrong number of words.
    #[error("{what}: {found} words given where {expected} are needed")]
    Length {
        /// Name of the slice.
        what: String,
        /// Its length.
        found: usize,
        /// The required length.
        expected: String,
    },
    /// No port has that name, or it is an output where an input is required.
    #[error("the model has no {kind} named {name}; it has {known}")]
    Port {
        /// `port` or `input`.
        kind: &'static str,
        /// The name asked for.
        name: String,
        /// The existing names.
        known: String,
    },
    /// A trace cannot be written.
    #[error("trace {}: {what}", path.display())]
    Trace {
        /// The file.
        path: PathBuf,
        /// The error.
        what: String,
    },
    /// Coverage cannot be written.
    #[error("coverage {}: {what}", path.display())]
    Coverage {
        /// The file.
        path: PathBuf,
        /// The error.
        what: String,
    },
}
