//! Checks that the programs of each behaviour detect stuck-at faults by their own expectations, without the golden model.

use crate::{trial, LazyBench};
use golden_model_core::description::Shared;
use golden_model_core::Pmu;
use harness::regression::directed_folders;
use harness::stuck_at::{StuckAtFault, StuckAtFaults};
use libtest_mimic::{Failed, Trial};

/// Returns a test for each stuck-at fault of the PMU, and a test that each folder of programs has one.
///
/// The latter fails if the PMU has no `stuck_at.toml`.
pub fn trials(pmu: &'static str, bench: &LazyBench) -> Vec<Trial> {
    let shared = Pmu::find(pmu).map(|pmu| pmu.description.shared).unwrap_or_default();
    let read = StuckAtFaults::read(&testbenches::folder(pmu).join("stuck_at.toml"), &shared);
    let values: Vec<_> = read.iter().flatten().flat_map(StuckAtFaults::iter).collect();
    let every = move || every_behaviour_has_one(pmu, &shared, read.map_err(Failed::from)?.unwrap_or_default());
    let every = Trial::test(format!("{pmu}::stuck::every_behaviour_has_a_value"), every);
    values.into_iter().map(|stuck| value(pmu, bench, stuck)).chain([every]).collect()
}

fn value(pmu: &str, bench: &LazyBench, stuck: StuckAtFault) -> Trial {
    let StuckAtFault { behaviour, name, value } = &stuck;
    trial(format!("{pmu}::{behaviour}::stuck::{name}={value:#x}"), bench, move |bench| bench.finds_stuck(&stuck))
}

fn every_behaviour_has_one(pmu: &str, shared: &Shared, values: StuckAtFaults) -> Result<(), Failed> {
    let folders = directed_folders(&testbenches::folder(pmu).join("programs"), shared)?;
    match values.errors(&Pmu::find(pmu).ok_or("no such PMU")?, &folders) {
        errors if errors.is_empty() => Ok(()),
        errors => Err(format!("{pmu}/stuck_at.toml: {}", errors.join(", ")).into()),
    }
}
