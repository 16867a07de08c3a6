//! Seals of built files. A file that was truncated or changed after its build is built again.

use sha2::{Digest, Sha256};
use std::fs;
use std::io::Error;
use std::path::{Path, PathBuf};

/// Seals a complete file: its SHA-256 is written next to it.
pub(crate) fn seal(file: &Path) -> Result<(), Error> {
    fs::write(place(file), digest(file)?)
}

/// Whether a file has the content that was sealed.
pub(crate) fn is_intact(file: &Path) -> bool {
    match (fs::read_to_string(place(file)), digest(file)) {
        (Ok(sealed), Ok(digest)) => sealed == digest,
        _ => false,
    }
}

fn place(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".sha256");
    name.into()
}

fn digest(file: &Path) -> Result<String, Error> {
    let digest = Sha256::digest(fs::read(file)?);
    Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}
