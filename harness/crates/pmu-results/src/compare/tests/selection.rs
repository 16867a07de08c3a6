//! Runs of other PMUs, programs and circumstances: what was not compared never reads as `no difference`.

use super::{bucket, compare, pmu, program, results, text, with};
use crate::compare::Comparison;
use rstest::rstest;
use serde_json::{json, Value};

#[rstest]
#[case("/rtl_hash", json!("there"), "RTL of k8: ")]
#[case("/rtl/folder", json!("mine"), "RTL of k8: , top , hash here -> mine, top , hash here")]
#[case("/description_hash", json!("d"), "description of k8: hash  -> hash d")]
#[case("/choices/0", json!({ "choice": "A14", "option": "two", "default": false, "rtl_option": null }),
    "choices of k8: all defaults -> A14=two")]
#[case("/seeds", json!([7, 8]), "seeds of k8: 1 -> 7-8")]
#[case("/programs/2/count", json!(20), "random programs of k8: 10 -> 20")]
#[case("/programs/0/stimulus_hash", json!("1"), "operations of halt/freeze of k8: 0 -> 1")]
#[case("/figures", json!({ "enforced": true, "each": [] }), "thresholds of k8: not enforced -> enforced")]
fn other_circumstances_come_first(#[case] pointer: &str, #[case] value: Value, #[case] expected: &str) {
    let compared = compare(pmu(), with(pmu(), &[(pointer, value)]));
    let lines = compared.lines();
    assert!(lines[2] == "not the same in both runs:" && lines[3].starts_with(&format!("  {expected}")), "{lines:?}");
    assert_eq!((compared.is_same, compared.is_worse), (true, false));
    assert_eq!(compared.summary, "no difference in the results, but the circumstances differ");
}

#[rstest]
#[case("/tool/verilator", json!("6"), "  Verilator: 5 -> 6")]
#[case("/tool/pmu_cosim", json!("2"), "  pmu-cosim: 1 -> 2")]
#[case("/modified", json!(true), "  commit: c0ffee -> c0ffee with uncommitted changes")]
fn other_tools_and_commits_come_first(#[case] pointer: &str, #[case] value: Value, #[case] expected: &str) {
    let a = results(&[pmu()]);
    let b = with(serde_json::to_value(&a).expect("JSON"), &[(pointer, value)]);
    let b = serde_json::from_value(b).expect("results");
    let compared = Comparison::new(("one", &a), ("other", &b)).expect("a PMU in common");
    assert_eq!(compared.lines()[3], expected);
    assert_ne!(compared.summary, "no difference");
}

/// A circumstance that all PMUs share has one line.
#[test]
fn common_circumstance_is_listed_once() {
    let [a, b] = [1, 7].map(|seed| {
        let one = with(pmu(), &[("/seeds", json!([seed]))]);
        results(&[one.clone(), with(one, &[("/pmu", json!("knc"))])])
    });
    let compared = Comparison::new(("one", &a), ("other", &b)).expect("a PMU in common");
    assert_eq!(compared.circumstances.len(), 1);
    assert_eq!(compared.lines()[3], "  seeds of all PMUs: 1 -> 7");
}

#[test]
fn pmus_of_one_run_are_not_compared() {
    let named = |id: &str| with(pmu(), &[("/pmu", json!(id))]);
    let (both, one) = (results(&[named("k8"), named("knc")]), results(&[named("k8")]));
    for (a, b) in [(&both, &one), (&one, &both)] {
        let compared = Comparison::new(("one", a), ("other", b)).expect("a PMU in common");
        assert_eq!((compared.is_same, compared.is_worse), (false, false));
        assert_eq!(compared.summary, "1 PMU not compared; nothing in B is worse");
        assert!(text(&compared).contains(", so not compared: knc (pass)"), "{}", text(&compared));
    }
    let failing = results(&[named("k8"), with(named("knc"), &[("/verdict", json!("fail"))])]);
    assert!(Comparison::new(("one", &one), ("other", &failing)).expect("a PMU in common").is_worse);
}

#[test]
fn runs_without_a_common_pmu_cannot_be_compared() {
    let knc = results(&[with(pmu(), &[("/pmu", json!("knc"))])]);
    let error = Comparison::new(("one", &results(&[pmu()])), ("other", &knc)).expect_err("nothing to compare");
    assert!(error.to_string().ends_with("one has k8, the other knc"), "{error}");
    assert!(Comparison::new(("one", &results(&[])), ("other", &results(&[]))).is_err());
}

/// Coverage of some programs says nothing about that of all.
#[rstest]
#[case("/only", json!(["halt/*"]))]
#[case("/part", json!({ "seed": 1, "cycles": 9, "shards": 4, "here": [2], "programs": "" }))]
fn coverage_of_another_selection_is_not_compared(#[case] pointer: &str, #[case] value: Value) {
    let less = [(pointer, value), ("/coverage/groups/0/bins/0/hit", json!(false)), ("/requirements/covered", json!(0))];
    let compared = compare(pmu(), with(pmu(), &less));
    assert!(
        !compared.is_worse && !compared.is_same && compared.summary.contains("not compared"),
        "{}",
        text(&compared)
    );
    assert!(text(&compared).contains("not compared: coverage, because the runs do not have the same selection"));
    let selected = with(pmu(), &less[..1]);
    assert!(compare(selected.clone(), selected).is_same, "the same selection in both runs");
}

/// A run of the failed programs says of those alone whether they pass now.
#[test]
fn failure_is_gone_only_if_its_programs_ran_again() {
    let buckets = json!([bucket("PerfCtr", &["halt/freeze"]), bucket("Other", &["random-1-3"])]);
    let programs = json!([program("halt/freeze", "directed", 1, "fail"), program("random-1", "random", 4, "fail")]);
    let a = with(pmu(), &[("/buckets", buckets), ("/programs", programs), ("/verdict", json!("fail"))]);
    let again = |only: &str| {
        let programs = json!([program("random-1", "random", 1, "pass")]);
        compare(a.clone(), with(pmu(), &[("/only", json!([only])), ("/programs", programs)])).pmus[0].failures.clone()
    };
    let failures = again("random-1-3");
    assert_eq!((failures.gone[0].name.as_str(), failures.not_run_in_b[0].name.as_str()), ("Other", "PerfCtr"));
    assert_eq!(failures.programs_passing_now, ["random-1-3"]);
    assert_eq!(failures.programs_only_in_a, ["halt/freeze"]);
    // The results do not say which random programs a pattern selected.
    let failures = again("random-1-*");
    assert_eq!((failures.gone.len(), failures.not_run_in_b.len()), (0, 2));
    assert_eq!(failures.programs_failed_not_run_in_b, ["halt/freeze", "random-1-3"]);
}
