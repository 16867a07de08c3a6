//! Paths in messages.

use std::path::{Path, PathBuf};

/// Formats a path, relative to the working directory if it is below it.
pub fn display_path(path: &Path) -> String {
    let current = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&current).map(PathBuf::from).unwrap_or_else(|_| path.to_owned()).display().to_string()
}
