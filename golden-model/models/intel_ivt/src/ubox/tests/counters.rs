//! The programmable counters.

use super::bench::*;
use golden_model_core::CoveredModel;
use rstest::rstest;

/// UBOX-R28 to UBOX-R33 IVT-R17 IVT-R18 IVT-R21 to IVT-R23: the input and umask of each event.
#[rstest]
#[case::vlw(0x42, 0x01, "evt_msg", 0x01, 1)]
#[case::priority(0x42, 0x10, "evt_msg", 0x10, 1)]
#[case::two_kinds_count_once(0x42, 0x1F, "evt_msg", 0x06, 1)]
#[case::other_kind(0x42, 0x01, "evt_msg", 0x1E, 0)]
#[case::undocumented_kinds(0x42, 0xE0, "evt_msg", 0x1F, 0)]
#[case::no_kind(0x42, 0x00, "evt_msg", 0x1F, 0)]
#[case::lock(0x44, 0x00, "evt_lock", 1, 1)]
#[case::lock_any_umask(0x44, 0xFF, "evt_lock", 1, 1)]
#[case::phold(0x45, 0x01, "evt_phold", 1, 1)]
#[case::phold_any_other_umask(0x45, 0xFE, "evt_phold", 1, 0)]
#[case::racu(0x46, 0x00, "evt_racu", 1, 1)]
#[case::code_0(0x00, 0xFF, "evt_lock", 1, 0)]
#[case::not_listed_41(0x41, 0xFF, "evt_msg", 0x1F, 0)]
#[case::not_listed_43(0x43, 0xFF, "evt_lock", 1, 0)]
#[case::not_listed_47(0x47, 0xFF, "evt_racu", 1, 0)]
#[case::not_listed_ff(0xFF, 0xFF, "evt_phold", 1, 0)]
fn input_and_umask_select_the_event(
    #[case] code: u64,
    #[case] umask: u64,
    #[case] input: &str,
    #[case] level: u64,
    #[case] expected: u64,
) {
    for counter in [0, 1] {
        let mut bench = Bench::new();
        bench.frames.write(ctl(counter), EN | event(code, umask));
        bench.pulse(input, level);
        bench.frames.step();
        let mut counts = [0, 0];
        counts[counter] = expected;
        assert_eq!(bench.counts(), counts);
    }
}

/// UBOX-R34 IVT-R34: PHOLD for 7 cycles with different comparisons.
#[rstest]
#[case::sum(0, 7)]
#[case::threshold_1(thresh(1), 7)]
#[case::threshold_2(thresh(2), 0)]
#[case::threshold_31(thresh(31), 0)]
#[case::bits_above_the_threshold(thresh(0xE0), 7)]
#[case::edges(EDGE | thresh(1), 1)]
#[case::edges_without_threshold(EDGE, 7)]
fn comparison_selects_the_counted_cycles(#[case] control: u64, #[case] expected: u64) {
    let mut bench = Bench::new();
    bench.frames.write(ctl(1), EN | control | event(0x45, 1));
    bench.set("evt_phold", 1);
    bench.frames.cycles(7);
    bench.set("evt_phold", 0);
    bench.frames.cycles(2);
    assert_eq!(bench.counts(), [0, expected]);
}

/// UBOX-R36 IVT-R41: rst and a write of 0 both clear a counter.
#[test]
fn rst_and_write_of_0_clear_a_counter() {
    let mut bench = Bench::locking();
    bench.frames.write(ctl(0), EN | LOCKS);
    bench.frames.cycles(3);
    bench.frames.write(ctl(0), EN | RST | LOCKS);
    assert_eq!((bench.counts()[0], bench.frames.read(ctl(0))), (0, EN | LOCKS));
    bench.frames.write(ctr(0), 0);
    assert_eq!(bench.counts()[0], 0);
}

