//! Structure, and the CSRs that exist (5.1, 5.3).

use super::bench::*;
use rstest::rstest;

/// All numbers that a read in M mode accepts.
fn readable(bench: &Bench) -> Vec<u32> {
    (0..0x1001).filter(|&addr| bench.answer(M, addr) != Illegal).collect()
}

/// The numbers of ranges.
fn numbers(ranges: &[(u32, u32)]) -> Vec<u32> {
    ranges.iter().flat_map(|&(first, last)| first..=last).collect()
}

/// RVHPM-R01, R18, R19, R22, R23, R24, R26, R27, R28, R29. The window is closed: `cde` is 0.
#[test]
fn numbers_of_hpm64() {
    let expected = numbers(&[
        (0x104, 0x104),
        (0x106, 0x106),
        (0x144, 0x144),
        (0x150, 0x150),
        (0x204, 0x204),
        (0x244, 0x244),
        (0x250, 0x250),
        (0x304, 0x304),
        (0x306, 0x306),
        (0x320, 0x33F),
        (0x344, 0x344),
        (0x606, 0x606),
        (0xB00, 0xB00),
        (0xB02, 0xB1F),
        (0xC00, 0xC00),
        (0xC02, 0xC1F),
        (0xDA0, 0xDA0),
    ]);
    assert_eq!(readable(&Bench::new(HPM64)), expected);
    let mut open = Bench::new(HPM64);
    open.inputs.cde = true;
    open.write(MCOUNTEREN, u64::MAX).write(SISELECT, 0x43);
    let opened: Vec<u32> = readable(&open).into_iter().filter(|number| !expected.contains(number)).collect();
    assert_eq!(opened, [SCOUNTINHIBIT, SIREG, SIREG2]);
}

/// RVHPM-R20, R21, R22, R24, R26, R27, R28, R29.
#[test]
fn numbers_of_hpm32() {
    let expected = numbers(&[
        (0x304, 0x304),
        (0x306, 0x306),
        (0x320, 0x320),
        (0x323, 0x33F),
        (0x344, 0x344),
        (0xB00, 0xB00),
        (0xB02, 0xB1F),
        (0xB80, 0xB80),
        (0xB82, 0xB9F),
        (0xC00, 0xC00),
        (0xC02, 0xC1F),
        (0xC80, 0xC80),
        (0xC82, 0xC9F),
    ]);
    assert_eq!(readable(&Bench::new(HPM32)), expected);
}

/// RVHPM-R05, R20, R21, R22: counter 31 is not implemented and its shadows are illegal.
#[test]
fn high_halves_of_hpm32_full() {
    let bench = Bench::new(HPM32_FULL);
    let halves = readable(&bench).into_iter().filter(|number| matches!(number, 0x700..=0x7FF | 0xB80.. ));
    let expected =
        numbers(&[(0x721, 0x73F), (0xB80, 0xB80), (0xB82, 0xB9F), (0xC00, 0xC00), (0xC02, 0xC1E), (0xC80, 0xC80)]);
    let expected: Vec<u32> = expected.into_iter().chain(numbers(&[(0xC82, 0xC9E), (0xDA0, 0xDA0)])).collect();
    assert_eq!(halves.collect::<Vec<_>>(), expected);
}

/// RVHPM-R23, R24, R25, R26, R27, R28: a register exists with its extension only.
#[rstest]
#[case("zicntr = 0", &[0xC00, 0xC02])]
#[case("zihpm = 0", &[0xC03, 0xC1F])]
#[case("smcntrpmf = 0", &[0x321, 0x322])]
#[case("sscofpmf = 0", &[0xDA0])]
#[case("smcdeleg = 0", &[0x120, 0x150, 0x151, 0x250])]
#[case("h = 0", &[0x606, 0x204, 0x244, 0x250, 0x251])]
#[case("mcountinhibit = 0", &[0x320])]
fn absent_registers_are_illegal_in_every_mode(#[case] changes: &str, #[case] addresses: &[u32]) {
    let bench = Bench::with(HPM64, changes);
    for &addr in addresses {
        assert!(MODES.iter().all(|&mode| bench.answer(mode, addr) == Illegal), "{addr:#x}");
    }
}

/// RVHPM-R04, R05.
#[rstest]
#[case("zero", [old(0), old(0), Value(0)])]
#[case("user_illegal", [old(0), old(0), Illegal])]
#[case("all_illegal", [Illegal, Illegal, Illegal])]
fn unimplemented_counters(#[case] unimplemented: &str, #[case] answers: [Answer; 3]) {
    let mut bench = Bench::with(HPM64, &format!("counters = [3]\nunimplemented = '{unimplemented}'"));
    bench.write(MCOUNTEREN, u64::MAX);
    let given = [bench.operate(0, 0xB04, 9), bench.operate(0, 0x324, LOADS | OF | MINH), bench.answer(S, 0xC04)];
    assert_eq!(given, answers);
    bench.line("ld0", 3).cycles(3);
    if unimplemented != "all_illegal" {
        assert_eq!((bench.get(0xB04), bench.get(0x324)), (0, 0));
    }
    assert_eq!(bench.get(SCOUNTOVF), 0);
    assert_eq!(bench.answer(S, 0xC03), Value(0));
}

/// RVHPM-R02, R03: implemented bits are stored, the others read 0.
#[rstest]
#[case(HPM64, "", MCYCLE, u64::MAX)]
#[case(HPM64, "", MINSTRET, u64::MAX)]
#[case(HPM64, "width = [0, 0, 0, 1]\ncounters = [3]", MHPMCOUNTER3, 1)]
#[case(HPM64, "width = [0, 0, 0, 33]\ncounters = [3]", MHPMCOUNTER3, 0x1_FFFF_FFFF)]
#[case(HPM32, "", MHPMCOUNTER3, 0xFF_FFFF_FFFF)]
#[case(HPM32_FULL, "", 0xB04, 0xFFFF_FFFF_FFFF)]
#[case(HPM32_FULL, "", 0xB05, 0xFFFF_FFFF)]
#[case(HPM32_FULL, "", MINSTRET, u64::MAX)]
fn widths(#[case] configuration: &str, #[case] changes: &str, #[case] addr: u32, #[case] all: u64) {
    let mut bench = Bench::with(configuration, changes);
    bench.write(addr, u64::MAX);
    if bench.hpm.parameters.xlen == 32 {
        bench.write(addr + 0x80, u64::MAX);
    }
    assert_eq!(bench.get_all(addr), all);
}
