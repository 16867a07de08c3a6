//! The runs that are kept below the build directory, by number.

use std::fs;
use std::io::Error;
use std::path::{Path, PathBuf};

/// File that only the folder of a run that has ended contains.
pub(crate) const RESULTS: &str = "results.json";
/// Folder of the runs below the build directory.
pub(crate) const RUNS: &str = "runs";
/// Link to the newest run below the build directory.
pub(crate) const NEWEST: &str = "sim";

/// The numbers of the folders of runs, in order.
pub(super) fn numbers(runs: &Path) -> Result<Vec<u64>, Error> {
    let mut numbers = Vec::new();
    for entry in fs::read_dir(runs)? {
        numbers.extend(entry?.file_name().to_str().and_then(|name| name.parse::<u64>().ok()));
    }
    numbers.sort_unstable();
    Ok(numbers)
}

/// The runs that have ended, each with its number and folder, in the order of the numbers. None if no run is kept.
pub(crate) fn ended(build_dir: &Path) -> Vec<(u64, PathBuf)> {
    let runs = build_dir.join(RUNS);
    let folders = numbers(&runs).unwrap_or_default().into_iter().map(|number| (number, runs.join(number.to_string())));
    folders.filter(|(_, folder)| folder.join(RESULTS).is_file()).collect()
}

/// The number of the run that ended last.
pub(crate) fn newest(build_dir: &Path) -> Option<u64> {
    let folder = build_dir.join(NEWEST).canonicalize().ok()?;
    let number: u64 = folder.file_name()?.to_str()?.parse().ok()?;
    ended(build_dir).into_iter().map(|(known, _)| known).find(|known| *known == number)
}

/// The results of the newest run.
pub(crate) fn newest_results(build_dir: &Path) -> PathBuf {
    build_dir.join(NEWEST).join(RESULTS)
}
