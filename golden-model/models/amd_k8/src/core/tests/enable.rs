//! EN, OS and USR.

use super::bench::*;
use rstest::rstest;

/// K8-R14: a disabled counter does not change, even at a value where any event would make it overflow.
#[test]
fn disabled_counter_does_not_change() {
    let mut bench = Bench::new();
    bench.write(0, ctr(0), MAX);
    bench.write(0, evtsel(0), OS | USR | INT | RETIRED);
    bench.line(0, RETIRED_LINE, 3);
    for _ in 0..3 {
        bench.step();
        assert_eq!(bench.count(0, 0), MAX);
        assert_eq!(bench.state("core0.apic_int"), 0);
        assert_eq!(bench.state("core0.pm"), 0);
    }
}

/// K8-R15 K8-R16 K8-R17 K8-R18: the privilege levels that count for each mode.
#[rstest]
#[case::neither(0, [0, 0, 0, 0])]
#[case::os(OS, [1, 0, 0, 0])]
#[case::usr(USR, [0, 1, 1, 1])]
#[case::both(OS | USR, [1, 1, 1, 1])]
fn os_and_usr_select_the_counting_levels(#[case] modes: u64, #[case] expected: [u64; 4]) {
    for (cpl, expected) in expected.into_iter().enumerate() {
        let mut bench = Bench::new();
        bench.set("core1.cpl", cpl as u64);
        bench.write(1, evtsel(1), EN | modes | RETIRED);
        bench.line(1, RETIRED_LINE, 1);
        bench.step();
        assert_eq!(bench.count(1, 1), expected, "CPL {cpl}");
    }
}

/// K8-R18 K8-R36: INV makes a condition true without events, but does not count without OS and USR.
#[test]
fn inversion_does_not_replace_os_or_usr() {
    for cpl in 0..4 {
        let mut bench = Bench::new();
        bench.set("core0.cpl", cpl);
        bench.write(0, evtsel(0), EN | INV | cnt_mask(1) | RETIRED);
        bench.step();
        assert_eq!(bench.count(0, 0), 0, "CPL {cpl}");
    }
}

/// K8-R15 K8-R16: each core counts at its own privilege level.
#[test]
fn cores_have_separate_privilege_levels() {
    let mut bench = Bench::new();
    bench.set("core0.cpl", 3);
    bench.write(BROADCAST, evtsel(0), EN | OS | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    bench.line(1, RETIRED_LINE, 1);
    bench.step();
    assert_eq!((bench.count(0, 0), bench.count(1, 0)), (0, 1));
}

/// K8-R19: a northbridge event counts only at the selected levels.
#[test]
fn northbridge_events_obey_the_privilege_level() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), EN | OS | 0xE1);
    bench.line(0, "0xE1", 1);
    bench.set("core0.cpl", 3);
    bench.step();
    assert_eq!(bench.count(0, 0), 0);
    bench.set("core0.cpl", 0);
    bench.step();
    assert_eq!(bench.count(0, 0), 1);
}

/// K8-R20 K8-R63: if the event is selected first, the count is exact from the cycle
/// after the enabling write.
#[test]
fn enabling_starts_an_exact_count() {
    let mut bench = Bench::new();
    bench.line(0, RETIRED_LINE, 2);
    bench.write(0, evtsel(0), OS | USR | RETIRED);
    bench.step();
    bench.write(0, evtsel(0), ON | RETIRED);
    assert_eq!(bench.count(0, 0), 0);
    for expected in [2, 4, 6] {
        bench.step();
        assert_eq!(bench.count(0, 0), expected);
    }
}
