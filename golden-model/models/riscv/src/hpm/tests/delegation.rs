//! Delegation (5.12).

use super::bench::*;
use rstest::rstest;

/// A PMU with `cde` = 1, all `mcounteren` bits 1 and that value of `siselect`.
fn open(configuration: &str, changes: &str, select: u64) -> Bench {
    let mut bench = Bench::with(configuration, changes);
    bench.inputs.cde = true;
    bench.write(MCOUNTEREN, u64::MAX).write(SISELECT, select);
    bench
}

/// The registers of the window that are accepted in M, and in S.
fn reached(bench: &Bench) -> Vec<u32> {
    let accepted = |mode: Mode| {
        let reads = WINDOW.into_iter().filter(move |&addr| bench.answer(mode, addr) != Illegal);
        reads.collect::<Vec<_>>()
    };
    let writable: Vec<u32> = WINDOW.into_iter().filter(|&addr| bench.write_answer(S, addr) != Illegal).collect();
    assert_eq!(accepted(M), accepted(S));
    assert_eq!(accepted(M), writable);
    writable
}

/// RVHPM-R110.
#[test]
fn select_registers_keep_12_bits() {
    let mut bench = Bench::new(HPM64);
    for value in [0, 0x3F, 0x40, 0x60, 0xFFF] {
        bench.write(SISELECT, value | 0xFFFF_F000).write(VSISELECT, value ^ 0xFFF);
        assert_eq!((bench.get(SISELECT), bench.get(VSISELECT)), (value, value ^ 0xFFF));
    }
}

/// RVHPM-R111, R113 to R116, R118: the registers that each value of `siselect` reaches.
#[rstest]
#[case(HPM64, "", 0x3F, &[])]
#[case(HPM64, "", 0x40, &[SIREG, SIREG2])]
#[case(HPM64, "", 0x41, &[])]
#[case(HPM64, "", 0x42, &[SIREG, SIREG2])]
#[case(HPM64, "", 0x5F, &[SIREG, SIREG2])]
#[case(HPM64, "", 0x60, &[])]
#[case(HPM64, "", 0xFFF, &[])]
#[case(HPM64, "zicntr = 0", 0x40, &[])]
#[case(HPM64, "zicntr = 0", 0x43, &[SIREG, SIREG2])]
#[case(HPM64, "zihpm = 0", 0x43, &[])]
#[case(HPM64, "zihpm = 0", 0x42, &[SIREG, SIREG2])]
#[case(HPM64, "smcntrpmf = 0", 0x40, &[SIREG])]
#[case(HPM64, "sscofpmf = 0", 0x43, &[SIREG, SIREG2])]
#[case(HPM64, "counters = [3]", 0x44, &[SIREG, SIREG2])]
#[case(HPM64, "counters = [3]\nunimplemented = 'user_illegal'", 0x44, &[SIREG, SIREG2])]
#[case(HPM64, "counters = [3]\nunimplemented = 'all_illegal'", 0x44, &[])]
#[case(HPM64, "mcounteren_wr = 0xFFFFFFF7", 0x43, &[])]
#[case(HPM32_FULL, "", 0x40, &[SIREG, SIREG2, SIREG4, SIREG5])]
#[case(HPM32_FULL, "", 0x43, &[SIREG, SIREG2, SIREG4, SIREG5])]
#[case(HPM32_FULL, "smcntrpmf = 0", 0x42, &[SIREG, SIREG4])]
#[case(HPM32_FULL, "sscofpmf = 0", 0x43, &[SIREG, SIREG2, SIREG4])]
fn reach_of_the_window(
    #[case] configuration: &str,
    #[case] changes: &str,
    #[case] select: u64,
    #[case] registers: &[u32],
) {
    let mut bench = open(configuration, changes, select);
    assert_eq!(reached(&bench), registers);
    bench.inputs.cde = false;
    assert!(reached(&bench).is_empty(), "cde = 0 (RVHPM-R112)");
}

/// RVHPM-R111: the window reaches the state of the machine-level number.
#[test]
fn the_window_reads_and_writes_the_state() {
    let mut bench = open(HPM32_FULL, "", 0x44);
    for (window, machine, value) in
        [(SIREG, 0xB04, 7), (SIREG2, 0x324, FULL_LOADS), (SIREG4, 0xB84, 8), (SIREG5, 0x724, (OF | SINH) >> 32)]
    {
        bench.mode(S).write(window, value);
        assert_eq!(bench.get(machine), value);
        assert_eq!(bench.answer(S, window), Value(value));
    }
    bench.mode(M).write(SISELECT, 0x42).mode(S).write(SIREG, 5).write(SIREG5, UINH >> 32);
    assert_eq!((bench.get(MINSTRET), bench.get(0x722)), (5, UINH >> 32));
}

/// RVHPM-R117: MINH is neither visible nor writable in the window.
#[rstest]
#[case(HPM64, 0x43, SIREG2, MHPMEVENT3, 0, SINH)]
#[case(HPM64, 0x40, SIREG2, MCYCLECFG, 0, SINH)]
#[case(HPM32_FULL, 0x43, SIREG5, MHPMEVENT3H, 32, SINH)]
#[case(HPM32_FULL, 0x42, SIREG5, 0x722, 32, SINH)]
fn minh_in_the_window(
    #[case] configuration: &str,
    #[case] select: u64,
    #[case] window: u32,
    #[case] machine: u32,
    #[case] shift: u32,
    #[case] other: u64,
) {
    let (minh, other) = (MINH >> shift, other >> shift);
    let mut bench = open(configuration, "", select);
    bench.write(machine, minh | other);
    assert_eq!(bench.answer(S, window), Value(other));
    bench.mode(S).write(window, 0);
    assert_eq!(bench.get(machine), minh);
    assert_eq!(bench.operate(2, window, u64::MAX), old(0));
    assert_eq!(bench.get(machine), minh);
    bench.mode(M).write(machine, 0).mode(S).write(window, minh | other);
    assert_eq!(bench.get(machine), other);
}

