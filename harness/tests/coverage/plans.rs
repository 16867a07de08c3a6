//! Coverage plans: those of the built-in PMUs are valid, invalid ones are rejected.

use golden_model_core::description::{CoverAxis, CoverGroup, Each, ImpossibleBins};
use golden_model_core::Pmu;
use harness::coverage::Points;
use rstest::rstest;

#[test]
fn built_in_plans_are_valid() {
    for pmu in Pmu::ids().filter_map(Pmu::find) {
        let points = Points::new(&pmu).unwrap_or_else(|error| panic!("{error}"));
        assert!(points.bins() > 0);
        let coverage = points.report(&harness::coverage::Hits::default());
        let situations = points.situations(&harness::coverage::Hits::default());
        let groups = coverage.groups.iter().chain(&situations.groups);
        let mut names: Vec<_> = groups.flat_map(|group| &group.bins).map(|bin| &bin.name).collect();
        names.sort();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{}: duplicate bin", pmu.description.id);
        assert!(coverage.total > 0 && coverage.hit == 0);
        assert!(situations.total > 0 && situations.hit == 0);
    }
}

fn group() -> CoverGroup {
    CoverGroup {
        name: "g".to_owned(),
        requires: None,
        doc: "d".to_owned(),
        requirements: Vec::new(),
        each: Each::Counter,
        kinds: Vec::new(),
        when: "counted {counter}".to_owned(),
        conditions: Vec::new(),
        cross: vec![CoverAxis { name: "E".to_owned(), of: "{select}.E".to_owned(), classes: Vec::new(), bits: false }],
    }
}

fn error(change: impl FnOnce(&mut CoverGroup)) -> String {
    let mut pmu = Pmu::find("k8").expect("the K8");
    let mut group = group();
    change(&mut group);
    pmu.description.coverage.groups.push(group);
    let error = Points::new(&pmu).err().expect("an error").to_string();
    assert!(error.starts_with("golden-model/descriptions/amd_k8/core/coverage.toml: group `g`: "), "{error}");
    error
}

#[rstest]
#[case("sometimes", "`sometimes` is not a sampling event; use reset,")]
#[case("counted {unit}.PerfCtr9", "there is no output, state word or input `core0.PerfCtr9`; did you mean")]
#[case("counted {unit}.cpl", "core0.cpl is not an output or state word")]
#[case("written {unit}.PerfCtl0", "there is no register `PerfCtl0`; did you mean")]
#[case("written PerfCtr0", "needs UNIT.REGISTER")]
#[case("written {unit}.PerfCtr{n}", "no placeholder {n}; known placeholders: {unit}, {u}, {counter}, {select}, {i}")]
fn invalid_sampling_event_is_rejected(#[case] when: &str, #[case] expected: &str) {
    let error = error(|group| group.when = when.to_owned());
    assert!(error.contains(expected), "{error}");
}

#[rstest]
#[case("{select}.EDGE", "there is no field of PerfEvtSel0 `EDGE`")]
#[case("{unit}.cpl'", "the inputs of the next cycle are not available")]
#[case("{unit}.pm[4]", "core0.pm has 4 bits")]
#[case("{unit}.pm[x]", "bad bits [x]")]
#[case("{counter}", "name classes such as")]
#[case("written.E", "needs `when = \"written REGISTER\"`")]
fn invalid_value_is_rejected(#[case] of: &str, #[case] expected: &str) {
    let error = error(|group| group.cross[0].of = of.to_owned());
    assert!(error.contains(expected), "{error}");
}

#[rstest]
#[case("{select}.INT = 1", "is neither NAME == NUMBER nor NAME != NUMBER")]
#[case("{select}.INT == on", "on is not a number")]
fn invalid_condition_is_rejected(#[case] condition: &str, #[case] expected: &str) {
    let error = error(|group| group.conditions.push(condition.to_owned()));
    assert!(error.contains(expected), "{error}");
}

#[test]
fn unknown_kind_and_unknown_impossible_bin_are_rejected() {
    assert!(error(|group| group.kinds = vec!["box".to_owned()]).contains("there is no kind of units `box`"));
    let mut pmu = Pmu::find("k8").expect("the K8");
    let (reason, see) = ("r".to_owned(), "K8-R01".to_owned());
    pmu.description.coverage.impossible.push(ImpossibleBins {
        bins: "counted/*EDGE=2*".to_owned(),
        requires: None,
        reason,
        see,
    });
    let error = Points::new(&pmu).err().expect("an error").to_string();
    assert!(error.ends_with("impossible `counted/*EDGE=2*`: there is no such bin"), "{error}");
}
