//! The register port in front of all boxes.

use super::socket;
use crate::bus::ways;
use rstest::rstest;

/// CBOX-R01 CBOX-R02 UBOX-R01: exactly the described registers answer, the C-Boxes' status with the strap only.
#[rstest]
fn addresses(#[values(0, 1)] ovf: u64, #[values(false, true)] write: bool) {
    let mut socket = socket();
    socket.set("cbox_ovf", ovf);
    let description = &socket.pmu.description;
    let all = (0..description.units.len()).flat_map(|unit| ways(description, unit));
    let is_status = |register: usize| description.registers[register].name == "Cn_MSR_PMON_BOX_STATUS";
    let known: Vec<_> = all.filter(|way| ovf == 1 || !is_status(way.register)).map(|way| way.address).collect();
    assert_eq!(known.len(), 10 + 15 * if ovf == 1 { 12 } else { 11 });
    for addr in 0xBE0..0xF20 {
        let (error, _) = socket.access(write, 0, 0, addr.into(), 0);
        assert_eq!(error, u64::from(!known.contains(&addr)), "{addr:#x}");
    }
    assert_eq!(socket.access(write, 1, 0, 0xC06, 0), (1, 0));
    assert_eq!(socket.access(write, 0, 1, 0xD14, 0), (1, 0));
}

/// CBOX-R08 IVT-R16: a write reaches one box, and what is read comes from it.
#[rstest]
fn each_box_alone(#[values(0, 1, 7, 8, 13, 14)] number: u64) {
    let mut socket = socket();
    let before = socket.state();
    let addr = 0xD14 + 0x20 * number;
    socket.write(addr, 0x11);
    let after = socket.state();
    let changed: Vec<_> = before.iter().zip(&after).filter(|(before, after)| before != after).collect();
    assert_eq!(changed.len(), 1);
    assert_eq!(changed[0].1, &(format!("cbox{number}.Cn_MSR_PMON_BOX_FILTER"), 0x11));
    assert_eq!((socket.read(addr), socket.read(0xD14 + 0x20 * ((number + 1) % 15))), (0x11, 0));
}

/// IVT-R02 UBOX-R02: reset reaches every box and line.
#[test]
fn reset() {
    let mut socket = socket();
    let fresh = socket.state();
    socket.set("cbox_ovf", 1);
    for number in 0..15 {
        socket.write(0xD16 + 0x20 * number, u64::MAX);
        socket.write(0xD10 + 0x20 * number, 1 << 22 | 1 << 20);
    }
    socket.write(0xC00, 1 << 31 | 0x7FFF);
    socket.clocks(3);
    socket.reset();
    assert_eq!(socket.state(), fresh);
}
