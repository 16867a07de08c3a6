//! The message of each box: its bit in the summary status, and its effects.

use super::super::model::SocketModel;
use super::socket;
use crate::common::tests::fields::{EN, OV_EN};
use golden_model_common::test_bench::TestBench;
use rstest::rstest;

/// A box that counts cycles: its unit, address, event code for cycles, and bit of GLOBAL_STATUS.
#[derive(Clone, Copy)]
struct Sender {
    unit: &'static str,
    base: u64,
    cycles: u64,
    bit: u32,
}

const fn sender(unit: &'static str, base: u64, cycles: u64, bit: u32) -> Sender {
    Sender { unit, base, cycles, bit }
}

/// All boxes in configuration space that send messages.
const SENDERS: [Sender; 17] = [
    sender("ha0", 0x71000, 0x00, 18),
    sender("ha1", 0xE1000, 0x00, 19),
    sender("imc0", 0x84000, 0x00, 20),
    sender("imc1", 0x85000, 0x00, 20),
    sender("imc2", 0x80000, 0x00, 20),
    sender("imc3", 0x81000, 0x00, 20),
    sender("imc4", 0xF4000, 0x00, 21),
    sender("imc5", 0xF5000, 0x00, 21),
    sender("imc6", 0xF0000, 0x00, 21),
    sender("imc7", 0xF1000, 0x00, 21),
    sender("qpi0", 0x42000, 0x14, 22),
    sender("qpi1", 0x4A000, 0x14, 22),
    sender("qpi2", 0xC2000, 0x14, 23),
    sender("r3qpi0", 0x9D000, 0x01, 24),
    sender("r3qpi1", 0x9E000, 0x01, 24),
    sender("r3qpi2", 0x95000, 0x01, 25),
    sender("r2pcie", 0x99000, 0x01, 26),
];

impl Sender {
    fn write(self, socket: &mut TestBench<SocketModel>, offset: u64, data: u64) {
        assert_eq!(socket.access(true, 1, 0, self.base + offset, data), (0, 0), "{}", self.unit);
    }

    /// Sets counter 0 so that it wraps in its next cycle.
    fn preset(self, socket: &mut TestBench<SocketModel>) {
        self.write(socket, 0xA4, 0xFFFF_FFFF);
        self.write(socket, 0xA0, 0xFFFF_FFFF);
    }

    /// Enables counter 0 to count cycles.
    fn enable(self, socket: &mut TestBench<SocketModel>) {
        self.write(socket, 0xD8, EN | OV_EN | self.cycles);
    }

    fn now(self, socket: &TestBench<SocketModel>, name: &str) -> u64 {
        socket.state(&format!("{}.{name}", self.unit))
    }
}

fn status(socket: &TestBench<SocketModel>) -> u64 {
    socket.state("ubox.U_MSR_PMON_GLOBAL_STATUS")
}

fn find(unit: &str) -> Sender {
    SENDERS.into_iter().find(|sender| sender.unit == unit).expect("no sender for this unit")
}

/// HA-R10 IMC-R15 QPI-R40 R3Q-R39 R2P-R39 UBOX-R11 UBOX-R12 UBOX-R17 IVT-R69 IVT-R70: each message
/// sets only its own bit, after its latency, and freezes all boxes.
#[test]
fn each_message_sets_its_bit_and_freezes_all_boxes() {
    for (sender, latency) in SENDERS.into_iter().zip((0..8).cycle()) {
        let unit = sender.unit;
        let mut socket = socket();
        socket.set(&format!("{unit}.msg_lat"), latency);
        sender.preset(&mut socket);
        sender.enable(&mut socket);
        socket.step();
        assert_eq!((sender.now(&socket, "ovf_msg"), status(&socket)), (1, 0), "{unit}");
        socket.cycles(latency as usize);
        assert_eq!((sender.now(&socket, "frz_lat"), status(&socket)), (u64::from(latency > 0), 0), "{unit}");
        socket.step();
        assert_eq!((sender.now(&socket, "frz_lat"), status(&socket)), (1, 1 << sender.bit), "{unit}");
        assert_eq!(socket.state("ubox.frz_bcast"), 1, "{unit}");
        socket.step();
        let frozen = |name: &str| socket.state(&format!("{name}.frz_lat"));
        let others = ["ubox", "cbox0", "cbox14", "pcu", "irp"].map(frozen);
        assert_eq!(others, [1; 5], "{unit}");
        assert!(SENDERS.into_iter().all(|other| frozen(other.unit) == 1), "{unit}");
    }
}

/// PCU-R34: the message of the PCU sets bit 2.
#[test]
fn pcu_message_sets_its_bit() {
    let mut socket = socket();
    socket.set("pcu.msg_lat", 2);
    socket.write(0xC37, u64::MAX);
    socket.write(0xC31, EN | OV_EN);
    socket.step();
    assert_eq!(socket.state("pcu.ovf_msg"), 1);
    socket.cycles(2);
    assert_eq!(status(&socket), 0);
    socket.step();
    assert_eq!(status(&socket), 1 << 2);
}

