//! The measurement of code coverage also runs in lockstep.

use crate::case::{bugs, root, Case};
use golden_model_core::Pmu;
use harness::code_coverage::{measure, Stimulus};
use harness::known::Known;
use harness::regression::{find_directed, programs_folder, NamePatterns, Plan, Shard, Stop};
use harness::rtl::{ensure_model, Variant, Workspace};
use harness::stimulus::Profile;

#[test]
fn bug_is_found_during_the_measurement_of_code_coverage_and_nothing_is_cached() {
    let pmu = Pmu::find("ivt_ubox").expect("a PMU");
    let id = pmu.description.id.clone();
    let bugs = bugs(&pmu).expect("bugs");
    let bug = bugs.iter().find(|bug| bug.name == "fixed_counter_runs_frozen").expect("the bug");
    let case = Case::new(pmu, bug).expect("a copy with the bug");
    let pmu = &case.pmu;
    let profile = Profile::read(&root().join("testbenches").join(Pmu::folder(&id)).join("stimulus.toml"), pmu)
        .expect("a profile");
    let directed = find_directed(&programs_folder(&root(), &id), pmu).expect("programs");
    let plan = Plan {
        pmu,
        known: Known::none(),
        profile: &profile,
        directed: &directed,
        skipped: &[],
        seed: 1,
        random_cycles: 1,
        shard: Shard::ALL,
        only: NamePatterns::ALL,
        jobs: 2,
    };
    let stimulus = Stimulus::of(&plan, 1);

    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("kept");
    let measured = |built: &_| {
        let mut measurings = 0;
        let measured =
            measure(&stimulus, built, &root(), &kept, &mut || measurings += 1, &Stop::default()).expect("points");
        (measurings, measured.diverged)
    };
    let with_bug = case.built(Variant::Coverage).expect("a model");
    for _ in 0..2 {
        let (measurings, diverged) = measured(&with_bug);
        assert_eq!(measurings, 1);
        assert!(diverged.is_some_and(|what| what.contains(" diverges in cycle ")));
        assert!(!kept.exists());
    }

    let manifest = root().join("rtl").join(Pmu::folder(&id)).join("rtl.toml");
    let workspace = Workspace::find(&root()).expect("the workspace");
    let correct =
        ensure_model(&workspace, &pmu.description, &manifest, Variant::Coverage, &mut |_| {}).expect("a model");
    assert_eq!(measured(&correct), (1, None));
    assert_eq!(measured(&correct), (0, None));
    assert!(measured(&with_bug).1.is_some(), "the cached result is that of the other RTL");
}
