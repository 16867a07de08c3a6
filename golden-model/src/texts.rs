//! The files of the descriptions. They are read when they are needed, so an edit takes effect without a build.

use crate::description::DescriptionError;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The folder with the descriptions.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();
/// The texts that have been read, by their paths. They live as long as the process.
static READ: Mutex<BTreeMap<String, &'static str>> = Mutex::new(BTreeMap::new());

/// Reads all descriptions from the files below `folder`, such as that of the user's checkout. Without a call, or after the first
/// description has been read, the folder is that of the sources of this crate.
pub fn read_from(folder: PathBuf) {
    FOLDER.get_or_init(|| folder);
}

fn folder() -> &'static Path {
    FOLDER.get_or_init(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("descriptions"))
}

/// A file of the descriptions, by its path below their folder, such as `amd_k8/core/pmu.toml`.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn text(path: &str) -> Result<&'static str, DescriptionError> {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(text) = read.get(path) {
        return Ok(text);
    }
    let text = std::fs::read_to_string(folder().join(path)).map_err(|source| unreadable(path, source))?;
    let text = Box::leak(text.into_boxed_str());
    read.insert(path.to_owned(), text);
    Ok(text)
}

/// As [`text`], for a file that a description need not have.
///
/// # Errors
/// If the file exists and cannot be read.
pub(crate) fn optional_text(path: &str) -> Result<Option<&'static str>, DescriptionError> {
    match text(path) {
        Err(DescriptionError::Unreadable { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

/// The names of the TOML files in a folder of the descriptions, without their extension and in alphabetical order.
///
/// # Errors
/// If the folder cannot be read.
pub(crate) fn toml_files(path: &str) -> Result<Vec<String>, DescriptionError> {
    let wrong = |source| unreadable(path, source);
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder().join(path)).map_err(wrong)? {
        let name = entry.map_err(wrong)?.file_name();
        names.extend(name.to_str().and_then(|name| name.strip_suffix(".toml")).map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

fn unreadable(path: &str, source: std::io::Error) -> DescriptionError {
    DescriptionError::Unreadable { file: path.to_owned(), source }
}
