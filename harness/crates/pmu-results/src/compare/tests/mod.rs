//! Comparisons of small documents that differ in one thing.

mod coverage;
mod failures;
mod selection;

use super::Comparison;
use crate::campaigns::tests::{document, plain};
use crate::document::Results;
use serde_json::{json, Value};

/// Changes one value of a PMU, by its JSON pointer.
pub(super) fn with(mut pmu: Value, changes: &[(&str, Value)]) -> Value {
    for (pointer, value) in changes {
        *pmu.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value.clone();
    }
    pmu
}

/// A program.
pub(super) fn program(name: &str, kind: &str, count: u64, verdict: &str) -> Value {
    json!({
        "name": name, "kind": kind, "count": count, "stimulus_hash": "0", "cycles": 10, "expectations": 1, "unseen": 0,
        "verdict": verdict, "covers": [], "divergence": null
    })
}

/// A bucket of these programs.
pub(super) fn bucket(register: &str, programs: &[&str]) -> Value {
    json!({
        "subject": { "check": "state", "value": "", "register": register, "field": null }, "count": programs.len(),
        "programs": programs, "first": "core0 expected 0x0, got 0x1", "file": null, "line": null, "repro": null,
        "waves": null, "command": null
    })
}

/// Results of K8 with two directed programs, ten random ones, and items of each kind of coverage.
pub(super) fn pmu() -> Value {
    let mut pmu = plain();
    pmu["programs"] = json!([
        program("halt/freeze", "directed", 1, "pass"),
        program("pins/own", "directed", 1, "pass"),
        program("random-1", "random", 10, "pass"),
    ]);
    let requirement = |id: &str, covered: bool| json!({ "id": id, "covered": covered, "programs": [], "bins": [] });
    pmu["requirements"] =
        json!({ "total": 2, "covered": 1, "each": [requirement("R1", true), requirement("R2", false)] });
    let coverage = |name: &str| {
        let [hit, missed] = [1, 2].map(|number| format!("{name}/{number}"));
        let bins = json!([{ "name": hit, "hit": true }, { "name": missed, "hit": false }]);
        let group = json!({
            "name": name, "doc": "", "requirements": [], "total": 2, "hit": 1, "impossible": 0, "missing": [missed],
            "bins": bins
        });
        json!({ "total": 2, "hit": 1, "impossible": 0, "groups": [group] })
    };
    pmu["coverage"] = coverage("g");
    pmu["situations"] = coverage("resets");
    let counter = |name: &str| json!({ "counter": name, "counted": 1, "missing": [], "refused": 0, "not_refused": [] });
    let row = json!({ "row": "0x01:0x02", "name": "E", "counters": "cr" });
    pmu["events"] = json!({ "total": 1, "counted": 1, "by_counter": [counter("c0"), counter("c1")], "rows": [row] });
    pmu["collisions"] = json!({
        "pairs": 3, "met": 3, "impossible": 0, "bins": 3, "bins_met": 3, "missing": [], "contradicting": []
    });
    pmu["oracles"] = json!([{
        "name": "moved", "claim": "", "tried": 9, "experiments": 9, "cycles": 1, "values": 1, "violation": null
    }]);
    pmu["choices"] = json!([{ "choice": "A14", "option": "one", "default": true, "rtl_option": null }]);
    pmu["mutation"] = json!({
        "mutants": 500, "killed": 490, "equivalent": 10, "survived": 0, "score": 1.0, "seed": 1, "survivors": {}
    });
    pmu["zoo"] = json!({ "listed": 2, "ran": 2, "caught": 1, "valid": true, "missed": ["late at a.v:4"] });
    pmu["code_coverage"] = code_coverage(10, 10, &[]);
    pmu["only"] = json!([]);
    pmu["part"] = Value::Null;
    pmu
}

