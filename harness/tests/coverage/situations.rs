//! Situations that programs hit: exactly those that occur in them.

use crate::{hit, run};
use golden_model_core::Pmu;
use harness::coverage::{Hits, Points, Sampler};
use rstest::rstest;

/// Returns the bins of a group that a program of a PMU hits, without the name of the group.
fn situations(pmu: &str, program: &str, group: &str, batch_cycles: usize) -> Vec<String> {
    let pmu = Pmu::find(pmu).expect("the PMU");
    let points = Points::new(&pmu).unwrap_or_else(|error| panic!("{error}"));
    let mut sampler = Sampler::new(&points);
    run(&pmu, &mut sampler, program, batch_cycles);
    of_group(&points, &sampler.finish(true), group)
}

fn of_group(points: &Points, hits: &Hits, group: &str) -> Vec<String> {
    let all = hit(points.situations(hits));
    all.iter().filter_map(|bin| Some(bin.strip_prefix(group)?.strip_prefix('/')?.to_owned())).collect()
}

#[rstest]
#[case("wait\nreset\nwait", &["length=1"])]
#[case("reset\nreset\nwait 2\nreset\nwait", &["length=1", "length=2", "between=2-3"])]
#[case("reset\nwait\nreset\nreset\nreset\nwait", &["length=1", "length=3-4", "between=1"])]
#[case("reset\nwait 15\nreset\nwait", &["length=1", "between=4-15"])]
#[case("repeat 16 {\nreset\n}\nwait 16\nrepeat 17 {\nreset\n}\nwait", &["length=9-16", "length=17 or more", "between=16 or more"])]
#[case("repeat 8 {\nreset\n}\nread core0.PerfCtr0", &["length=5-8"])]
// Nothing after the reset is compared.
#[case("wait\nreset", &[])]
fn resets_are_classified_by_length_and_distance(
    #[case] program: &str,
    #[case] expected: &[&str],
    #[values(1, 2, 1000)] batch_cycles: usize,
) {
    assert_eq!(situations("k8", program, "resets", batch_cycles), expected);
}

#[rstest]
#[case("read core0.PerfCtr0", &["since_reset=1-9"])]
#[case("read core0.PerfCtr0\nwait 9\nread core0.PerfCtr0", &["without_access=1-9", "since_reset=1-9", "since_reset=10-99"])]
#[case("wait 9\nread core0.PerfCtr0\nwait 10", &["without_access=1-9", "without_access=10-99", "since_reset=1-9", "since_reset=10-99"])]
#[case("wait 60\nreset\nwait 60", &["without_access=10-99", "since_reset=1-9", "since_reset=10-99"])]
#[case("wait 8\nreset with read core0.PerfCtr0\nwait 9", &["without_access=1-9", "since_reset=1-9"])]
#[case("wait 8\nreset\nreset\nreset\nread core0.PerfCtr0", &["without_access=1-9", "since_reset=1-9"])]
fn times_end_at_accesses_and_resets(
    #[case] program: &str,
    #[case] expected: &[&str],
    #[values(1, 2, 1000)] batch_cycles: usize,
) {
    assert_eq!(situations("k8", program, "times", batch_cycles), expected);
}

#[test]
fn longest_times_have_no_upper_limit() {
    let bins = situations("k8", "read core0.PerfCtr0\nwait 100000", "times", 1000);
    assert_eq!(bins.iter().filter(|bin| bin.contains("without_access")).count(), 1);
    assert!(bins.contains(&"without_access=100000 or more".to_owned()), "{bins:?}");
    assert_eq!(bins.len(), 7, "all times since a reset were reached: {bins:?}");
}

/// Enables counters of the K8's core 1.
fn enabled(counters: &[(usize, i64)]) -> String {
    let one = |(counter, value): &(usize, i64)| {
        let select = format!("write core1.PerfEvtSel{counter} EVENT_SELECT=0xC0 OS=1 EN=1\n");
        select + &format!("write core1.PerfCtr{counter} = {value}\n")
    };
    counters.iter().map(one).collect()
}

const EVENT: &str = "raise core1 RETIRED_INSTRUCTIONS\nwait\n";

#[rstest]
#[case(1, "", &["core1.PerfCtr2=1"])]
#[case(9, "", &["core1.PerfCtr2=1"])]
#[case(10, "", &["core1.PerfCtr2=1", "core1.PerfCtr2=10"])]
#[case(1_000, "", &["core1.PerfCtr2=1", "core1.PerfCtr2=10", "core1.PerfCtr2=100", "core1.PerfCtr2=1000"])]
#[case(12, "reset\n", &["core1.PerfCtr2=1"])]
fn repeated_overflows_are_counted_from_the_last_reset(
    #[case] overflows: usize,
    #[case] between: &str,
    #[case] expected: &[&str],
) {
    let overflow = enabled(&[(2, -1)]) + EVENT;
    let half = overflow.repeat(overflows.div_ceil(2)) + between + &overflow.repeat(overflows / 2);
    assert_eq!(situations("k8", &(half + "wait"), "repetitions", 1000), expected);
}

