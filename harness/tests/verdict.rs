//! The verdict of a results document: what must turn it red does, each alone.

#![recursion_limit = "256"]

use harness::results::{CollisionResults, Coverage, Figures, Results, Verdict};
use rstest::rstest;
use serde_json::{json, Value};

/// A document that passes, as a small run would write it.
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

fn judge(document: Value) -> Verdict {
    serde_json::from_value::<Results>(document).expect("a document").judge()
}

#[test]
fn a_run_that_compared_something_and_agreed_passes() {
    assert_eq!(judge(passing()), Verdict::Pass);
}

/// What could not be judged is told, and the verdict is about the rest; without any rest there is none.
#[rstest]
#[case("directed", Verdict::Pass)]
#[case("random", Verdict::Fail)]
fn programs_may_be_left_out_but_not_all_of_them(#[case] judged: &str, #[case] verdict: Verdict) {
    let mut document = passing();
    document["pmus"][0]["left_out"] = json!([{ "program": "q", "needs": "ubox.evt_racu = 0x1" }]);
    document["pmus"][0]["programs"][0]["kind"] = judged.into();
    assert_eq!(judge(document), verdict);
}

#[rstest]
#[case::no_pmu("/pmus", json!([]))]
#[case::no_program("/pmus/0/programs", json!([]))]
#[case::no_requirement("/pmus/0/requirements/total", json!(0))]
#[case::no_cycles("/pmus/0/cycles", json!(0))]
#[case::no_comparisons("/pmus/0/comparisons", json!(0))]
#[case::a_divergence("/pmus/0/divergences", json!(1))]
#[case::a_failed_program("/pmus/0/programs/0/verdict", json!("fail"))]
#[case::a_value_from_the_device("/pmus/0/values_from_dut", json!(1))]
#[case::a_violated_oracle("/pmus/0/oracles", json!([{
    "name": "reads", "claim": "", "experiments": 1, "cycles": 1, "values": 1,
    "violation": { "program": "", "cycle": 0, "name": "", "expected": "", "actual": "", "programs": [] }
}]))]
#[case::an_impossible_collision("/pmus/0/collisions/contradicting", json!(["field a+b at 0"]))]
#[case::a_missed_threshold("/pmus/0/figures", json!({ "enforced": true, "each": [
    { "figure": "events", "covered": 1, "total": 2, "threshold": 1.0, "reached": false }
] }))]
#[case::an_idle_oracle_where_that_matters("/pmus/0", {
    let mut pmu = passing()["pmus"][0].take();
    pmu["figures"]["enforced"] = true.into();
    pmu["oracles"] = json!([{ "name": "reads", "claim": "", "tried": 8, "experiments": 0, "cycles": 0, "values": 0,
                              "violation": null }]);
    pmu
})]
fn one_thing_wrong_fails(#[case] place: &str, #[case] value: Value) {
    let mut document = passing();
    *document.pointer_mut(place).expect("the place") = value;
    assert_eq!(judge(document), Verdict::Fail);
}

/// An oracle that compared nothing is no failure while few programs ran, where the PMU gives no occasion, or nobody asked.
#[rstest]
#[case(true, 7, 0)]
#[case(true, 8, 1)]
#[case(false, 8, 0)]
fn an_oracle_may_be_idle(#[case] enforced: bool, #[case] tried: u64, #[case] experiments: u64) {
    let mut document = passing();
    document["pmus"][0]["figures"]["enforced"] = enforced.into();
    document["pmus"][0]["oracles"] = json!([{ "name": "reads", "claim": "", "tried": tried, "experiments": experiments,
                                              "cycles": 0, "values": 0, "violation": null }]);
    assert_eq!(judge(document), Verdict::Pass);
}

/// A document that was cut, wherever, is no document.
#[test]
fn a_part_of_a_document_is_none() {
    let text = passing().to_string();
    assert!(serde_json::from_str::<Results>(&text).is_ok());
    for end in 0..text.len() {
        assert!(serde_json::from_str::<Results>(&text[..end]).is_err(), "{}", &text[..end]);
    }
}