pub(super) fn code_coverage(covered: u64, total: u64, missing: &[&str]) -> Value {
    let figure = json!({ "total": total, "covered": covered, "excluded": 0 });
    let file = json!({
        "file": "a.v", "line": figure, "toggle": figure, "missing_lines": missing, "missing_bits": [], "excluded": []
    });
    json!({
        "line": figure, "toggle": { "total": 1, "covered": 1, "excluded": 0 }, "cycles": 1, "widest_signal": 64,
        "left_to_others": [], "wrong_exclusions": [], "diverged": null, "files": [file]
    })
}

pub(super) fn results(pmus: &[Value]) -> Results {
    let mut results: Results = serde_json::from_value(document(1_700_000_000, pmus)).expect("results");
    let is_failed = results.pmus.iter().any(|pmu| pmu.verdict == crate::Verdict::Fail);
    results.verdict = if is_failed { crate::Verdict::Fail } else { crate::Verdict::Pass };
    results
}

/// Compares two runs of one PMU.
pub(super) fn compare(a: Value, b: Value) -> Comparison {
    Comparison::new(("one", &results(&[a])), ("other", &results(&[b]))).expect("a PMU in common")
}

/// The comparison as text.
pub(super) fn text(comparison: &Comparison) -> String {
    comparison.lines().join("\n")
}

#[test]
fn equal_runs_have_no_difference() {
    let same = compare(pmu(), pmu());
    assert_eq!((same.summary.as_str(), same.is_same, same.is_worse), ("no difference", true, false));
    assert_eq!((same.same.as_slice(), same.pmus.len()), (&["k8".to_owned()][..], 0));
}

#[test]
fn cycles_and_speed_are_no_difference() {
    let faster = with(pmu(), &[("/cycles_per_second", json!(2.5)), ("/cycles", json!(4))]);
    let same = compare(pmu(), faster);
    assert_eq!((same.is_same, same.is_worse), (true, false));
    assert_eq!((same.effort.cycles_ratio, same.effort.speed_ratio), (Some(4.0), Some(2.5)));
    assert!(text(&same).contains("information only: cycles 1 -> 4 (x 4.00)"), "{}", text(&same));
    let none = compare(with(pmu(), &[("/cycles", json!(0)), ("/cycles_per_second", json!(0.0))]), pmu());
    assert_eq!((none.effort.cycles_ratio, none.effort.speed_ratio), (None, None));
}

#[test]
fn text_has_the_circumstances_first_and_the_summary_last() {
    let failing = with(
        pmu(),
        &[
            ("/verdict", json!("fail")),
            ("/rtl_hash", json!("there")),
            ("/code_coverage", Value::Null),
            ("/buckets", json!([bucket("PerfCtr", &["halt/freeze"])])),
            ("/programs/0", program("halt/freeze", "directed", 1, "fail")),
            ("/requirements/each/0/covered", json!(false)),
            ("/requirements/covered", json!(0)),
        ],
    );
    let expected = "\
A: one, pass, 2023-11-14 22:13 UTC, commit c0ffee
B: other, FAIL, 2023-11-14 22:13 UTC, commit c0ffee
not the same in both runs:
  RTL of k8: , top , hash here -> , top , hash there
k8: pass -> FAIL
  new failure: PerfCtr (state): halt/freeze; core0 expected 0x0, got 0x1
  fails now, passed in A: halt/freeze
  requirements: 1/2 -> 0/2 (50.0 % -> 0.0 %)
    lost: R1
  line: 10/10 -> not measured
  toggle: 1/1 -> not measured
  not compared: line, because B did not measure it
  not compared: toggle, because B did not measure it
  information only: cycles 1 -> 1 (x 1.00), Mcycles/s 0.00 -> 0.00 (x 1.00)
1 new failure, 1 program that passed fails, 1 verdict worse, 1 figure lost coverage, 2 figures not compared; B is worse";
    assert_eq!(text(&compare(pmu(), failing)), expected);
}