#[rstest]
#[case(&[(0, -1), (3, -1)], &["core1/PerfCtr0,PerfCtr3"])]
#[case(&[(0, -1), (1, -1), (2, -1)], &["core1/PerfCtr0,PerfCtr1,PerfCtr2"])]
#[case(&[(0, -1), (1, -1), (2, -1), (3, -1)], &["core1/all"])]
#[case(&[(0, -1), (1, -2)], &[])]
#[case(&[(2, -1)], &[])]
fn exact_subset_that_overflows_is_hit(
    #[case] counters: &[(usize, i64)],
    #[case] expected: &[&str],
    #[values(1, 1000)] batch_cycles: usize,
) {
    let program = enabled(counters) + EVENT + "wait 4";
    assert_eq!(situations("k8", &program, "overflows_together", batch_cycles), expected);
}

/// The write may have caused the change.
#[test]
fn overflow_in_a_cycle_with_a_write_is_not_sampled() {
    let program = enabled(&[(0, -1), (1, -1)]) + "raise core1 RETIRED_INSTRUCTIONS\nwrite core0.PerfCtr0 = 1\nwait 2";
    assert!(situations("k8", &program, "overflows_together", 1000).is_empty());
    assert!(situations("k8", &program, "repetitions", 1000).is_empty());
}

#[rstest]
#[case(&[(0, -1), (3, -2)], &["core1/PerfCtr0 then PerfCtr3"])]
#[case(&[(0, -3), (3, -1)], &["core1/PerfCtr3 then after a cycle PerfCtr0"])]
#[case(&[(0, -1), (3, -4)], &[])]
#[case(&[(0, -1), (3, -1)], &[])]
#[case(&[(0, -1), (1, -1), (2, -2)], &["core1/PerfCtr0 then PerfCtr2", "core1/PerfCtr1 then PerfCtr2"])]
#[case(&[(3, -3), (1, -2), (0, -1)], &["core1/PerfCtr0 then PerfCtr1", "core1/PerfCtr1 then PerfCtr3", "core1/PerfCtr0 then after a cycle PerfCtr3"])]
fn successive_overflows_are_ordered_pairs(
    #[case] counters: &[(usize, i64)],
    #[case] expected: &[&str],
    #[values(1, 1000)] batch_cycles: usize,
) {
    let program = enabled(counters) + "hold core1 RETIRED_INSTRUCTIONS = 1\nwait 6";
    assert_eq!(situations("k8", &program, "overflows_in_succession", batch_cycles), expected);
}

#[rstest]
#[case("k8", "set core0.cpl = 3\nset core1.halted = 1\nwait", &["core1.halted,core0.cpl"])]
#[case("k8", "set core0.cpl = 3\nwait\nset core1.halted = 1\nwait", &[])]
#[case("k8", "set core0.cpl = 3\nset core1.halted = 1\nreset\nwait", &[])]
#[case("k8", "set core0.cpl = 3\nwait", &[])]
#[case("k8", "set core0.cpl = 3\nset core1.cpl = 1\nset core1.halted = 1\nwait",
    &["core0.cpl,core1.cpl", "core1.halted,core0.cpl", "core1.halted,core1.cpl"])]
// Many inputs: index and unit do not matter, but both are of the same unit or have the same name.
#[case("ivt_cbox", "set cbox.tor3 opc=1\nset cbox.tor17 opc=1\nwait", &["tor{index},tor{index}"])]
#[case("ivt_cbox", "set cbox.tor3 opc=1\nset cbox.lk_v = 1\nwait", &["lk_v,tor{index}"])]
#[case("itanium_core", "set thread0.psr_up = 1\nset thread0.psr_pp = 1\nwait", &["psr_up,psr_pp"])]
#[case("itanium_core", "set thread0.psr_up = 1\nset thread1.psr_pp = 1\nwait", &[])]
#[case("itanium_core", "set thread0.psr_up = 1\nset thread1.psr_up = 1\nwait", &["psr_up,psr_up"])]
fn inputs_that_change_in_the_same_cycle_are_pairs(
    #[case] pmu: &str,
    #[case] program: &str,
    #[case] expected: &[&str],
    #[values(1, 2, 1000)] batch_cycles: usize,
) {
    let mut bins = situations(pmu, &format!("wait\n{program}\nwait"), "inputs_together", batch_cycles);
    bins.sort();
    assert_eq!(bins, expected);
}

// The K8 has registers at addresses 0xC0010000 to 0xC0010007 of space 0, and at 0 to 3 of space 1.
#[rstest]
#[case("read core0 msr:0xC0010014",
    &["address bit 4", "two address bits, distance 2", "two address bits, distance 3", "two address bits, distance 4"])]
#[case("write core1 msr:0x40010004 = 1",
    &["address bit 31", "two address bits, distance 29", "two address bits, distance 30", "two address bits, distance 31"])]
