//! Freeze requests and the overflow summary.

use super::bench::*;
use rstest::rstest;

const STATUS: &str = "U_MSR_PMON_GLOBAL_STATUS";

/// UBOX-R05 to UBOX-R10: the pulses that a GLOBAL_CTL write makes, and the value that it leaves.
#[rstest]
#[case::freeze(FRZ_ALL, [1, 0])]
#[case::unfreeze(UNFRZ_ALL | 3, [0, 1])]
#[case::both(FRZ_ALL | UNFRZ_ALL, [1, 0])]
#[case::neither(WK_ON_PMI | 5, [0, 0])]
#[case::all_ones(u64::MAX, [1, 0])]
fn global_ctl_writes_make_pulses(#[case] data: u64, #[case] pulses: [u64; 2]) {
    let mut bench = Bench::new();
    bench.frames.write(GLOBAL_CTL, WK_ON_PMI | 0x7FFF);
    bench.frames.write(GLOBAL_CTL, data);
    assert_eq!(bench.times(["frz_bcast", "unfrz_bcast"], 3), [pulses, [0, 0], [0, 0]]);
    assert_eq!(bench.frames.read(GLOBAL_CTL), data & 0x4000_7FFF);
    assert_eq!(bench.all([STATUS, "core_wake", "pmi_s", "pmi", "frz_lat"]), [0, 0, 0, 0, pulses[0]]);
}

/// UBOX-R11 UBOX-R12 UBOX-R17: each sender has its bit, and a new bit makes a
/// broadcast in the same cycle.
#[rstest]
#[case("ovf_p", 1, 2)]
#[case("ovf_c", 15, 3)]
#[case("ovf_h", 2, 18)]
#[case("ovf_m", 2, 20)]
#[case("ovf_q", 2, 22)]
#[case("ovf_rq", 2, 24)]
#[case("ovf_rp", 1, 26)]
fn each_sender_has_its_bit(#[case] input: &str, #[case] width: u32, #[case] first: u32) {
    for index in 0..width {
        let mut bench = Bench::new();
        bench.pulse(input, 1 << index);
        let bit = 1 << (first + index);
        assert_eq!(bench.times([STATUS, "frz_bcast", "frz_lat"], 3), [[bit, 1, 0], [bit, 0, 1], [bit, 0, 1]]);
    }
}

/// UBOX-R13 UBOX-R15 UBOX-R17: simultaneous messages set all bits with one broadcast; a
/// write clears exactly its bits.
#[test]
fn simultaneous_messages_make_one_broadcast() {
    let mut bench = Bench::new();
    for (input, level) in [("ovf_p", 1), ("ovf_c", 0x7FFF), ("ovf_h", 3), ("ovf_m", 3), ("ovf_q", 3), ("ovf_rq", 3)] {
        bench.set(input, level);
    }
    bench.pulse("ovf_rp", 1);
    assert_eq!(bench.all([STATUS, "frz_bcast"]), [0x07FF_FFFC, 1]);
    for input in ["ovf_p", "ovf_c", "ovf_h", "ovf_m", "ovf_q", "ovf_rq"] {
        bench.set(input, 0);
    }
    bench.frames.write(GLOBAL_STATUS, 0x0123_4560);
    assert_eq!(bench.all([STATUS, "frz_bcast"]), [0x07FF_FFFC & !0x0123_4560, 0]);
}

/// UBOX-R14 UBOX-R16 UBOX-R18 UBOX-R19: repeated messages, with and without clearing, and
/// clearing in the same cycle.
#[test]
fn repeated_message_is_broadcast_only_after_clearing() {
    let mut bench = Bench::new();
    bench.pulse("ovf_h", 1);
    assert_eq!(bench.all([STATUS, "frz_bcast"]), [1 << 18, 1]);
    bench.pulse("ovf_h", 1);
    assert_eq!(bench.all([STATUS, "frz_bcast"]), [1 << 18, 0]);
    bench.set("ovf_h", 1);
    bench.frames.write(GLOBAL_STATUS, 1 << 18);
    assert_eq!(bench.all([STATUS, "frz_bcast"]), [1 << 18, 1]);
    bench.frames.write(GLOBAL_STATUS, 1 << 19);
    assert_eq!(bench.all([STATUS, "frz_bcast"]), [1 << 18, 0]);
    bench.set("ovf_h", 0);
    bench.frames.write(GLOBAL_STATUS, 1 << 18);
    assert_eq!(bench.all([STATUS, "frz_bcast", "frz_lat"]), [0, 0, 1]);
}

/// A message in the same cycle as an unfreeze write: both pulses are sent, and the freeze
/// takes priority in the box.
#[test]
fn message_takes_priority_over_unfreeze() {
    let mut bench = Bench::new();
    bench.set("ovf_p", 1);
    bench.frames.write(GLOBAL_CTL, UNFRZ_ALL);
    bench.set("ovf_p", 0);
    assert_eq!(bench.all(["frz_bcast", "unfrz_bcast"]), [1, 1]);
    bench.frames.step();
    assert_eq!(bench.now("frz_lat"), 1);
}