/// RVHPM-R119, R122: `vsireg*` and `vsiselect`, and the window in VU.
#[test]
fn virtual_window_numbers() {
    let mut bench = open(HPM64, "", 0x43);
    bench.write(VSISELECT, 0x43);
    for addr in WINDOW {
        let answers = MODES.map(|mode| bench.answer(mode, addr + 0x100));
        assert_eq!(answers, [Illegal, Illegal, Illegal, Virtual, Virtual]);
        assert_eq!(bench.write_answer(VU, addr), Virtual);
        assert_eq!(bench.answer(U, addr), Illegal);
    }
    assert_eq!([VS, VU].map(|mode| bench.answer(mode, VSISELECT)), [Virtual; 2]);
    assert_eq!(bench.answer(VU, SISELECT), Virtual);
}

/// RVHPM-R120, R121.
#[rstest]
#[case(0x40, true, Virtual)]
#[case(0x41, true, Virtual)]
#[case(0x5F, true, Virtual)]
#[case(0x5F, false, Illegal)]
#[case(0x3F, true, Illegal)]
#[case(0x60, true, Illegal)]
fn the_window_in_vs(#[case] select: u64, #[case] cde: bool, #[case] answer: Answer) {
    let mut bench = open(HPM64, "", 0x43);
    bench.write(VSISELECT, select).inputs.cde = cde;
    assert!(WINDOW.iter().all(|&addr| bench.answer(VS, addr) == answer && bench.write_answer(VS, addr) == answer));
}

/// RVHPM-R123, R124: the state enables, for `siselect`, `sireg`, `vsiselect` and `vsireg` in M, S, U, VS and VU.
#[test]
fn state_enables() {
    let mut bench = open(HPM64, "", 0x43);
    bench.write(VSISELECT, 0x3F);
    let answers = |bench: &Bench, addr: u32| MODES.map(|mode| bench.answer(mode, addr));
    for hstateen in [false, true] {
        (bench.inputs.mstateen_csrind, bench.inputs.hstateen_csrind) = (false, hstateen);
        for addr in [SISELECT, SIREG, VSISELECT, 0x251] {
            assert_eq!(answers(&bench, addr)[1..], [Illegal; 4], "{addr:#x}");
        }
        assert_eq!((bench.answer(M, SIREG), bench.answer(M, SISELECT)), (Value(0), Value(0x43)));
    }
    (bench.inputs.mstateen_csrind, bench.inputs.hstateen_csrind) = (true, false);
    assert_eq!(answers(&bench, SISELECT), [Value(0x43), Value(0x43), Illegal, Virtual, Virtual]);
    assert_eq!(answers(&bench, SIREG), [Value(0), Value(0), Illegal, Virtual, Virtual]);
    bench.inputs.cde = false;
    assert_eq!(bench.answer(VS, SIREG), Virtual);
    assert_eq!(answers(&bench, VSISELECT), [Value(0x3F), Value(0x3F), Illegal, Virtual, Virtual]);
    bench.inputs.hstateen_csrind = true;
    assert_eq!(answers(&bench, SISELECT), [Value(0x43), Value(0x43), Illegal, Value(0x3F), Virtual]);
}

/// RVHPM-R125.
#[rstest]
#[case(0, 0xFFFF_FFFF, 0xFFFF_0000, 0xF00D_00F0)]
#[case(1, 0x0000_000F, 0xFFFF_0000, 0xFFFF_0005)]
#[case(2, 0xFFFF_FFFF, 0xFFFF_0000, 0xAAAA_0000)]
fn scountinhibit_changes_delegated_bits(
    #[case] space: u32,
    #[case] data: u64,
    #[case] before: u64,
    #[case] expected: u64,
    #[values(M, S)] mode: Mode,
) {
    let mut bench = open(HPM64, "", 0);
    bench.write(MCOUNTEREN, 0x5555_5557).write(MCOUNTINHIBIT, before).mode(mode);
    assert_eq!(bench.try_read(SCOUNTINHIBIT), Value(before & 0x5555_5557));
    let data = if space == 0 { 0x5005_00F0 } else { data };
    assert_eq!(bench.operate(space, SCOUNTINHIBIT, data), old(before & 0x5555_5557));
    let expected = if space == 0 { (before & 0xAAAA_AAA8) | 0x5005_0050 } else { expected };
    assert_eq!(bench.get(MCOUNTINHIBIT), expected);
}

/// RVHPM-R126, R127.
#[test]
fn scountinhibit_needs_cde_and_no_virtualisation() {
    let mut bench = open(HPM64, "", 0);
    let answers = |bench: &Bench| MODES.map(|mode| bench.answer(mode, SCOUNTINHIBIT));
    assert_eq!(answers(&bench), [Value(0), Value(0), Illegal, Virtual, Virtual]);
    bench.inputs.cde = false;
    assert_eq!(answers(&bench), [Illegal; 5]);
    assert_eq!(MODES.map(|mode| bench.write_answer(mode, SCOUNTINHIBIT)), [Illegal; 5]);
}