/// IMC-R15: the fixed counter of a channel sends the same message.
#[test]
fn fixed_counter_sends_the_channel_message() {
    let (mut socket, imc6) = (socket(), find("imc6"));
    imc6.write(&mut socket, 0xD4, 0xFFFF);
    imc6.write(&mut socket, 0xD0, 0xFFFF_FFFF);
    imc6.write(&mut socket, 0xF0, EN | OV_EN);
    socket.cycles(2);
    assert_eq!((imc6.now(&socket, "MC_CHy_PCI_PMON_BOX_STATUS"), status(&socket)), (1, 1 << 21));
}

/// IMC-R17 IVT-R78: while the bit of a memory controller is set, an overflow in another of its
/// channels only sets the status of that channel and freezes it; a channel of the other
/// controller sets its own bit.
#[rstest]
#[case("imc1", 0)]
#[case("imc2", 0)]
#[case("imc3", 0)]
#[case("imc4", 1)]
#[case("imc7", 1)]
fn channels_of_a_controller_share_a_bit(#[case] other: &str, #[case] heard: u64) {
    let (mut socket, first, other) = (socket(), find("imc0"), find(other));
    first.preset(&mut socket);
    first.enable(&mut socket);
    socket.cycles(4);
    socket.write(0xC00, 1 << 29);
    socket.step();
    other.preset(&mut socket);
    other.enable(&mut socket);
    let mut broadcasts = 0;
    for _ in 0..4 {
        broadcasts += socket.state("ubox.frz_bcast");
        socket.step();
    }
    let own = [other.now(&socket, "MC_CHy_PCI_PMON_BOX_STATUS"), other.now(&socket, "frz_lat")];
    assert_eq!((own, broadcasts, status(&socket)), ([2, 1], heard, 1 << 20 | heard << 21));
    assert_eq!(first.now(&socket, "frz_lat"), heard);
}

/// HA-R11 IMC-R16: a new freeze of all boxes requires both bits to be cleared.
#[rstest]
fn new_freeze_requires_both_bits_cleared(
    #[values("ha1", "imc5")] unit: &str,
    #[values(false, true)] own: bool,
    #[values(false, true)] global: bool,
) {
    let (mut socket, sender) = (socket(), find(unit));
    sender.preset(&mut socket);
    sender.enable(&mut socket);
    socket.cycles(4);
    if own {
        sender.write(&mut socket, 0xF8, 0x1F);
    }
    if global {
        socket.write(0xC01, 1 << sender.bit);
    }
    sender.preset(&mut socket);
    socket.write(0xC00, 1 << 29);
    let mut broadcasts = 0;
    for _ in 0..6 {
        broadcasts += socket.state("ubox.frz_bcast");
        socket.step();
    }
    assert_eq!((broadcasts, sender.now(&socket, "frz_lat")), (u64::from(own && global), own.into()));
}

/// UBOX-R13: messages of several boxes in one cycle set all their bits with one broadcast.
#[test]
fn simultaneous_messages_make_one_broadcast() {
    let (mut socket, boxes) = (socket(), ["ha0", "imc7", "qpi2", "r2pcie"].map(find));
    boxes.iter().for_each(|sender| sender.preset(&mut socket));
    for (sender, latency) in boxes.iter().zip([3, 2, 1, 0]) {
        socket.set(&format!("{}.msg_lat", sender.unit), latency);
        sender.enable(&mut socket);
    }
    socket.step();
    assert_eq!(status(&socket), 0);
    socket.step();
    assert_eq!(status(&socket), 1 << 18 | 1 << 21 | 1 << 23 | 1 << 26);
}

/// IRP-R44 IRP-R37 IRP-R38: the IRP sends no overflow message, and follows the
/// broadcasts after its latency.
#[test]
fn irp_sends_no_message_and_follows_broadcasts() {
    let mut socket = socket();
    socket.set("irp.bcast_lat", 3);
    for (offset, data) in [(0xA4, 0xFFFF), (0xA0, 0xFFFF_FFFF), (0xD8, EN)] {
        assert_eq!(socket.access(true, 1, 0, 0x2_E000 + offset, data), (0, 0));
    }
    socket.cycles(6);
    assert_eq!((socket.state("irp.IRP_PCI_PMON_BOX_STATUS"), status(&socket), socket.state("irp.frz_lat")), (1, 0, 0));
    socket.write(0xC00, 1 << 31);
    socket.cycles(3);
    assert_eq!((socket.state("irp.frz_delay"), socket.state("irp.frz_lat")), (0b100, 0));
    socket.step();
    assert_eq!(socket.state("irp.frz_lat"), 1);
    socket.write(0xC00, 1 << 29);
    socket.cycles(3);
    assert_eq!(socket.state("irp.frz_lat"), 1);
    socket.step();
    assert_eq!(socket.state("irp.frz_lat"), 0);
}
