//! CNT_MASK and INV.

use super::bench::*;
use rstest::rstest;

/// K8-R31 K8-R32 K8-R33 K8-R34 K8-R35: increment in one cycle for N = 0, 1, 2, 3.
#[rstest]
#[case(0, 0, [0, 1, 2, 3])]
#[case(0, INV, [0, 1, 2, 3])]
#[case(1, 0, [0, 1, 1, 1])]
#[case(1, INV, [1, 0, 0, 0])]
#[case(2, 0, [0, 0, 1, 1])]
#[case(2, INV, [1, 1, 0, 0])]
#[case(3, 0, [0, 0, 0, 1])]
#[case(3, INV, [1, 1, 1, 0])]
#[case(4, 0, [0, 0, 0, 0])]
#[case(4, INV, [1, 1, 1, 1])]
#[case(128, 0, [0, 0, 0, 0])]
#[case(128, INV, [1, 1, 1, 1])]
#[case(255, 0, [0, 0, 0, 0])]
#[case(255, INV, [1, 1, 1, 1])]
fn increment_for_each_threshold(#[case] threshold: u64, #[case] inv: u64, #[case] expected: [u64; 4]) {
    for counter in 0..4 {
        for core in 0..2 {
            let mut bench = Bench::new();
            let select = ON | inv | cnt_mask(threshold) | RETIRED;
            bench.write(core, evtsel(counter), select);
            for (n, expected) in expected.into_iter().enumerate() {
                bench.line(core as usize, RETIRED_LINE, n as u64);
                bench.write(core, ctr(counter), 0);
                bench.step();
                assert_eq!(bench.count(core as usize, counter), expected, "N {n}");
            }
        }
    }
}

/// K8-R36: an inverted threshold counts under the same enables as any other.
#[rstest]
#[case::disabled(OS | USR, 0, 0)]
#[case::other_level(EN | USR, 0, 0)]
#[case::halted(EN | OS | USR, 1, 0)]
#[case::running(EN | OS | USR, 0, 1)]
fn inversion_does_not_bypass_enables(#[case] enables: u64, #[case] halted: u64, #[case] expected: u64) {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), enables | INV | cnt_mask(1) | RETIRED);
    bench.write(0, ctr(0), 0);
    bench.set("core0.halted", halted);
    bench.step();
    assert_eq!(bench.count(0, 0), expected);
}

/// K8-R36 K8-R58: an inverted threshold does not count on an index that the other core owns.
#[test]
fn inversion_does_not_bypass_blocking() {
    let mut bench = Bench::new();
    bench.write(1, evtsel(0), ON | 0xE1);
    bench.write(0, evtsel(0), ON | INV | cnt_mask(1) | RETIRED);
    bench.step();
    assert_eq!(bench.count(0, 0), 0);
}

/// K8-R34 K8-R37: cycles that retire FPU operations are those without event 01h; this needs INV
/// together with CNT_MASK 1.
#[test]
fn inverted_threshold_counts_cycles_with_fpu_ops() {
    let idle = [1, 0, 0, 1, 0];
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | INV | 0x01);
    assert_eq!(bench.train("0x01", &idle), [1, 1, 1, 2, 2]);
    bench.write(0, evtsel(0), ON | INV | cnt_mask(1) | 0x01);
    bench.write(0, ctr(0), 0);
    assert_eq!(bench.train("0x01", &idle), [0, 1, 2, 2, 3]);
}
