//! Wraps in the documented configuration, and overflow reporting in the optional configuration.

use super::bench::*;
use rstest::rstest;

/// A bench with 20 TOR entries and counter 0 one event before its wrap.
fn before_wrap(ovf: u64) -> Bench {
    let mut bench = Bench::new();
    bench.set_all(&[("cbox_ovf", ovf), ("tor_v", 0xFFFFF)]);
    bench.frames.write(ctr(0), MAX);
    bench.frames.write(ctl(1), EN);
    bench.frames.write(ctl(0), EN | OV_EN | event(0x36, 0x08));
    bench
}

/// Message, status, global freeze and counters 0 and 1 in the next cycles.
fn times(bench: &mut Bench, cycles: usize) -> Vec<(u64, u64, u64, u64, u64)> {
    let one = |bench: &mut Bench| {
        bench.frames.step();
        let now = |name: &str| bench.now(name);
        (now("ovf_msg"), now("Cn_MSR_PMON_BOX_STATUS"), now("frz_lat"), bench.count(0), bench.count(1))
    };
    (0..cycles).map(|_| one(bench)).collect()
}

/// CBOX-R60 CBOX-R61 CBOX-R62: a wrap keeps the remainder and has no other effect.
#[test]
fn wrap_without_reporting_has_no_effect() {
    let mut bench = before_wrap(0);
    assert_eq!(times(&mut bench, 2), [(0, 0, 0, 19, 2), (0, 0, 0, 39, 3)]);
}

/// CBOX-A02 IVT-R61 IVT-R65 IVT-R68 IVT-R69: the timing of a reported overflow.
#[test]
fn timing_of_a_reported_overflow() {
    let mut bench = before_wrap(1);
    let expected = [(1, 1, 0, 19, 2), (0, 1, 1, 39, 3), (0, 1, 1, 39, 3)];
    assert_eq!(times(&mut bench, 3), expected);
}

/// CBOX-A02: setting, clearing and reading of the status.
#[test]
fn status_is_set_read_and_cleared() {
    let mut bench = before_wrap(1);
    bench.frames.cycles(3);
    assert_eq!(bench.frames.read(STATUS), 1);
    bench.frames.write(STATUS, 0b1110);
    assert_eq!(bench.frames.read(STATUS), 1);
    bench.frames.write(STATUS, u64::MAX);
    // IVT-R75: still frozen.
    assert_eq!((bench.frames.read(STATUS), bench.now("frz_lat")), (0, 1));
}

/// IVT-R64 IVT-R66: there is a second message only after the status is cleared, also by
/// a clear in the same cycle.
#[rstest]
#[case::not_cleared(0, 0)]
#[case::cleared_in_the_cycle(1, 1)]
#[case::other_cleared(2, 0)]
fn second_message_requires_a_cleared_status(#[case] cleared: u64, #[case] message: u64) {
    let mut bench = before_wrap(1);
    bench.frames.cycles(3);
    bench.frames.write(ctr(0), MAX);
    bench.set("unfrz_bcast", 1);
    bench.frames.step();
    bench.set("unfrz_bcast", 0);
    bench.frames.write(STATUS, cleared);
    assert_eq!((bench.now("ovf_msg"), bench.now("Cn_MSR_PMON_BOX_STATUS"), bench.count(0)), (message, 1, 19));
}

/// IVT-R62: an overflow of a counter without ov_en is not reported; a simultaneous one
/// of a counter with ov_en is.
#[test]
fn ov_en_applies_to_each_counter_separately() {
    let mut bench = Bench::new();
    bench.set("cbox_ovf", 1);
    bench.frames.write(ctl(1), EN | OV_EN);
    bench.frames.write(ctl(2), EN);
    bench.frames.write(ctr(2), MAX);
    bench.frames.write(ctr(1), MAX);
    assert_eq!((bench.now("Cn_MSR_PMON_BOX_STATUS"), bench.now("ovf_msg"), bench.count(2)), (0, 0, 0));
    bench.frames.step();
    assert_eq!((bench.now("Cn_MSR_PMON_BOX_STATUS"), bench.now("ovf_msg"), bench.count(2)), (2, 1, 1));
    bench.frames.step();
    assert_eq!((bench.now("Cn_MSR_PMON_BOX_STATUS"), bench.now("ovf_msg"), bench.count(2)), (2, 0, 2));
}

/// CBOX-A02: the strap gates the setting of status bits in its cycle; bits that are
/// already set keep their effect.
#[test]
fn strap_gates_only_the_setting_of_status_bits() {
    let mut bench = before_wrap(1);
    bench.set("cbox_ovf", 0);
    assert_eq!(times(&mut bench, 1), [(0, 0, 0, 19, 2)]);

    let mut bench = before_wrap(1);
    bench.frames.step();
    bench.set("cbox_ovf", 0);
    assert_eq!((bench.now("ovf_msg"), bench.now("Cn_MSR_PMON_BOX_STATUS")), (1, 1));
    assert_eq!(bench.frames.access(true, 0, 0, STATUS, 1), (1, 0));
    assert_eq!((bench.now("frz_lat"), bench.now("Cn_MSR_PMON_BOX_STATUS")), (1, 1));
}
