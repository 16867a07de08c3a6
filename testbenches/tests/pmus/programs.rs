//! Every directed program passes in lockstep, and demands something.

use crate::{trial, LazyBench};
use harness::regression::directed_files;
use libtest_mimic::Trial;
use std::path::Path;

/// A test for each program of the PMU.
pub fn trials(pmu: &str, bench: &LazyBench) -> Vec<Trial> {
    let folder = testbenches::folder(pmu).join("programs");
    match directed_files(&folder) {
        Ok(files) => files.into_iter().map(|file| program(pmu, bench, &folder, file)).collect(),
        Err(error) => vec![Trial::test(format!("{pmu}::programs"), move || Err(error.into()))],
    }
}

fn program(pmu: &str, bench: &LazyBench, folder: &Path, file: std::path::PathBuf) -> Trial {
    let path = file.strip_prefix(folder).unwrap_or(&file).with_extension("");
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    trial(format!("{pmu}::{}", parts.join("::")), bench, move |bench| bench.passes(&file))
}
