//! Failures and failing programs.

use super::{bucket, compare, pmu, text, with};
use rstest::rstest;
use serde_json::{json, Value};

/// The PMU with a bucket of these programs. Random programs end at the first failing one.
fn failing(register: &str, programs: &[&str]) -> Value {
    let mut pmu = with(pmu(), &[("/verdict", json!("fail")), ("/buckets", json!([bucket(register, programs)]))]);
    for entry in pmu["programs"].as_array_mut().expect("programs") {
        let name = entry["name"].as_str().expect("a name").to_owned();
        let fails = programs.iter().any(|one| *one == name || one.starts_with(&format!("{name}-")));
        entry["verdict"] = if fails { "fail" } else { "pass" }.into();
    }
    pmu
}

#[rstest]
#[case::directed(pmu(), &["halt/freeze"], &["halt/freeze"], &[])]
#[case::random(pmu(), &["random-1-3"], &["random-1-3"], &[])]
#[case::longer_run(pmu(), &["random-1-10"], &[], &["random-1-10"])]
#[case::other_seed(pmu(), &["random-2-0"], &[], &["random-2-0"])]
#[case::new_program(pmu(), &["halt/new"], &[], &["halt/new"])]
#[case::before_the_first_failure(failing("Other", &["random-1-5"]), &["random-1-4"], &["random-1-4"], &[])]
#[case::after_the_first_failure(failing("Other", &["random-1-5"]), &["random-1-6"], &[], &["random-1-6"])]
#[case::known(failing("Other", &["random-1-5"]), &["random-1-5"], &[], &[])]
fn programs_that_passed_and_that_did_not_run_are_distinguished(
    #[case] a: Value,
    #[case] fails: &[&str],
    #[case] passed: &[&str],
    #[case] not_run: &[&str],
) {
    let compared = compare(a.clone(), failing("PerfCtr", fails));
    let failures = &compared.pmus[0].failures;
    assert_eq!(failures.programs_failing_now, passed);
    assert_eq!(failures.programs_failing_not_run_in_a, not_run);
    assert_eq!((failures.new.len(), failures.new_not_run_in_a.len()), if not_run.is_empty() { (1, 0) } else { (0, 1) });
    assert!(compared.is_worse && compared.summary.starts_with("1 new failure, "), "{}", compared.summary);
    // The other way round.
    let reversed = compare(failing("PerfCtr", fails), a);
    let failures = &reversed.pmus[0].failures;
    assert_eq!(failures.programs_passing_now, passed);
    assert_eq!(failures.programs_failed_not_run_in_b, not_run);
    assert_eq!((failures.gone.len(), failures.not_run_in_b.len()), if not_run.is_empty() { (1, 0) } else { (0, 1) });
}

#[test]
fn bucket_of_a_known_signature_is_not_new() {
    let (a, b) = (failing("PerfCtr", &["halt/freeze"]), failing("PerfCtr", &["halt/freeze", "random-2-0"]));
    let known = compare(a.clone(), b);
    assert!(!known.is_worse && !known.is_same, "{}", text(&known));
    assert_eq!(known.pmus[0].failures.programs_failing_not_run_in_a, ["random-2-0"]);
    let wider = compare(a.clone(), failing("PerfCtr", &["halt/freeze", "pins/own"]));
    assert!(wider.is_worse && wider.pmus[0].failures.new.is_empty(), "a program that passed fails");
    assert!(compare(a.clone(), a).is_same);
}

#[test]
fn better_verdict_is_a_difference_that_is_not_worse() {
    let better = compare(failing("PerfCtr", &["halt/freeze"]), pmu());
    assert!(!better.is_worse && !better.is_same);
    let summary = "1 failure gone, 1 program that failed passes, 1 verdict better; nothing in B is worse";
    assert_eq!(better.summary, summary);
    let worse = compare(pmu(), with(pmu(), &[("/verdict", json!("fail"))]));
    assert_eq!((worse.is_worse, worse.summary.as_str()), (true, "1 verdict worse; B is worse"));
}

#[test]
fn metamorphic_checks_are_failures() {
    let violation = json!({ "program": "random-1-0", "cycle": 3, "name": "c", "expected": "0x0", "actual": "0x1" });
    let violated = with(pmu(), &[("/oracles/0/violation", violation)]);
    let new = compare(pmu(), violated.clone());
    assert!(new.is_worse && text(&new).contains("new failure: moved (metamorphic check); random-1-0, cycle 3: c"));
    assert_eq!(compare(violated.clone(), pmu()).pmus[0].failures.gone.len(), 1);
    let idle = with(pmu(), &[("/oracles/0/experiments", json!(0))]);
    let not_run = compare(violated, idle);
    assert_eq!((not_run.pmus[0].failures.gone.len(), not_run.pmus[0].failures.not_run_in_b.len()), (0, 1));
    assert_eq!(not_run.pmus[0].failures.checks_only_in_a, ["moved"]);
}

#[rstest]
#[case("/values_from_dut", json!(3), "values_from_dut (independence check)")]
#[case("/collisions/contradicting", json!(["c"]), "c (impossible collision)")]
#[case("/code_coverage/wrong_exclusions", json!(["x"]), "x (wrong exclusion)")]
#[case("/coverage/groups/0/bins/0/impossible", json!({ "reason": "", "see": "" }), "g/1 (hit of an impossible bin)")]
fn faults_without_a_program_are_failures(#[case] pointer: &str, #[case] value: Value, #[case] expected: &str) {
    let mut a = pmu();
    a["coverage"]["groups"][0]["bins"][0]["impossible"] = Value::Null;
    let worse = compare(a.clone(), with(a, &[(pointer, value)]));
    assert!(worse.is_worse && text(&worse).contains(&format!("new failure: {expected}")), "{}", text(&worse));
}
