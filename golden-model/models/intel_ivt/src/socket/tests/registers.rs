//! The common register port of all boxes.

use super::socket;
use golden_model_core::register_port::access_paths;
use rstest::rstest;

/// CBOX-R01 CBOX-R02 UBOX-R01: exactly the described MSRs are accepted, the status of the
/// C-Boxes only with the strap.
#[rstest]
fn exactly_the_described_msrs_are_accepted(#[values(0, 1)] ovf: u64, #[values(false, true)] write: bool) {
    let mut socket = socket();
    socket.set("cbox_ovf", ovf);
    let description = &socket.pmu.description;
    let all = (0..description.units.len()).flat_map(|unit| access_paths(description, unit));
    let is_status = |register: usize| description.registers[register].name == "Cn_MSR_PMON_BOX_STATUS";
    let msrs = all.filter(|path| path.space == 0 && (ovf == 1 || !is_status(path.register)));
    let known: Vec<_> = msrs.map(|path| path.address).collect();
    assert_eq!(known.len(), 10 + 13 - 2 + 2 + 15 * if ovf == 1 { 12 } else { 11 });
    for addr in (0x3E0..0x420).chain(0xBE0..0xF20) {
        let (error, _) = socket.access(write, 0, 0, addr.into(), 0);
        assert_eq!(error, u64::from(!known.contains(&addr)), "{addr:#x}");
    }
    assert_eq!(socket.access(write, 1, 0, 0xC06, 0), (1, 0));
    assert_eq!(socket.access(write, 0, 1, 0xD14, 0), (1, 0));
}

/// The accepted functions of configuration space: device, function, number of accepted bytes, unit.
const FUNCTIONS: [(u64, u64, u64, &str); 16] = [
    (5, 6, 0x100, "irp"),
    (14, 1, 0x100, "ha0"),
    (28, 1, 0x100, "ha1"),
    (16, 4, 0x100, "imc0"),
    (16, 5, 0x100, "imc1"),
    (16, 0, 0x100, "imc2"),
    (16, 1, 0x100, "imc3"),
    (30, 4, 0x100, "imc4"),
    (30, 5, 0x100, "imc5"),
    (30, 0, 0x100, "imc6"),
    (30, 1, 0x100, "imc7"),
    (19, 1, 0x100, "r2pcie"),
    (19, 5, 0x100, "r3qpi0"),
    (19, 6, 0x100, "r3qpi1"),
    (18, 5, 0x100, "r3qpi2"),
    // Each function of the three PCI devices of QPI is accepted.
    (8, 2, 0x1000, "qpi0"),
];

/// HA-R01 HA-R02 IMC-R01 QPI-R48 IRP-R41 R2P-R47 R3Q-R47: each dword of the boxes' functions is
/// accepted, all others are refused.
#[rstest]
fn only_functions_of_boxes_are_accepted(#[values(false, true)] write: bool) {
    let mut socket = socket();
    let before = socket.all_state();
    for (device, function) in (0..32).flat_map(|device| (0..8).map(move |function| (device, function))) {
        let known = FUNCTIONS.iter().find(|&&(of, at, ..)| (of, at) == (device, function));
        let bytes = match (device, known) {
            (8 | 9 | 24, _) => 0x1000,
            (_, Some(&(.., bytes, _))) => bytes,
            _ => 0,
        };
        for offset in [0, 1, 2, 0x30, 0x9C, 0xFC, 0xFE, 0x100, 0x104, 0x800, 0xFFC, 0xFFF] {
            let addr = device << 15 | function << 12 | offset;
            let answered = offset % 4 == 0 && offset < bytes;
            let description = &socket.pmu.description;
            assert_eq!(description.answers(1, 0, addr as u32), answered, "{addr:#x}");
            assert_eq!(socket.access(write, 1, 0, addr, 0), (u64::from(!answered), 0), "{addr:#x}");
            assert_eq!(socket.access(write, 1, 0, addr | 1 << 20, 0), (1, 0), "{addr:#x} with bit 20");
            assert_eq!(socket.access(write, 1, 1, addr, 0), (1, 0), "{addr:#x} of unit 1");
        }
    }
    let after = socket.all_state();
    let changed = before.iter().zip(&after).filter(|((name, one), (_, other))| name.contains('.') && one != other);
    assert_eq!(changed.map(|(_, (name, _))| name.as_str()).collect::<Vec<_>>(), [""; 0]);
}

