//! Checks that every directed program passes in lockstep and has expectations.

use crate::{trial, LazyBench};
use golden_model_core::Pmu;
use harness::regression::{list_directed, DirectedFile};
use libtest_mimic::Trial;

/// Returns a test for each directed program of the PMU.
pub fn trials(pmu: &str, bench: &LazyBench) -> Vec<Trial> {
    let folder = testbenches::folder(pmu).join("programs");
    let shared = Pmu::find(pmu).map(|pmu| pmu.description.shared).unwrap_or_default();
    match list_directed(&folder, &shared) {
        Ok(files) => files.into_iter().map(|file| program(pmu, bench, file)).collect(),
        Err(error) => vec![Trial::test(format!("{pmu}::programs"), move || Err(error.into()))],
    }
}

fn program(pmu: &str, bench: &LazyBench, file: DirectedFile) -> Trial {
    trial(format!("{pmu}::{}", file.name.replace('/', "::")), bench, move |bench| bench.passes(&file))
}
