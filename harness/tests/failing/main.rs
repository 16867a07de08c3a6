//! Failing runs: from a bug in the RTL to the shrunk program and the waves that reproduce it.

mod case;
mod counting;
mod reading;
mod shrinking;

use case::{bugs, Case};
use golden_model_all as _;
use golden_model_core::Pmu;
use rstest::rstest;

/// Each bug affects a different feature: an output, a counter, a sticky bit, a freeze.
#[rstest]
#[case("k8", "counter_write_keeps_side_effects", "k8_pmu")]
#[case("k8", "edge_by_enable", "k8_pmu")]
#[case("ivt_ubox", "clear_beats_set", "ivt_ubox")]
#[case("ivt_ubox", "fixed_counter_runs_frozen", "ivt_ubox")]
fn shrunk_program_and_waves_reproduce_the_bug(#[case] pmu: &str, #[case] name: &str, #[case] top: &str) {
    let pmu = Pmu::find(pmu).expect("a PMU");
    let bugs = bugs(&pmu).expect("bugs");
    let bug = bugs.iter().find(|bug| bug.name == name).expect("the bug");
    let case = Case::new(pmu, bug).expect("a copy with the bug");
    let failed = case.failed(100_000).expect("a regression");
    assert!(!failed.is_empty(), "{name} is not found");
    for (divergence, program) in failed {
        let (shortest, _) = case.shrink(&divergence, &program).expect("a search").expect("a divergence");
        let text = shortest.program.to_text(&case.pmu);
        assert!(shortest.complete && shortest.program.ops.len() <= 12, "{name}: {} of {text}", divergence.headline());
        let again = case.replay(&shortest.program).expect("a replay").expect("the same divergence");
        assert_eq!(
            (&again.signature, again.cycle),
            (&divergence.signature, shortest.divergence.cycle),
            "{name} of {}: {text}",
            divergence.program
        );
        let waves = case.waves(&shortest.program, &shortest.divergence).expect("waves");
        let faults = waves.faults(&shortest.divergence, top, &case.manifest().expect("the manifest"));
        assert!(faults.is_empty(), "{name}: {faults:?}\n{text}");
    }
}