/// HA-R02 IMC-R02 QPI-R51 R3Q-R48 IVT-R16: a write to a function reaches only the
/// control register of its box.
#[test]
fn each_function_reaches_only_its_box() {
    let qpis = [(9, 2, 0x1000, "qpi1"), (24, 2, 0x1000, "qpi2")];
    for (device, function, _, unit) in FUNCTIONS.into_iter().chain(qpis) {
        let mut socket = socket();
        let before = socket.all_state();
        let addr = device << 15 | function << 12 | 0xD8;
        assert_eq!(socket.access(true, 1, 0, addr, 0xFFFF_FFFF_0040_0055), (0, 0), "{unit}");
        let after = socket.all_state();
        let mut changed = before.iter().zip(&after).filter(|(before, after)| before != after);
        let (_, (name, value)) = changed.next().expect("no state has changed");
        assert!(name.starts_with(&format!("{unit}.")) && name.ends_with("CTL0"), "{unit}: {name}");
        assert_eq!((*value, changed.count()), (0x40_0055, 0), "{unit}");
        assert_eq!(socket.access(false, 1, 0, addr, 0), (0, 0x40_0055), "{unit}");
    }
}

/// PCU-R42 IVT-R16: the MSRs of the PCU, between those of the U-Box and the C-Boxes, are accepted.
#[test]
fn pcu_msrs_are_accepted() {
    let mut socket = socket();
    socket.write(0xC34, 0x1234_5678);
    socket.write(0x3FC, 0x9ABC);
    assert_eq!(
        (socket.state("pcu.PCU_MSR_PMON_BOX_FILTER"), socket.state("pcu.PCU_MSR_CORE_C3_CTR")),
        (0x1234_5678, 0x9ABC)
    );
    assert_eq!((socket.read(0xC34), socket.read(0x3FC)), (0x1234_5678, 0x9ABC));
}

/// QPI-R66 QPI-R52: the QPI ports at device numbers 8 and 24 have QPI_RATE_STATUS,
/// the port at 9 reads 0 there.
#[rstest]
#[case(8, "qpi0", 0x13)]
#[case(9, "qpi1", 0)]
#[case(24, "qpi2", 0x13)]
fn rate_status_exists_in_two_ports(#[case] device: u64, #[case] unit: &str, #[case] rate: u64) {
    let mut socket = socket();
    socket.set(&format!("{unit}.slow_mode_i"), 1);
    socket.set(&format!("{unit}.qpi_rate_i"), 3);
    assert_eq!(socket.access(false, 1, 0, device << 15 | 0xD4, 0), (0, rate));
}

/// HA-R04 IVT-R02: a reset other than a power-on reset keeps the match registers of both HAs.
#[rstest]
#[case(0, 0x15)]
#[case(1, 0)]
fn only_power_on_reset_clears_match_registers(#[case] cold: u64, #[case] kept: u64) {
    let mut socket = socket();
    for addr in [0x7_1048, 0xE_1048] {
        assert_eq!(socket.access(true, 1, 0, addr, 0x15), (0, 0));
    }
    socket.set("rst_cold", cold);
    socket.reset();
    let words = ["ha0", "ha1"].map(|unit| socket.state(&format!("{unit}.HAn_PCI_PMON_BOX_OPCODEMATCH")));
    assert_eq!(words, [kept; 2]);
}

/// CBOX-R08 IVT-R16: a write reaches one box, and a read returns its value.
#[rstest]
fn access_reaches_one_box(#[values(0, 1, 7, 8, 13, 14)] number: u64) {
    let mut socket = socket();
    let before = socket.all_state();
    let addr = 0xD14 + 0x20 * number;
    socket.write(addr, 0x11);
    let after = socket.all_state();
    let changed: Vec<_> = before.iter().zip(&after).filter(|(before, after)| before != after).collect();
    assert_eq!(changed.len(), 1);
    assert_eq!(changed[0].1, &(format!("cbox{number}.Cn_MSR_PMON_BOX_FILTER"), 0x11));
    assert_eq!((socket.read(addr), socket.read(0xD14 + 0x20 * ((number + 1) % 15))), (0x11, 0));
}

/// IVT-R02 UBOX-R02: reset reaches every box and line.
#[test]
fn reset_reaches_every_box_and_line() {
    let mut socket = socket();
    let fresh = socket.all_state();
    socket.set("cbox_ovf", 1);
    for number in 0..15 {
        socket.write(0xD16 + 0x20 * number, u64::MAX);
        socket.write(0xD10 + 0x20 * number, 1 << 22 | 1 << 20);
    }
    socket.write(0xC00, 1 << 31 | 0x7FFF);
    socket.cycles(3);
    socket.reset();
    assert_eq!(socket.all_state(), fresh);
}