#[case("read unit(9) msr:0xC0010004",
    &["unit bit 3", "unit, several bits", "unit and address bit 0", "unit and address bit 1", "unit and address bit 2"])]
#[case("read core0 space(2):0xC0010004",
    &["space bit 1", "space and address bit 0", "space and address bit 1", "space and address bit 2"])]
#[case("write core0 space(3):0xC0010004 = 0",
    &["space, several bits", "space and address bit 0", "space and address bit 1", "space and address bit 2"])]
#[case("read unit(9) space(7):0xC0010004", &["unit and space"])]
// Three bits differ.
#[case("read core0 msr:0xC0010074", &[])]
// The access exists in the other direction only.
#[case("write core0 rdpmc:0 = 1", &[])]
#[case("read core0.PerfCtr0", &[])]
#[case("reset with read core0 msr:0xC0010014", &[])]
fn refused_access_is_compared_with_those_that_exist(
    #[case] program: &str,
    #[case] expected: &[&str],
    #[values("", "\nwait")] end: &str,
) {
    assert_eq!(situations("k8", &format!("wait\n{program}{end}"), "addresses", 1000), expected);
}

#[test]
fn next_program_begins_without_history() {
    let pmu = Pmu::find("k8").expect("the K8");
    let points = Points::new(&pmu).expect("points");
    let mut sampler = Sampler::new(&points);
    let overflow = (enabled(&[(2, -1)]) + EVENT).repeat(6) + "wait 80\n";
    for (program, expected) in [(overflow.clone() + "reset\nwait", vec!["core1.PerfCtr2=1"]), (overflow, vec![])] {
        run(&pmu, &mut sampler, &program, 1000);
        let hits = sampler.finish(true);
        assert_eq!(of_group(&points, &hits, "repetitions"), expected);
        assert!(!of_group(&points, &hits, "resets").iter().any(|bin| bin.starts_with("between")));
        assert!(!of_group(&points, &hits, "times").contains(&"since_reset=100-999".to_owned()));
    }
}

/// What a failing program removed from the search is looked for again.
#[test]
fn failing_program_hits_no_situation_and_hides_none() {
    let pmu = Pmu::find("k8").expect("the K8");
    let points = Points::new(&pmu).expect("points");
    let mut sampler = Sampler::new(&points);
    let program = "wait\nset core0.cpl = 3\nset core1.halted = 1\nread core0 msr:0xC0010014\nreset\nwait 12";
    let mut hits = |passed: bool| {
        run(&pmu, &mut sampler, program, 1000);
        hit(points.situations(&sampler.finish(passed)))
    };
    assert!(hits(false).is_empty());
    // A reset, four times, a pair of inputs, and an access that differs from four others.
    assert_eq!(hits(true).len(), 10);
    assert!(hits(true).is_empty());
}

#[rstest]
// The D-Box has no counters.
#[case("itanium_dbox", &["resets", "times", "inputs_together", "addresses"])]
#[case("k8", &["resets", "times", "repetitions", "overflows_together", "overflows_in_succession", "inputs_together", "addresses"])]
fn groups_follow_from_the_description(#[case] pmu: &str, #[case] expected: &[&str]) {
    let pmu = Pmu::find(pmu).expect("the PMU");
    let situations = Points::new(&pmu).expect("points").situations(&Hits::default());
    let names: Vec<_> = situations.groups.iter().map(|group| group.name.as_str()).collect();
    assert_eq!(names, expected);
    assert_eq!((situations.hit, situations.impossible), (0, 0));
}

#[rstest]
// All addresses up to 0xFF of the configuration space accept accesses, and there is no unit other than the one.
#[case("ivt_imc", "addresses/address bit 7", false)]
#[case("ivt_imc", "addresses/address bit 8", true)]
// Of nine counters and more, triples have no bins.
#[case("itanium_core", "overflows_together/thread1/PMD4,PMD5", true)]
#[case("itanium_core", "overflows_together/thread1/PMD4,PMD5,PMD6", false)]
#[case("itanium_core", "overflows_together/thread1/all except PMD15", true)]
// The count is 64 bits wide, in two registers.
#[case("riscv_hpm32", "repetitions/hart.mcycle=1", true)]
#[case("riscv_hpm32", "repetitions/hart.mcycleh=1", false)]
// All threads share the counter.
#[case("knc", "repetitions/thread0.IA32_TIME_STAMP_COUNTER=1", true)]
#[case("knc", "repetitions/thread1.IA32_TIME_STAMP_COUNTER=1", false)]
// Inputs of boxes that are verified alone have no bins in the top.
#[case("ivt_socket", "inputs_together/cbox.lk_v,cbox.t_lk", false)]
fn bins_that_cannot_be_hit_are_not_generated(#[case] pmu: &str, #[case] bin: &str, #[case] expected: bool) {
    let pmu = Pmu::find(pmu).expect("the PMU");
    let situations = Points::new(&pmu).expect("points").situations(&Hits::default());
    assert_eq!(situations.missing().any(|name| name == bin), expected);
}
