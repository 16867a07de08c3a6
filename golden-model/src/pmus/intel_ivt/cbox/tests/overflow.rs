//! Wraps in the documented configuration, and overflow reporting in the optional one.

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

/// Message, status, global freeze and counters 0 and 1 of the next clocks.
fn times(bench: &mut Bench, cycles: usize) -> Vec<(u64, u64, u64, u64, u64)> {
    let one = |bench: &mut Bench| {
        bench.frames.step();
        let now = |name: &str| bench.now(name);
        (now("ovf_msg"), now("Cn_MSR_PMON_BOX_STATUS"), now("frz_lat"), bench.count(0), bench.count(1))
    };
    (0..cycles).map(|_| one(bench)).collect()
}

/// CBOX-R60 CBOX-R61 CBOX-R62: a wrap keeps the remainder and does nothing else.
#[test]
fn silent() {
    let mut bench = before_wrap(0);
    assert_eq!(times(&mut bench, 2), [(0, 0, 0, 19, 2), (0, 0, 0, 39, 3)]);
}

/// CBOX-A02 IVT-R61 IVT-R65 IVT-R68 IVT-R69: the time line of an overflow that is reported.
#[test]
fn time_line() {
    let mut bench = before_wrap(1);
    let expected = [(1, 1, 0, 19, 2), (0, 1, 1, 39, 3), (0, 1, 1, 39, 3)];
    assert_eq!(times(&mut bench, 3), expected);
}

/// CBOX-A02: set, clearing and reading of the status.
#[test]
fn status() {
    let mut bench = before_wrap(1);
    bench.frames.cycles(3);
    assert_eq!(bench.frames.read(STATUS), 1);
    bench.frames.write(STATUS, 0b1110);
    assert_eq!(bench.frames.read(STATUS), 1);
    bench.frames.write(STATUS, u64::MAX);
    // IVT-R75: still frozen.
    assert_eq!((bench.frames.read(STATUS), bench.now("frz_lat")), (0, 1));
}

/// IVT-R64 IVT-R66: without clearing no second message, with it one, also in the very clock.
#[rstest]
#[case::not_cleared(0, 0)]
#[case::cleared_in_the_clock(1, 1)]
#[case::other_cleared(2, 0)]
fn second_overflow(#[case] cleared: u64, #[case] message: u64) {
    let mut bench = before_wrap(1);
    bench.frames.cycles(3);
    bench.frames.write(ctr(0), MAX);
    bench.set("unfrz_bcast", 1);
    bench.frames.step();
    bench.set("unfrz_bcast", 0);
    bench.frames.write(STATUS, cleared);
    assert_eq!((bench.now("ovf_msg"), bench.now("Cn_MSR_PMON_BOX_STATUS"), bench.count(0)), (message, 1, 19));
}

/// IVT-R62: an overflow of a counter without ov_en is silent, one beside it is not.
#[test]
fn ov_en_is_of_each_counter() {
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

/// CBOX-A02: the strap gates the setting in its clock; what is set already keeps its meaning.
#[test]
fn the_strap_gates_the_setting_only() {
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
