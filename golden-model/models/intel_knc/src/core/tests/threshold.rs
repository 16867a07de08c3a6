//! CMASK and INV.

use super::bench::*;
use rstest::rstest;

/// KNC-R53 KNC-R54 KNC-R55 KNC-R57: increment for N = 0 to 4.
#[rstest]
#[case(0, 0, [0, 1, 2, 3, 4])]
#[case(0, INV, [0, 1, 2, 3, 4])]
#[case(1, 0, [0, 1, 1, 1, 1])]
#[case(1, INV, [1, 0, 0, 0, 0])]
#[case(2, 0, [0, 0, 1, 1, 1])]
#[case(2, INV, [1, 1, 0, 0, 0])]
#[case(3, 0, [0, 0, 0, 1, 1])]
#[case(3, INV, [1, 1, 1, 0, 0])]
#[case(255, 0, [0, 0, 0, 0, 0])]
#[case(255, INV, [1, 1, 1, 1, 1])]
fn increment_for_each_threshold(#[case] threshold: u64, #[case] inv: u64, #[case] expected: [u64; 5]) {
    let mut bench = Bench::counting(0);
    bench.write(0, SEL[0], ON | inv | cmask(threshold) | ELEMENTS);
    for (n, increment) in (0..).zip(expected) {
        bench.line(0, ELEMENTS, n);
        bench.write(0, CNT[0], 0);
        bench.step();
        assert_eq!(bench.count(0, 0), increment, "N = {n}");
    }
}

/// KNC-R54 KNC-R55 KNC-R56: every N compared with every CMASK.
#[test]
fn all_eight_bits_are_compared() {
    let mut bench = Bench::counting(0);
    let numbers = [0, 1, 2, 63, 64, 126, 127, 128, 129, 189, 251, 252];
    for n in numbers {
        let level = |thread: u64| n / 4 + u64::from(thread < n % 4);
        bench.lines(ELEMENTS, [0, 1, 2, 3].map(level));
        for threshold in 1..=255 {
            for (inv, expected) in [(0, u64::from(n >= threshold)), (INV, u64::from(n < threshold))] {
                bench.write(0, SEL[0], ON | TCM | inv | cmask(threshold) | ELEMENTS);
                bench.write(0, CNT[0], 0);
                bench.step();
                assert_eq!(bench.count(0, 0), expected, "N = {n}, CMASK = {threshold}");
            }
        }
    }
}

/// KNC-R58: INV bypasses no enable.
#[rstest]
#[case::en(OS | USR, 3, 0)]
#[case::global(ON, 2, 0)]
#[case::spflt(ON, 3, 1)]
#[case::no_ring(EN, 3, 0)]
#[case::other_ring(EN | USR, 3, 0)]
fn inversion_does_not_bypass_enables(#[case] controls: u64, #[case] global: u64, #[case] spflt: u64) {
    let mut bench = Bench::new();
    bench.write(0, GLOBAL_CTRL, global);
    bench.write(0, SPFLT_CONTROL, spflt);
    bench.write(0, SEL[0], controls | INV | cmask(1) | ELEMENTS);
    (0..5).for_each(|_| bench.step());
    assert_eq!(bench.count(0, 0), 0);
}
