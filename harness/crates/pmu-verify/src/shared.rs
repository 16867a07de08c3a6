//! Files of a testbench, and those of the same name that it shares with others: in the folders below `testbenches` that the
//! description of its PMU names, with the PMU's own names and numbers in them.

use golden_model::description::Shared;
use std::io;
use std::path::{Path, PathBuf};

/// The folders that a PMU shares, from its testbench on: below the folder with all families.
pub fn folders(testbench: &Path, shared: &Shared) -> Vec<PathBuf> {
    let all = testbench.ancestors().nth(2).unwrap_or(testbench);
    shared.from.iter().map(|name| all.join(name)).collect()
}

/// The texts of a file of a testbench that exist, the shared ones first.
///
/// # Errors
/// The file that cannot be read, and why.
pub fn texts(own: &Path, shared: &Shared) -> Result<Vec<(PathBuf, String)>, (PathBuf, io::Error)> {
    let (testbench, name) = (own.parent().unwrap_or(own), own.file_name().unwrap_or_default());
    let mut texts = Vec::new();
    let common = folders(testbench, shared).into_iter().map(|folder| (folder.join(name), true));
    for (file, is_shared) in common.chain([(own.to_owned(), false)]) {
        match std::fs::read_to_string(&file) {
            Ok(text) => texts.push((file, if is_shared { shared.apply(&text) } else { text })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err((file, error)),
        }
    }
    Ok(texts)
}
