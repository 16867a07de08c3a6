//! Reading and writing the published documents.

use golden_model_core::Pmu;
use pmu_results::{write_atomically, ReadError, ResultsError};
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::path::Path;

/// A document of the repository with one entry for each PMU.
pub trait PublishedDocument: Serialize + DeserializeOwned {
    /// Path of the file, below the root of the workspace.
    const FILE: &'static str;
    /// Version of its schema.
    const VERSION: u32;

    /// The PMUs of its entries, in order.
    fn ids(&self) -> Vec<&str>;

    /// Formats the document. The default has one value on each line.
    ///
    /// # Errors
    /// When a value cannot be written as JSON.
    fn text(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Reads the document of the workspace.
    ///
    /// # Errors
    /// [`ReadError`] when it is missing, invalid or of another version, or when it names an unknown PMU or one PMU twice.
    fn read(root: &Path) -> Result<Self, ReadError> {
        let file = root.join(Self::FILE);
        let restore = format!("restore it with `git checkout -- {}`", Self::FILE);
        let wrong = |what: String| ReadError { file: file.clone(), what };
        let text =
            std::fs::read_to_string(&file).map_err(|error| wrong(format!("cannot be read: {error}; {restore}")))?;
        let value: serde_json::Value =
            serde_json::from_str(&text).map_err(|error| wrong(format!("is not valid JSON: {error}; {restore}")))?;
        let version = value.get("schema_version").and_then(serde_json::Value::as_u64);
        if version != Some(Self::VERSION.into()) {
            let found = version.map_or("no schema_version".to_owned(), |version| format!("schema version {version}"));
            return Err(wrong(format!("has {found}, but this program reads version {}; {restore}", Self::VERSION)));
        }
        let document: Self = serde_json::from_str(&text)
            .map_err(|error| wrong(format!("does not follow its schema: {error}; correct it or {restore}")))?;
        let ids = document.ids();
        if let Some(id) = ids.iter().find(|id| !Pmu::ids().any(|known| known == **id)) {
            return Err(wrong(format!("has an entry of {id}, but there is no such PMU; remove the entry")));
        }
        if let Some((position, id)) = ids.iter().enumerate().find(|(position, id)| ids[..*position].contains(id)) {
            return Err(wrong(format!("has two entries of {id}; remove entry {}", position + 1)));
        }
        Ok(document)
    }

    /// Writes the document of the workspace.
    ///
    /// # Errors
    /// [`ResultsError`] when the file cannot be written.
    fn write(&self, root: &Path) -> Result<(), ResultsError> {
        let file = root.join(Self::FILE);
        let text = self.text().map_err(|error| ResultsError { file: file.clone(), what: error.to_string() })?;
        write_atomically(&file, text.as_bytes())
    }
}

/// Position of a PMU among all PMUs.
pub(super) fn position(id: &str) -> usize {
    Pmu::ids().position(|known| known == id).unwrap_or(usize::MAX)
}
