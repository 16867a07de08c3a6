//! CSR instructions on the register port (5.2).

use super::bench::*;
use golden_model_core::register_port::Request;
use rstest::rstest;

/// RVHPM-R06, R07, R08, R09, R12.
#[test]
fn spaces_write_set_and_clear_against_the_old_value() {
    let mut bench = Bench::new(HPM64);
    assert_eq!(bench.operate(0, MHPMCOUNTER3, 0xF0), old(0));
    assert_eq!(bench.operate(1, MHPMCOUNTER3, 0x0C), old(0xF0));
    assert_eq!(bench.operate(2, MHPMCOUNTER3, 0x30), old(0xFC));
    assert_eq!(bench.get(MHPMCOUNTER3), 0xCC);
    assert_eq!(bench.operate(0, MHPMCOUNTER3, 0), old(0xCC));
    assert_eq!(bench.get(MHPMCOUNTER3), 0);
    for space in 0..=2 {
        bench.write(MHPMCOUNTER3, 5);
        let read = Request { write: false, space, unit: 0, addr: 0xC03, data: u64::MAX };
        assert_eq!(bench.request(read), Value(5));
        assert_eq!(bench.get(MHPMCOUNTER3), 5);
    }
}

/// RVHPM-R10, R30: a set or clear of no bits is a write.
#[rstest]
fn set_and_clear_with_operand_0_write(#[values(1, 2)] space: u32) {
    let mut bench = Bench::new(HPM64);
    bench.write(MINSTRET, 7).line("ret 0", 3);
    assert_eq!(bench.operate(space, MINSTRET, 0), old(7));
    assert_eq!(bench.get(MINSTRET), 7, "the increment is dropped");
    assert_eq!(bench.operate(space, 0xC02, 0), Illegal);
    assert_eq!(bench.get(MINSTRET), 10, "a refused write does not disturb");
}

/// RVHPM-R11.
#[test]
fn upper_operand_bits_have_no_effect_with_xlen_32() {
    let mut bench = Bench::new(HPM32_FULL);
    assert_eq!(bench.operate(0, MHPMCOUNTER3H, u64::MAX), old(0));
    assert_eq!(bench.operate(2, MHPMCOUNTER3H, 0xFFFF_FFFF_0000_000F), old(0xFFFF_FFFF));
    assert_eq!((bench.get(MHPMCOUNTER3H), bench.get(MHPMCOUNTER3)), (0xFFFF_FFF0, 0));
    bench.write(MHPMEVENT3, u64::MAX);
    assert_eq!(bench.get(MHPMEVENT3H), 0);
}

/// RVHPM-R13, R14: a refused access changes nothing, and events of its cycle count and overflow.
#[test]
fn a_refused_access_does_not_disturb() {
    let mut bench = Bench::new(HPM64);
    bench.write(MHPMEVENT3, LOADS).write(MHPMCOUNTER3, u64::MAX);
    bench.line("ld0", 2).mode(VU);
    assert_eq!(bench.operate(0, SCOUNTEREN, 9), Virtual);
    assert_eq!((bench.get(MHPMCOUNTER3), bench.of(3), bench.lcofip()), (1, true, true));
    assert_eq!(bench.operate(0, MHPMCOUNTER3, 9), Illegal);
    assert_eq!((bench.get(MHPMCOUNTER3), bench.get(SCOUNTEREN)), (3, 0));
}

/// RVHPM-R15.
#[rstest]
fn accesses_outside_of_the_csr_space_are_illegal(
    #[values((3, 0, MCYCLE), (15, 0, MCYCLE), (0, 1, MCYCLE), (0, 255, MCYCLE), (0, 0, 0x1B00), (0, 0, 0x8000_0B00))]
    to: (u32, u32, u32),
    #[values(false, true)] write: bool,
) {
    let (space, unit, addr) = to;
    for mode in MODES {
        let mut bench = Bench::new(HPM64);
        assert_eq!(bench.mode(mode).request(Request { write, space, unit, addr, data: 1 }), Illegal);
    }
}

/// RVHPM-R16: all ones in every writable CSR, of which the bits of section 4 are stored.
#[rstest]
#[case(HPM64, 0x323, 0xFC00_0000_0000_0000)]
#[case(HPM64, MCYCLECFG, 0x7C00_0000_0000_0000)]
#[case(HPM64, MCOUNTINHIBIT, 0xFFFF_FFFD)]
#[case(HPM64, MCOUNTEREN, 0xFFFF_FFFF)]
#[case(HPM64, SCOUNTEREN, 0xFFFF_FFFF)]
#[case(HPM64, HCOUNTEREN, 0xFFFF_FFFF)]
#[case(HPM64, SISELECT, 0xFFF)]
#[case(HPM64, VSISELECT, 0xFFF)]
#[case(HPM64, MIP, 0x2000)]
#[case(HPM64, MIE, 0x2000)]
#[case(HPM64, MCYCLE, u64::MAX)]
#[case(HPM32, 0x323, 0x1FFD)]
#[case(HPM32, 0xB83, 0xFF)]
#[case(HPM32, MCOUNTINHIBIT, 0x1FFD)]
#[case(HPM32, MCOUNTEREN, 0x1FFD)]
#[case(HPM32, MIP, 0)]
#[case(HPM32_FULL, 0xB84, 0xFFFF)]
#[case(HPM32_FULL, 0xB85, 0)]
#[case(HPM32_FULL, MHPMEVENT3H, 0xFC00_0000)]
#[case(HPM32_FULL, 0x721, 0x7C00_0000)]
#[case(HPM32_FULL, 0x321, 0)]
#[case(HPM32_FULL, MCOUNTINHIBIT, 0x7FFF_FFFD)]
fn reserved_bits_read_0(#[case] configuration: &str, #[case] addr: u32, #[case] stored: u64) {
    let mut bench = Bench::new(configuration);
    bench.write(addr, u64::MAX);
    assert_eq!(bench.get(addr), stored);
    bench.write(addr, 0);
    assert_eq!(bench.get(addr), 0);
}

/// RVHPM-R17, R32, R48: the kind of refusal identifies the mode.
#[rstest]
#[case(HPM64, "", (3, true), [old(0), old(0)])]
#[case(HPM64, "", (1, false), [Illegal, old(0)])]
#[case(HPM64, "", (0, false), [Illegal, Illegal])]
#[case(HPM64, "", (2, false), [Illegal, Illegal])]
#[case(HPM64, "", (0, true), [Illegal, Virtual])]
#[case(HPM64, "", (2, true), [Illegal, Virtual])]
#[case(HPM64, "h = 0", (1, true), [Illegal, old(0)])]
#[case(HPM32, "", (1, true), [Illegal, Illegal])]
#[case(HPM32, "u = 0", (0, true), [old(0), Illegal])]
fn mode_of_priv_and_virt(
    #[case] configuration: &str,
    #[case] changes: &str,
    #[case] mode: Mode,
    #[case] answers: [Answer; 2],
) {
    let bench = Bench::with(configuration, changes);
    assert_eq!([MCYCLE, SCOUNTEREN].map(|addr| bench.write_answer(mode, addr)), answers);
}
