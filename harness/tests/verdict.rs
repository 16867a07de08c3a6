//! The verdict of results: each cause of failure alone makes it fail.

#![recursion_limit = "256"]

use golden_model_all as _;
use harness::results::{CollisionResults, Coverage, Figures, Results, Verdict};
use rstest::rstest;
use serde_json::{json, Value};

/// Returns results of a small passing run.
fn passing() -> Value {
    json!({
        "schema_version": 1, "commit": null, "modified": null, "rtl_hash": "", "finished_at": 0, "command": "",
        "tool": { "pmu_cosim": "", "verilator": "", "cxx": "" }, "verdict": "pass",
        "pmus": [{
            "pmu": "k8", "verdict": "pass", "rtl": { "folder": "", "top": "", "ports": null }, "rtl_hash": "",
            "cycles": 10, "comparisons": 380, "expectations": 1,
            "divergences": 0, "values_from_dut": 0, "not_compared": [], "left_out": [],
            "requirements": { "total": 1, "covered": 0, "each": [{ "id": "R1", "covered": false, "programs": [], "bins": [] }] },
            "events": { "total": 0, "counted": 0, "by_counter": [] },
            "seeds": [1], "cycles_per_second": 1.0, "command": "", "buckets": [], "oracles": [],
            "description_hash": "", "coverage": Coverage::default(), "collisions": CollisionResults::default(),
            "figures": Figures::default(),
            "programs": [{
                "name": "p", "kind": "directed", "count": 1, "stimulus_hash": "", "cycles": 10, "expectations": 1, "unseen": 0,
                "verdict": "pass", "covers": [], "divergence": null
            }]
        }]
    })
}

fn verdict_of(document: Value) -> Verdict {
    serde_json::from_value::<Results>(document).expect("a document").judge()
}

#[test]
fn run_without_faults_passes() {
    assert_eq!(verdict_of(passing()), Verdict::Pass);
}

/// Skipped programs do not affect the verdict, but at least one directed program must run.
#[rstest]
#[case("directed", Verdict::Pass)]
#[case("random", Verdict::Fail)]
fn skipping_programs_passes_unless_all_directed_ones_are_skipped(#[case] kind: &str, #[case] verdict: Verdict) {
    let mut document = passing();
    document["pmus"][0]["left_out"] = json!([{ "program": "q", "needs": "ubox.evt_racu = 0x1" }]);
    document["pmus"][0]["programs"][0]["kind"] = kind.into();
    assert_eq!(verdict_of(document), verdict);
}

#[rstest]
#[case::no_pmu("/pmus", json!([]))]
#[case::no_program("/pmus/0/programs", json!([]))]
#[case::no_requirement("/pmus/0/requirements/total", json!(0))]
#[case::no_cycles("/pmus/0/cycles", json!(0))]
#[case::no_comparisons("/pmus/0/comparisons", json!(0))]
#[case::a_divergence("/pmus/0/divergences", json!(1))]
#[case::a_failed_program("/pmus/0/programs/0/verdict", json!("fail"))]
#[case::a_value_from_the_dut("/pmus/0/values_from_dut", json!(1))]
#[case::a_violated_check("/pmus/0/oracles", json!([{
    "name": "reads", "claim": "", "experiments": 1, "cycles": 1, "values": 1,
    "violation": { "program": "", "cycle": 0, "name": "", "expected": "", "actual": "", "programs": [] }
}]))]
#[case::an_impossible_collision("/pmus/0/collisions/contradicting", json!(["field a+b at 0"]))]
#[case::a_missed_threshold("/pmus/0/figures", json!({ "enforced": true, "each": [
    { "figure": "events", "covered": 1, "total": 2, "threshold": 1.0, "reached": false }
] }))]
#[case::a_check_without_values_with_enforce("/pmus/0", {
    let mut pmu = passing()["pmus"][0].take();
    pmu["figures"]["enforced"] = true.into();
    pmu["oracles"] = json!([{ "name": "reads", "claim": "", "tried": 8, "experiments": 0, "cycles": 0, "values": 0,
                              "violation": null }]);
    pmu
})]
fn single_fault_fails(#[case] place: &str, #[case] value: Value) {
    let mut document = passing();
    *document.pointer_mut(place).expect("the place") = value;
    assert_eq!(verdict_of(document), Verdict::Fail);
}

/// A check that compared nothing fails the run only with `--enforce`, 8 or more attempts and no experiment.
#[rstest]
#[case(true, 7, 0)]
#[case(true, 8, 1)]
#[case(false, 8, 0)]
fn check_without_values_may_pass(#[case] enforced: bool, #[case] tried: u64, #[case] experiments: u64) {
    let mut document = passing();
    document["pmus"][0]["figures"]["enforced"] = enforced.into();
    document["pmus"][0]["oracles"] = json!([{ "name": "reads", "claim": "", "tried": tried, "experiments": experiments,
                                              "cycles": 0, "values": 0, "violation": null }]);
    assert_eq!(verdict_of(document), Verdict::Pass);
}

/// Truncated results are invalid JSON at any length.
#[test]
fn truncated_results_are_rejected() {
    let text = passing().to_string();
    assert!(serde_json::from_str::<Results>(&text).is_ok());
    for end in 0..text.len() {
        assert!(serde_json::from_str::<Results>(&text[..end]).is_err(), "{}", &text[..end]);
    }
}

/// Results with a known divergence that occurred in some programs.
fn with_known(programs: u64) -> Value {
    let mut document = passing();
    document["pmus"][0]["known_divergences"] = json!([{
        "name": "core0.pm", "condition": null, "reason": "r", "expires": "9999-12-31",
        "programs": programs, "values": programs, "expectations": 0, "first": null
    }]);
    document
}

#[test]
fn known_divergence_that_occurred_is_never_an_ordinary_pass() {
    assert_eq!(verdict_of(with_known(1)), Verdict::PassWithKnownDivergences);
    let mut program = passing();
    program["pmus"][0]["programs"][0]["verdict"] = "pass_with_known_divergences".into();
    assert_eq!(verdict_of(program), Verdict::PassWithKnownDivergences);
    let mut failing = with_known(1);
    failing["pmus"][0]["divergences"] = 1.into();
    assert_eq!(verdict_of(failing), Verdict::Fail);
    let mut several = with_known(1);
    several["pmus"] = json!([passing()["pmus"][0], several["pmus"][0]]);
    assert_eq!(verdict_of(several), Verdict::PassWithKnownDivergences);
}

/// A shard, or a run of selected programs, need not contain the programs in which it occurs.
#[test]
fn known_divergence_that_did_not_occur_fails_a_complete_run() {
    assert_eq!(verdict_of(with_known(0)), Verdict::Fail);
    let mut narrowed = with_known(0);
    narrowed["pmus"][0]["only"] = json!(["halt/*"]);
    assert_eq!(verdict_of(narrowed), Verdict::Pass);
    let mut shard = with_known(0);
    shard["pmus"][0]["part"] = json!({ "seed": 1, "cycles": 1, "shards": 2, "here": [1], "programs": "" });
    assert_eq!(verdict_of(shard), Verdict::Pass);
}
