//! Bins that programs hit and do not hit.

use crate::{bins, names, run};
use golden_model_core::Pmu;
use harness::coverage::{Points, Sampler};
use rstest::rstest;

const COUNT: &str = "write core1.PerfEvtSel2 EVENT_SELECT=0xC0 OS=1 EN=1 E=1 CNT_MASK=1\n\
                     raise core1 RETIRED_INSTRUCTIONS\nwait\nwait";

fn of_group<'b>(bins: &'b [String], group: &str) -> Vec<&'b str> {
    let own = bins.iter().filter_map(|bin| bin.strip_prefix(group)?.strip_prefix('/'));
    own.collect()
}

#[rstest]
fn a_mode_is_covered_by_counting_in_it(#[values(1, 2, 1000)] batch_cycles: usize) {
    let bins = bins(COUNT, batch_cycles);
    assert_eq!(of_group(&bins, "counted"), ["core1.PerfCtr2/E=1,INV=0,CNT_MASK=1,USR=0,OS=1"]);
    assert_eq!(of_group(&bins, "counted_at"), ["core1.PerfCtr2/CPL=0,OS,USR=OS"]);
    assert!(of_group(&bins, "overflow").is_empty());
}

#[rstest]
#[case::disabled("write core1.PerfEvtSel2 EVENT_SELECT=0xC0 OS=1 E=1\nraise core1 RETIRED_INSTRUCTIONS\nwait\nwait")]
#[case::written("write core1.PerfCtr2 = 5\nwait")]
#[case::reset("write core1.PerfCtr2 = 5\nreset\nwait")]
fn a_counter_that_did_not_count_covers_no_mode(#[case] program: &str) {
    assert!(of_group(&bins(program, 1000), "counted").is_empty());
}

#[test]
fn an_overflow_is_covered_by_wrapping_only() {
    let preset = |value: &str| format!("write core1.PerfCtr2 = {value}\n{COUNT}");
    assert_eq!(of_group(&bins(&preset("-1"), 1000), "overflow"), ["core1.PerfCtr2/INT=0,PC=0,E=1"]);
    assert!(of_group(&bins(&preset("-2"), 1000), "overflow").is_empty());
}

#[test]
fn field_bins_are_hit_by_written_values_and_reset_values() {
    let bins = bins("write core0.PerfEvtSel1 CNT_MASK=0xFF EVENT_SELECT=1 PC=1\nwait", 1000);
    let fields = of_group(&bins, "fields");
    assert!(fields.iter().all(|bin| bin.starts_with("core0.PerfEvtSel1.")), "{fields:?}");
    for value in ["CNT_MASK=max", "EVENT_SELECT=1", "PC=1", "INV=0"] {
        assert!(fields.contains(&format!("core0.PerfEvtSel1.{value}").as_str()), "{value} in {fields:?}");
    }
    assert_eq!(fields.len(), 10, "one value of each field: {fields:?}");
}

/// Writes have no effect in a cycle with reset.
#[test]
fn write_in_a_cycle_with_reset_hits_no_field_bin() {
    let bins = bins("reset with write core0.PerfEvtSel1 CNT_MASK=0xFF\nwait", 1000);
    assert!(of_group(&bins, "fields").is_empty());
    assert_eq!(of_group(&bins, "reset_access"), ["access=write"]);
}

#[test]
fn a_broadcast_write_covers_the_fields_of_all_units() {
    let bins = bins("write cores.PerfEvtSel0 EVENT_SELECT=0xFF\nwait", 1000);
    let fields = of_group(&bins, "fields");
    for core in ["core0", "core1"] {
        assert!(fields.contains(&format!("{core}.PerfEvtSel0.EVENT_SELECT=max").as_str()), "{fields:?}");
    }
}

#[rstest]
#[case("read core0 msr:0x10", "read of no register in msr")]
#[case("write core0 rdpmc:0 = 1", "write of a register that is read only in rdpmc")]
#[case("read unit(9) msr:0xC0010004", "read of no unit")]
#[case("write core0 space(7):0 = 1", "write in no space")]
#[case("read unit(255) msr:0xC0010004", "read of the broadcast unit")]
fn refused_access_hits_the_bin_of_its_reason(#[case] program: &str, #[case] expected: &str) {
    assert_eq!(of_group(&bins(program, 1000), "refused"), [expected]);
}

#[test]
fn failing_program_hits_nothing_and_repeated_program_hits_nothing_new() {
    let pmu = Pmu::find("k8").expect("the K8");
    let points = Points::new(&pmu).expect("points");
    let mut sampler = Sampler::new(&points);
    let mut hits = |passed: bool| {
        run(&pmu, &mut sampler, COUNT, 1000);
        names(&points, &sampler.finish(passed))
    };
    assert!(hits(false).is_empty());
    // Nothing of the failing program is remembered.
    assert_eq!(hits(true), bins(COUNT, 1000));
    run(&pmu, &mut sampler, COUNT, 1000);
    assert!(sampler.finish(true).is_empty());
}

/// Impossible bins are sampled like others.
#[test]
fn hit_of_an_impossible_bin_is_reported() {
    let mut pmu = Pmu::find("k8").expect("the K8");
    pmu.description.coverage.impossible.push(golden_model_core::description::ImpossibleBins {
        requires: None,
        bins: "counted/core1.PerfCtr2/E=1,*".to_owned(),
        reason: "a test".to_owned(),
        see: "K8-R38".to_owned(),
    });
    let points = Points::new(&pmu).expect("points");
    let mut sampler = Sampler::new(&points);
    run(&pmu, &mut sampler, COUNT, 1000);
    let coverage = points.report(&sampler.finish(true));
    let contradicted: Vec<_> = coverage.contradicted().map(|bin| bin.name.as_str()).collect();
    assert_eq!(contradicted, ["counted/core1.PerfCtr2/E=1,INV=0,CNT_MASK=1,USR=0,OS=1"]);
}
