//! Reading `results.json` again.

use super::document::{Results, SCHEMA_VERSION};
use std::path::{Path, PathBuf};

/// A document that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {what}", file.display())]
pub struct ReadError {
    /// The document.
    pub file: PathBuf,
    /// What is wrong, and what to do.
    pub what: String,
}

/// Reads a document of this version.
///
/// # Errors
/// When it is not there, not whole, or of another version.
pub fn read(file: &Path) -> Result<Results, ReadError> {
    let wrong = |what: String| ReadError { file: file.to_owned(), what };
    let text = std::fs::read_to_string(file)
        .map_err(|error| wrong(format!("cannot be read: {error}; `make sim` writes build/sim/results.json")))?;
    let document: serde_json::Value = serde_json::from_str(&text)
        .map_err(|error| wrong(format!("is no whole results.json: {error}; copy it anew or run again")))?;
    match document.get("schema_version").and_then(serde_json::Value::as_u64) {
        Some(version) if version == u64::from(SCHEMA_VERSION) => {}
        Some(version) => {
            let what = format!("has schema version {version}, this is the program of version {SCHEMA_VERSION}");
            return Err(wrong(format!("{what}; run again with this one, or use the one that wrote it")));
        }
        None => return Err(wrong("is no results.json: it has no schema_version".to_owned())),
    }
    serde_json::from_value(document).map_err(|error| wrong(format!("is no results.json: {error}; run again")))
}
