//! Overflow messages and broadcasts between the boxes.

use super::super::model::SocketModel;
use super::socket;
use crate::common::tests::fields::{EN, MAX, OV_EN};
use golden_model_common::test_bench::TestBench;
use rstest::rstest;

/// C-Boxes 2 and 9 count cycles; C-Box 2 wraps in the next cycle.
fn before_wrap() -> TestBench<SocketModel> {
    let mut socket = socket();
    socket.set("cbox_ovf", 1);
    socket.write(0xD56, MAX);
    socket.write(0xE30, EN);
    socket.write(0xD50, EN | OV_EN);
    socket
}

/// The number of cycles from the wrap until a state word is first 1.
fn first(socket: &TestBench<SocketModel>, name: &str) -> usize {
    let mut socket = socket.clone();
    let mut cycles = 0;
    while socket.state(name) == 0 {
        socket.step();
        cycles += 1;
        assert!(cycles < 40, "{name} stays 0");
    }
    cycles
}

/// IVT-R68 to IVT-R71 CBOX-A02: the timing of IVT 5.0 with all latencies 0.
#[test]
fn timing_with_zero_latencies() {
    let mut socket = before_wrap();
    let names = ["cbox2.ovf_msg", "cbox2.frz_lat", "ubox.U_MSR_PMON_GLOBAL_STATUS", "ubox.frz_bcast", "cbox9.frz_lat"];
    let values = names.map(|name| first(&socket, name));
    assert_eq!(values, [1, 2, 2, 2, 3]);
    assert_eq!(first(&socket, "ubox.frz_lat"), 3);
    socket.cycles(2);
    assert_eq!(socket.state("ubox.U_MSR_PMON_GLOBAL_STATUS"), 1 << 5);
    // The overflowing box counts one more cycle, the other boxes two.
    let before = [socket.state("cbox2.Cn_MSR_PMON_CTR0"), socket.state("cbox9.Cn_MSR_PMON_CTR0")];
    socket.cycles(5);
    let after = [socket.state("cbox2.Cn_MSR_PMON_CTR0"), socket.state("cbox9.Cn_MSR_PMON_CTR0")];
    assert_eq!((after[0] - before[0], after[1] - before[1]), (0, 1));
    assert_eq!(after[0], 1);
}

/// IVT-R70 IVT-A07: latencies delay the summary and the freeze of other boxes, but not
/// the freeze of the own box.
#[rstest]
#[case(0, 0)]
#[case(1, 0)]
#[case(0, 1)]
#[case(3, 5)]
#[case(7, 7)]
fn latencies_delay_the_freeze_of_other_boxes(#[case] msg: u64, #[case] bcast: u64) {
    let mut socket = before_wrap();
    socket.set("cbox2.msg_lat", msg);
    socket.set("cbox9.bcast_lat", bcast);
    // The latencies of other boxes have no effect on these.
    socket.set("cbox9.msg_lat", 6);
    socket.set("cbox2.bcast_lat", 6);
    let msg = msg as usize;
    assert_eq!(first(&socket, "cbox2.frz_lat"), 2);
    assert_eq!(first(&socket, "ubox.U_MSR_PMON_GLOBAL_STATUS"), 2 + msg);
    assert_eq!(first(&socket, "ubox.frz_lat"), 3 + msg);
    assert_eq!(first(&socket, "cbox0.frz_lat"), 3 + msg);
    assert_eq!(first(&socket, "cbox9.frz_lat"), 3 + msg + bcast as usize);
}

/// UBOX-R12: each C-Box has its own status bit.
#[rstest]
fn each_cbox_has_its_status_bit(#[values(0, 1, 7, 14)] number: u64) {
    let mut socket = socket();
    socket.set("cbox_ovf", 1);
    socket.write(0xD19 + 0x20 * number, MAX);
    socket.write(0xD13 + 0x20 * number, EN | OV_EN);
    socket.cycles(2);
    assert_eq!(socket.state("ubox.U_MSR_PMON_GLOBAL_STATUS"), 1 << (3 + number));
}

/// CBOX-R62: without the strap no message is sent.
#[test]
fn no_message_without_the_strap() {
    let mut socket = before_wrap();
    socket.set("cbox_ovf", 0);
    socket.cycles(6);
    let words = ["cbox2.Cn_MSR_PMON_BOX_STATUS", "ubox.U_MSR_PMON_GLOBAL_STATUS", "cbox2.frz_lat", "cbox9.frz_lat"];
    assert_eq!(words.map(|name| socket.state(name)), [0; 4]);
    assert_eq!(socket.state("cbox2.Cn_MSR_PMON_CTR0"), 5);
}

/// UBOX-R48 IVT-R72: software handling of an overflow: clear, reload, unfreeze, and the
/// next overflow freezes again.
#[test]
fn handled_overflow_allows_the_next_freeze() {
    let mut socket = before_wrap();
    socket.cycles(5);
    socket.write(0xD55, 1);
    socket.write(0xC01, 1 << 5);
    socket.write(0xD56, MAX - 1);
    assert_eq!(socket.state("cbox2.frz_lat"), 1);
    socket.write(0xC00, 1 << 29);
    assert_eq!(first(&socket, "cbox2.ovf_msg"), 3);
    assert_eq!(first(&socket, "ubox.frz_bcast"), 4);
}

/// Event coverage is recorded for the box whose counter counted.
#[test]
fn coverage_is_recorded_for_the_counting_box() {
    let mut socket = socket();
    socket.write(0xC11, EN | 0x44);
    socket.set("ubox.evt_lock", 1);
    socket.write(0xE32, EN);
    socket.write(0xEC4 + 0xC, EN | 0x1_1B);
    socket.set("cbox14.e_ring_ad", 1);
    socket.step();
    let counters = socket.pmu.description.counters();
    let number = |name: &str| {
        let position = counters.iter().position(|counter| socket.pmu.description.counter_name(counter) == name);
        position.expect("the description has no such counter")
    };
    let counted = vec![(number("ubox.U_MSR_PMON_CTR1"), 0x44, None), (number("cbox9.Cn_MSR_PMON_CTR2"), 0x00, None)];
    let refused = vec![(number("cbox14.Cn_MSR_PMON_CTR0"), 0x1B, Some(0x01))];
    assert_eq!(socket.coverage(), [counted, refused]);
}
