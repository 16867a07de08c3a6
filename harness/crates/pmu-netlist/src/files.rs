//! Files of a netlist's folder.

use pmu_rtl::BuildError;
use std::fs;
use std::path::Path;

/// Reads a file.
///
/// # Errors
/// [`BuildError`] with the path.
pub fn read(path: &Path) -> Result<String, BuildError> {
    fs::read_to_string(path).map_err(io("read", path))
}

/// Writes a file of the folder.
///
/// # Errors
/// [`BuildError`] with the path.
pub fn write(folder: &Path, name: &str, text: &str) -> Result<(), BuildError> {
    let path = folder.join(name);
    fs::write(&path, text).map_err(io("write", &path))
}

/// Converts a failure of the file system at `path`.
pub fn io(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> BuildError {
    let path = path.to_owned();
    move |source| BuildError::Io { action, path, source }
}
