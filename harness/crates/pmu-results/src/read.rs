//! Reading of `results.json`.

use super::document::{Results, SCHEMA_VERSION};
use std::path::{Path, PathBuf};

/// A document that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {what}", file.display())]
pub struct ReadError {
    /// The document.
    pub file: PathBuf,
    /// The error, with a remedy.
    pub what: String,
}

/// Reads a document of this version.
///
/// # Errors
/// When the document is missing, incomplete or of another version.
pub fn read(file: &Path) -> Result<Results, ReadError> {
    let wrong = |what: String| ReadError { file: file.to_owned(), what };
    let text = std::fs::read_to_string(file)
        .map_err(|error| wrong(format!("cannot be read: {error}; `make sim` writes build/sim/results.json")))?;
    let document: serde_json::Value = serde_json::from_str(&text)
        .map_err(|error| wrong(format!("is not a complete results.json: {error}; copy it again or repeat the run")))?;
    match document.get("schema_version").and_then(serde_json::Value::as_u64) {
        Some(version) if version == u64::from(SCHEMA_VERSION) => {}
        Some(version) => {
            let what = format!("has schema version {version}, but this program reads version {SCHEMA_VERSION}");
            return Err(wrong(format!("{what}; repeat the run with this program, or use the one that wrote it")));
        }
        None => return Err(wrong("is not a results.json: it has no schema_version".to_owned())),
    }
    serde_json::from_value(document).map_err(|error| wrong(format!("is not a results.json: {error}; run again")))
}
