//! Coverage and campaign figures.

use super::{code_coverage, compare, pmu, text, with};
use rstest::rstest;
use serde_json::{json, Value};

/// The items of the only figure that differs: lost, gained, removed; and whether it counts as worse.
#[track_caller]
fn items(a: Value, b: Value) -> (String, Vec<String>, Vec<String>, Vec<String>, bool) {
    let compared = compare(a, b);
    let [figure] = &compared.pmus[0].figures[..] else { panic!("{}", text(&compared)) };
    assert!(!compared.is_same && compared.is_worse == figure.is_lower);
    let (lost, gained, removed) = (figure.lost.clone(), figure.gained.clone(), figure.removed.clone());
    (figure.figure.clone(), lost, gained, removed, figure.is_lower)
}

#[rstest]
#[case("requirements", &[("/requirements/each/0/covered", json!(false)), ("/requirements/covered", json!(0))], "R1")]
#[case("coverage", &[("/coverage/groups/0/bins/0/hit", json!(false)), ("/coverage/hit", json!(0))], "g/1")]
#[case("situations", &[("/situations/groups/0/bins/0/hit", json!(false)), ("/situations/hit", json!(0))], "resets/1")]
#[case("events", &[("/events/rows/0/counters", json!("cu")), ("/events/counted", json!(0))], "c1 0x01:0x02")]
#[case("collisions", &[("/collisions/missing", json!(["f a+b"])), ("/collisions/met", json!(2))], "f a+b")]
#[case("line", &[("/code_coverage", code_coverage(9, 10, &["a.v:3 if"]))], "a.v:3 if")]
#[case("mutation", &[("/mutation/survivors", json!({ "a.v:3": [7] })), ("/mutation/killed", json!(489))], "mutant 7 at a.v:3")]
#[case("seeded bugs", &[("/zoo/missed", json!(["late at a.v:5", "early at b.v:1"])), ("/zoo/caught", json!(0))], "early")]
fn lost_items_are_worse_and_gained_ones_are_not(
    #[case] figure: &str,
    #[case] changes: &[(&str, Value)],
    #[case] item: &str,
) {
    let (less, item) = (with(pmu(), changes), vec![item.to_owned()]);
    assert_eq!(items(pmu(), less.clone()), (figure.to_owned(), item.clone(), vec![], vec![], true));
    assert_eq!(items(less, pmu()), (figure.to_owned(), vec![], item, vec![], false));
}

/// One item is lost and another gained: the figure is the same, but coverage was lost.
#[test]
fn exchanged_bins_are_lost_coverage() {
    let bins = [("/coverage/groups/0/bins/0/hit", json!(false)), ("/coverage/groups/0/bins/1/hit", json!(true))];
    let other = with(pmu(), &bins);
    assert_eq!(items(pmu(), other), ("coverage".into(), vec!["g/1".into()], vec!["g/2".into()], vec![], true));
}

#[test]
fn items_that_no_longer_exist_are_removed_and_not_lost() {
    let other = with(
        pmu(),
        &[
            ("/requirements/each/0/id", json!("R3")),
            ("/requirements/each/0/covered", json!(false)),
            ("/requirements/covered", json!(0)),
        ],
    );
    assert_eq!(items(pmu(), other), ("requirements".into(), vec![], vec![], vec!["R1".into()], false));
}

/// Names of lines, mutants and collisions have no meaning on another RTL or description: then the fraction decides.
#[rstest]
#[case("/rtl_hash", "/code_coverage", code_coverage(9, 10, &["a.v:3 if"]), true)]
#[case("/rtl_hash", "/code_coverage", code_coverage(12, 12, &[]), false)]
#[case("/rtl_hash", "/mutation/killed", json!(489), true)]
#[case("/mutation/seed", "/mutation/killed", json!(489), true)]
#[case("/description_hash", "/collisions/met", json!(2), true)]
fn items_without_common_names_are_compared_by_their_fraction(
    #[case] hash: &str,
    #[case] pointer: &str,
    #[case] value: Value,
    #[case] is_worse: bool,
) {
    let other = if hash.ends_with("seed") { json!(2) } else { json!("another") };
    let (_, lost, gained, removed, is_lower) = items(pmu(), with(pmu(), &[(hash, other), (pointer, value)]));
    assert_eq!((lost, gained, removed, is_lower), (vec![], vec![], vec![], is_worse));
}

#[rstest]
#[case("/code_coverage", "line, because B did not measure it", false)]
#[case("/mutation", "mutation, because B did not measure it", false)]
#[case("/code_coverage", "line, because A did not measure it", true)]
fn figure_that_only_one_run_measured_is_not_compared(
    #[case] pointer: &str,
    #[case] reason: &str,
    #[case] is_reversed: bool,
) {
    let other = with(pmu(), &[(pointer, Value::Null)]);
    let compared = if is_reversed { compare(other, pmu()) } else { compare(pmu(), other) };
    assert!(
        !compared.is_worse && !compared.is_same && compared.summary.contains("not compared"),
        "{}",
        text(&compared)
    );
    assert!(text(&compared).contains(&format!("not compared: {reason}")), "{}", text(&compared));
}

#[test]
fn thresholds_that_changed_or_are_missed_are_named() {
    let figures = |threshold: f64, reached: bool| {
        let figure =
            json!({ "figure": "coverage", "covered": 1, "total": 2, "threshold": threshold, "reached": reached });
        json!({ "enforced": false, "each": [figure] })
    };
    let [a, b] = [(0.5, true), (0.75, false)]
        .map(|(threshold, reached)| with(pmu(), &[("/figures", figures(threshold, reached))]));
    let compared = compare(a, b);
    let shown = text(&compared);
    assert!(
        shown.contains("  coverage: 1/2 in both\n    threshold: 50 % -> 75 %\n    now below its threshold of 75 %"),
        "{shown}"
    );
    assert!(!compared.is_worse && compared.summary.starts_with("other differences"), "{}", compared.summary);
}
