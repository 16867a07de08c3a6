//! Writes the document of a command to a file or to standard output.

use super::screen::{print_verbatim, say};
use crate::results::write_atomically;
use crate::Error;
use std::path::Path;

/// Writes `text` to `file`, or prints it without one.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn write(file: Option<&Path>, text: &str) -> Result<(), Error> {
    match file {
        None => print_verbatim(text),
        Some(file) => {
            write_atomically(file, text.as_bytes())?;
            say!("wrote {}", file.display());
        }
    }
    Ok(())
}
