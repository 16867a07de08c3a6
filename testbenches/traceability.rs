//! Checks that a directed program names each requirement of each PMU, and that generated files are up to date.

use golden_model_core::Pmu;
use harness::regression::{find_directed, find_with_collisions, programs_folder};
use harness::results::nothing_specified;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn every_requirement_is_named_by_a_directed_program() {
    for pmu in Pmu::ids().filter_map(Pmu::find) {
        let id = &pmu.description.id;
        assert!(!pmu.description.requirements.is_empty(), "{id}: {}", nothing_specified(id));
        let programs = find_directed(&programs_folder(&root(), id), &pmu).expect("the directed programs");
        let covers = |id: &String| programs.iter().any(|program| program.covers.contains(id));
        let missing: Vec<_> = pmu.description.requirements.iter().map(|r| &r.id).filter(|id| !covers(id)).collect();
        assert!(missing.is_empty(), "{id}: no directed program names {missing:?}");
    }
}

/// Requirements in `covers` must exist in some PMU or be restated by one.
#[test]
fn every_named_requirement_exists() {
    let pmus: Vec<Pmu> = Pmu::ids().filter_map(Pmu::find).collect();
    let all = || pmus.iter().flat_map(|pmu| &pmu.description.requirements);
    let is_known = |id: &String| all().any(|one| one.id == *id || one.restated().any(|restated| restated == id));
    for pmu in &pmus {
        let folder = programs_folder(&root(), &pmu.description.id);
        let programs = find_with_collisions(&folder, pmu).expect("the directed programs").programs;
        let unknown: Vec<_> = programs.iter().flat_map(|program| &program.covers).filter(|id| !is_known(id)).collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", pmu.description.id);
    }
}

#[test]
fn k8_has_the_requirements_and_events_of_its_specification() {
    let description = Pmu::find("k8").expect("k8").description;
    let ids: Vec<_> = description.requirements.iter().map(|requirement| requirement.id.clone()).collect();
    assert_eq!(ids, (1..=67).map(|number| format!("K8-R{number:02}")).collect::<Vec<_>>());
    assert_eq!(description.events.rows.len(), 179);
    let mut codes: Vec<_> = description.events.rows.iter().map(|row| row.code).collect();
    codes.dedup();
    assert_eq!(codes.len(), 87);
}

#[test]
fn generated_files_are_up_to_date() {
    let stale = harness::cli::stale_files(&root()).expect("the published documents");
    assert!(stale.is_empty(), "not up to date, run `make gen`: {stale:?}");
}
