//! Thresholds without edge detection.

use super::bench::*;
use rstest::rstest;

/// IVT-R29 to IVT-R32: counts for a ramp of increments, the largest far above any threshold.
#[rstest]
#[case::none(0, [0, 1, 4, 9, 265, 777])]
#[case::one(1, [0, 1, 2, 3, 4, 5])]
#[case::equal(3, [0, 0, 1, 2, 3, 4])]
#[case::above_small_increments(6, [0, 0, 0, 0, 1, 2])]
#[case::largest(255, [0, 0, 0, 0, 1, 2])]
fn threshold_counts_on_a_ramp(#[case] threshold: u64, #[case] expected: [u64; 6]) {
    let mut bench = Bench::with_control(EN | thresh(threshold));
    assert_eq!(bench.train(&[0, 1, 3, 5, 256, 512]), expected);
}

/// IVT-R31: one below the threshold, the threshold, and one above it.
#[rstest]
fn threshold_includes_equality(#[values(1, 2, 20, 128, 255)] threshold: u32) {
    let mut bench = Bench::with_control(EN | thresh(threshold.into()));
    assert_eq!(bench.train(&[threshold - 1, threshold, threshold + 1]), [0, 1, 2]);
}

/// IVT-R25 IVT-R26 IVT-R27 IVT-R30: a counter that is not enabled keeps its value and does
/// not affect the other one.
#[rstest]
fn disabled_counter_keeps_its_value(#[values(0, 1)] threshold: u64) {
    let mut bench = Bench::with_control(thresh(threshold));
    bench.write(super::super::BankRegister::Control(1), EN);
    bench.raw[1] = 2;
    assert_eq!(bench.train(&[1, 5, 7]), [0, 0, 0]);
    assert_eq!(bench.bank.count(1), 6);
}

/// IVT-R25: a freeze stops every counter in the same cycle.
#[test]
fn freeze_stops_counters_in_the_same_cycle() {
    let mut bench = Bench::with_control(EN);
    assert_eq!(bench.train(&[1]), [1]);
    bench.terms.frozen = true;
    assert_eq!(bench.train(&[1, 1]), [1, 1]);
    bench.terms.frozen = false;
    assert_eq!(bench.train(&[1]), [2]);
}
