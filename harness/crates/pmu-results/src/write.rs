//! Writes documents atomically.

use super::annotations::CODE_QUALITY;
use super::document::Results;
use super::history::History;
use super::{coverage_files, html, junit};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The files of a run, below its output folder.
pub const FILES: [&str; 3] = ["results.json", "junit.xml", "report.html"];
/// Names of the files with line coverage, for lcov and for Cobertura.
const COVERAGE: [&str; 2] = ["coverage.info", "coverage.xml"];
/// Files that not every run has.
pub const OPTIONAL_FILES: [&str; 3] = [COVERAGE[0], COVERAGE[1], CODE_QUALITY];

/// A document that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {what}; is the folder writable and the disk not full?", file.display())]
pub struct ResultsError {
    /// The file or folder.
    pub file: PathBuf,
    /// The error.
    pub what: String,
}

impl ResultsError {
    fn new(file: &Path, error: impl ToString) -> Self {
        Self { file: file.to_owned(), what: error.to_string() }
    }
}

/// Writes all documents; `results.json` last, since the others are views of it.
pub fn write_all(results: &Results, folder: &Path) -> Result<(), ResultsError> {
    write_with_history(results, folder, None)
}

/// Writes all documents; the report also shows earlier runs, if the run has any next to it.
pub fn write_with_history(results: &Results, folder: &Path, history: Option<&History>) -> Result<(), ResultsError> {
    let [json, junit_xml, report] = FILES.map(|name| folder.join(name));
    let xml = junit::document(results).map_err(|error| ResultsError::new(&junit_xml, error))?;
    write_atomically(&junit_xml, xml.as_bytes())?;
    if coverage_files::has_any(results) {
        let [tracefile, cobertura] = COVERAGE.map(|name| folder.join(name));
        write_atomically(&tracefile, coverage_files::lcov(results).as_bytes())?;
        let xml = coverage_files::cobertura(results).map_err(|error| ResultsError::new(&cobertura, error))?;
        write_atomically(&cobertura, xml.as_bytes())?;
    }
    let page = html::page(results, folder, history).map_err(|error| ResultsError::new(&report, error))?;
    write_atomically(&report, page.as_bytes())?;
    let mut text = serde_json::to_vec_pretty(results).map_err(|error| ResultsError::new(&json, error))?;
    text.push(b'\n');
    write_atomically(&json, &text)
}

/// Creates an unnamed temporary file with the permissions of the umask, since it will become a shared file.
pub fn temporary_in(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().permissions(std::fs::Permissions::from_mode(0o666)).tempfile_in(folder)
}

/// Writes a file that appears under its name only when it is complete on the disk.
pub fn write_atomically(file: &Path, content: &[u8]) -> Result<(), ResultsError> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let write = || -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let mut temporary = temporary_in(folder)?;
        temporary.write_all(content)?;
        temporary.as_file().sync_all()?;
        temporary.persist(file)?;
        Ok(())
    };
    write().map_err(|error| ResultsError::new(file, error))
}
