//! The files of the descriptions. In a checkout they are read when they are needed, so an edit takes effect without a build.

use crate::description::DescriptionError;
use crate::embedded::{EmbeddedDescriptions, EMBEDDED};
use std::collections::BTreeMap;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Where the descriptions are.
enum Place {
    /// Files below a folder.
    Folder(PathBuf),
    /// Carried by the program.
    Embedded(&'static EmbeddedDescriptions),
}

static PLACE: OnceLock<Place> = OnceLock::new();
/// The texts that have been read, by their paths. They live as long as the process.
static READ: Mutex<BTreeMap<String, &'static str>> = Mutex::new(BTreeMap::new());

/// Reads all descriptions from the files below `folder`, such as that of the user's checkout.
///
/// Without a call, or after the first description has been read, they are those that the program carries, or else those of the
/// checkout with the sources of this crate.
pub fn read_from(folder: PathBuf) {
    PLACE.get_or_init(|| Place::Folder(folder));
}

fn place() -> &'static Place {
    let of_checkout = || Place::Folder(Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("descriptions"));
    PLACE.get_or_init(|| EMBEDDED.first().map_or_else(of_checkout, Place::Embedded))
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
    let text = match place() {
        Place::Embedded(embedded) => (embedded.text)(path).ok_or_else(|| not_embedded(path))?,
        Place::Folder(folder) => {
            let text = std::fs::read_to_string(folder.join(path)).map_err(|source| unreadable(folder, path, source))?;
            Box::leak(text.into_boxed_str())
        }
    };
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
    let mut names = match place() {
        Place::Embedded(embedded) => (embedded.names)(path).ok_or_else(|| not_embedded(path))?,
        Place::Folder(folder) => file_names(&folder.join(path)).map_err(|source| unreadable(folder, path, source))?,
    };
    names.retain_mut(|name| match name.strip_suffix(".toml") {
        Some(stem) => {
            *name = stem.to_owned();
            true
        }
        None => false,
    });
    names.sort();
    Ok(names)
}

fn file_names(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        names.extend(entry?.file_name().into_string());
    }
    Ok(names)
}

fn unreadable(folder: &Path, path: &str, source: Error) -> DescriptionError {
    if folder.is_dir() {
        return DescriptionError::Unreadable { file: path.to_owned(), source };
    }
    DescriptionError::Nowhere { folder: folder.to_owned() }
}

fn not_embedded(path: &str) -> DescriptionError {
    let source = Error::new(ErrorKind::NotFound, "the descriptions in this program have no such file");
    DescriptionError::Unreadable { file: path.to_owned(), source }
}
