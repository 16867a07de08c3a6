//! The fixed counter.

use super::bench::*;
use rstest::rstest;

const FIXED: &str = "U_MSR_PMON_UCLK_FIXED_CTR";

/// UBOX-R41 UBOX-R46: the counter counts every cycle while enabled; bits of other control
/// registers have no effect.
#[test]
fn enabled_counter_counts_every_cycle() {
    let mut bench = Bench::new();
    bench.frames.write(FIXED_CTL, EN);
    assert_eq!(bench.times([FIXED], 3), [[0], [1], [2]]);
    bench.frames.write(FIXED_CTL, EN | RST | thresh(2) | EDGE | 0xFFFF);
    assert_eq!(bench.times([FIXED], 2), [[4], [5]]);
    bench.frames.write(FIXED_CTL, 0);
    assert_eq!(bench.times([FIXED], 2), [[7], [7]]);
}

/// UBOX-R42 UBOX-R43 IVT-R69: wrap, message, own freeze, status and broadcast.
#[test]
fn timing_of_a_wrap() {
    let mut bench = Bench::new();
    bench.frames.write(FIXED_CTR, MAX);
    bench.frames.write(FIXED_CTL, EN | OV_EN);
    let names = [FIXED, "uf_msg", "U_MSR_PMON_BOX_STATUS", "U_MSR_PMON_GLOBAL_STATUS", "frz_lat", "frz_bcast"];
    let expected = [[MAX, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [1, 0, 0, 1, 1, 1], [1, 0, 0, 1, 1, 0]];
    assert_eq!(bench.times(names, 4), expected);
}

/// UBOX-R45 IVT-R14 IVT-R59: no message without ov_en, or if the counter is written
/// in the cycle of the wrap.
#[rstest]
#[case::no_ov_en(EN, None, 0)]
#[case::written(EN | OV_EN, Some(5), 5)]
#[case::written_again(EN | OV_EN, Some(MAX), MAX)]
fn unreported_wraps_send_no_message(#[case] control: u64, #[case] written: Option<u64>, #[case] count: u64) {
    let mut bench = Bench::new();
    bench.frames.write(FIXED_CTR, MAX);
    bench.frames.write(FIXED_CTL, control);
    match written {
        Some(data) => bench.frames.write(FIXED_CTR, data),
        None => bench.frames.step(),
    }
    assert_eq!(bench.all([FIXED, "uf_msg"]), [count, 0]);
}

/// UBOX-R44: each wrap sends its message and freezes the U-Box, but only a
/// new status bit is broadcast.
#[rstest]
#[case::status_set(0, 0)]
#[case::cleared_in_the_cycle_of_the_message(1, 1)]
fn second_wrap_freezes_without_a_broadcast(#[case] cleared: u64, #[case] broadcast: u64) {
    let mut bench = Bench::new();
    bench.frames.write(FIXED_CTR, MAX);
    bench.frames.write(FIXED_CTL, EN | OV_EN);
    bench.frames.cycles(4);
    bench.frames.write(FIXED_CTR, MAX);
    bench.frames.write(GLOBAL_CTL, UNFRZ_ALL);
    bench.frames.cycles(2);
    assert_eq!(bench.all([FIXED, "uf_msg"]), [0, 1]);
    bench.frames.write(GLOBAL_STATUS, cleared);
    assert_eq!(bench.all(["frz_lat", "frz_bcast", "U_MSR_PMON_GLOBAL_STATUS"]), [1, broadcast, 1]);
}

/// UBOX-R47: a wrap in the same cycle as one of a programmable counter makes one freeze and one PMI.
#[test]
fn simultaneous_wraps_make_one_freeze_and_one_pmi() {
    let mut bench = Bench::new();
    bench.frames.write(GLOBAL_CTL, 1);
    bench.set("core_awake", 1);
    bench.frames.write(ctr(0), MAX);
    bench.frames.write(ctl(0), EN | OV_EN | LOCKS);
    bench.frames.write(FIXED_CTR, MAX);
    bench.frames.write(FIXED_CTL, EN | OV_EN);
    bench.pulse("evt_lock", 1);
    bench.frames.step();
    let expected = [[3, 1, 0], [3, 0, 1], [3, 0, 0]];
    assert_eq!(bench.times(["U_MSR_PMON_GLOBAL_STATUS", "frz_bcast", "pmi"], 3), expected);
}
