//! The time-stamp counter.

use super::bench::*;
use rstest::rstest;

/// KNC-R18 KNC-R19: the counter increments in every cycle, with all counters disabled or enabled.
#[test]
fn increments_in_every_cycle() {
    let mut bench = Bench::new();
    for cycle in 0..100 {
        assert_eq!(bench.state("IA32_TIME_STAMP_COUNTER"), cycle);
        bench.step();
    }
    let mut bench = Bench::counting(ON | ELEMENTS);
    bench.write(0, SPFLT_CONTROL, 3);
    bench.all_lines(1);
    let before = bench.state("IA32_TIME_STAMP_COUNTER");
    (0..10).for_each(|_| bench.step());
    assert_eq!(bench.state("IA32_TIME_STAMP_COUNTER"), before + 10);
}

/// KNC-R05 KNC-R20 KNC-R87: a write from any thread takes priority over the increment of its
/// cycle; all threads read it.
#[rstest]
fn write_takes_priority_over_increment(#[values(0, 1, 2, 3)] thread: u64) {
    let mut bench = Bench::new();
    bench.write(thread, TSC, 0xFEDC_BA98_7654_3210);
    assert_eq!(bench.read(0, TSC), 0xFEDC_BA98_7654_3210);
    assert_eq!(bench.read(1, TSC), 0xFEDC_BA98_7654_3211);
    assert_eq!(bench.read(2, TSC), 0xFEDC_BA98_7654_3212);
    assert_eq!(bench.access(false, RDTSC, 3, 0, 0), (0, 0xFEDC_BA98_7654_3213));
}

/// KNC-R21: the counter wraps without a status or request.
#[test]
fn wrap_has_no_side_effect() {
    let mut bench = Bench::counting(ON | INT | ELEMENTS);
    bench.write(0, TSC, u64::MAX);
    let values = [0, 1, 2].map(|_| {
        bench.step();
        bench.output("IA32_TIME_STAMP_COUNTER")
    });
    assert_eq!(values, [u64::MAX, 0, 1]);
    assert_eq!((bench.status(), bench.pmi()), ([0; 4], [0; 4]));
}