/// UBOX-R38 UBOX-R39 IVT-R65 IVT-R68 IVT-R69: the timing of an overflow; the global freeze follows
/// the freeze of the own box.
#[test]
fn timing_of_an_overflow() {
    let mut bench = Bench::locking();
    bench.frames.write(ctr(1), MAX);
    bench.frames.write(ctl(1), EN | OV_EN | LOCKS);
    let names =
        ["U_MSR_PMON_CTR1", "U_MSR_PMON_BOX_STATUS", "u_msg", "U_MSR_PMON_GLOBAL_STATUS", "frz_lat", "frz_bcast"];
    let expected = [[MAX, 0, 0, 0, 0, 0], [0, 2, 1, 0, 0, 0], [1, 2, 0, 2, 1, 1], [1, 2, 0, 2, 1, 0]];
    assert_eq!(bench.times(names, 4), expected);
}

/// UBOX-R40 IVT-R66 IVT-R76 IVT-R78: the effect of a second overflow after clearing the box status,
/// the global status, both or neither.
#[rstest]
#[case::none(false, false, [0, 0, 0])]
#[case::box_status(true, false, [1, 1, 0])]
#[case::global_status(false, true, [0, 0, 0])]
#[case::both(true, true, [1, 1, 1])]
fn second_overflow_depends_on_the_cleared_status(
    #[case] box_cleared: bool,
    #[case] global_cleared: bool,
    #[case] expected: [u64; 3],
) {
    let mut bench = Bench::new();
    bench.frames.write(ctl(0), EN | OV_EN | LOCKS);
    bench.frames.write(ctr(0), MAX);
    bench.pulse("evt_lock", 1);
    bench.frames.cycles(4);
    bench.frames.write(BOX_STATUS, box_cleared.into());
    bench.frames.write(GLOBAL_STATUS, u64::from(global_cleared) << 1);
    // IVT-R75 UBOX-R19: clearing does not unfreeze.
    assert_eq!(bench.now("frz_lat"), 1);
    bench.frames.write(ctr(0), MAX);
    bench.frames.write(GLOBAL_CTL, UNFRZ_ALL);
    bench.frames.step();
    assert_eq!(bench.now("frz_lat"), 0);
    bench.pulse("evt_lock", 1);
    assert_eq!(bench.counts()[0], 0);
    let message = bench.now("u_msg");
    bench.frames.step();
    assert_eq!([message, bench.now("frz_lat"), bench.now("frz_bcast")], expected);
}

/// UBOX-R37 UBOX-R49 IVT-R15: registers are accessible while frozen, and the counters do not change.
#[test]
fn frozen_counters_are_accessible_and_do_not_count() {
    let mut bench = Bench::locking();
    bench.frames.write(GLOBAL_CTL, FRZ_ALL);
    bench.frames.step();
    bench.frames.write(ctl(0), EN | LOCKS);
    bench.frames.write(FIXED_CTL, EN);
    bench.frames.write(ctr(0), 5);
    bench.frames.write(FIXED_CTR, 9);
    assert_eq!(
        (bench.frames.read(ctr(0)), bench.frames.read(FIXED_CTR), bench.frames.read(ctl(0))),
        (5, 9, EN | LOCKS)
    );
    bench.frames.write(GLOBAL_CTL, UNFRZ_ALL);
    assert_eq!(bench.times(["U_MSR_PMON_CTR0", "U_MSR_PMON_UCLK_FIXED_CTR"], 3), [[5, 9], [5, 9], [6, 10]]);
}

/// Rows that are selected exactly are counted, others are not; clearing removes the coverage.
#[test]
fn exactly_selected_rows_are_counted() {
    let mut bench = Bench::locking();
    bench.set("evt_msg", 0x1F);
    bench.frames.write(ctl(0), EN | event(0x42, 0x04));
    bench.frames.write(ctl(1), EN | event(0x42, 0x05));
    bench.frames.step();
    assert_eq!(bench.frames.coverage(), [vec![(0, 0x42, Some(0x04))], vec![]]);
    bench.frames.write(ctl(1), EN | event(LOCKS, 0x05));
    bench.frames.step();
    let both = [vec![(0, 0x42, Some(0x04)), (1, 0x44, None)], vec![]];
    assert_eq!(bench.frames.coverage(), both);
    bench.frames.model.clear_event_coverage();
    assert_eq!(bench.frames.coverage(), [vec![], vec![]]);
    bench.frames.step();
    assert_eq!(bench.frames.coverage(), both);
}
