//! Access without virtualisation (5.4).

use super::bench::*;
use rstest::rstest;

/// The registers of `hpm64` at each level.
const MACHINE: [u32; 8] = [MCYCLE, MINSTRET, 0xB1F, 0x33F, MCOUNTINHIBIT, MCYCLECFG, MCOUNTEREN, MIP];
const SUPERVISOR: [u32; 4] = [SCOUNTEREN, SIP, SIE, SISELECT];
const HYPERVISOR: [u32; 4] = [HCOUNTEREN, VSIP, VSIE, VSISELECT];

/// RVHPM-R31, R33.
#[test]
fn machine_registers_are_illegal_below_m() {
    let bench = Bench::new(HPM64);
    for addr in MACHINE {
        assert_eq!(bench.write_answer(M, addr), old(0));
        for mode in [S, U, VS, VU] {
            assert_eq!([bench.answer(mode, addr), bench.write_answer(mode, addr)], [Illegal; 2], "{addr:#x} {mode:?}");
        }
    }
}

/// RVHPM-R32, R34, R47.
#[test]
fn supervisor_registers_need_m_or_s() {
    let bench = Bench::new(HPM64);
    for addr in SUPERVISOR.into_iter().chain(HYPERVISOR) {
        for mode in [M, S] {
            assert_eq!([bench.answer(mode, addr), bench.write_answer(mode, addr)], [Value(0), old(0)], "{addr:#x}");
        }
        assert_eq!([bench.answer(U, addr), bench.write_answer(U, addr)], [Illegal; 2], "{addr:#x}");
    }
    assert_eq!(bench.answer(U, SCOUNTOVF), Illegal);
}

/// RVHPM-R30, R14: never virtual, with V = 1 too.
#[test]
fn writes_of_read_only_numbers_are_illegal() {
    let mut bench = Bench::new(HPM64);
    bench.write(MCOUNTEREN, u64::MAX);
    bench.inputs.cde = true;
    for mode in MODES {
        for addr in [0xC00, 0xC02, 0xC03, 0xC1F, SCOUNTOVF] {
            for space in 0..=2 {
                assert_eq!(bench.clone().mode(mode).operate(space, addr, 0), Illegal, "{addr:#x} {mode:?}");
            }
        }
    }
}

/// RVHPM-R35, R36, R33: `mcounteren`, `scounteren` and `hcounteren`, and the answers in M, S and U.
#[rstest]
#[case(0, 0, [Value(9), Illegal, Illegal])]
#[case(0, 1, [Value(9), Illegal, Illegal])]
#[case(1, 0, [Value(9), Value(9), Illegal])]
#[case(1, 1, [Value(9), Value(9), Value(9)])]
fn shadows_without_virtualisation(#[case] m: u64, #[case] s: u64, #[case] answers: [Answer; 3]) {
    for (counter, h) in [(0, 0), (2, 1), (3, 0), (31, 1)] {
        let mut bench = Bench::new(HPM64);
        let others = !(1u64 << counter) & 0xFFFF_FFFF;
        bench.write(0xB00 + counter, 9).write(MCOUNTEREN, others | m << counter);
        bench.write(SCOUNTEREN, others | s << counter).write(HCOUNTEREN, h << counter);
        assert_eq!([M, S, U].map(|mode| bench.answer(mode, 0xC00 + counter)), answers, "counter {counter}");
    }
}

/// RVHPM-R37.
#[test]
fn shadows_in_u_without_s_need_mcounteren_alone() {
    let mut bench = Bench::new(HPM32);
    bench.write(MHPMCOUNTER3, 9);
    assert_eq!([0xC03, 0xC83].map(|addr| bench.answer(U, addr)), [Illegal; 2]);
    bench.write(MCOUNTEREN, 8);
    assert_eq!([0xC03, 0xC83, 0xC04].map(|addr| bench.answer(U, addr)), [Value(9), Value(0), Illegal]);
}

/// RVHPM-R38, R39, R73, R74, R75: enables are storage; counting does not depend on them.
#[test]
fn enables_are_independent_storage_and_do_not_affect_counting() {
    let mut bench = Bench::with(HPM64, "mcounteren_wr = 0xFFFF000F\nhcounteren_wr = 0xFFFFFFFD");
    bench.write(MHPMEVENT3, LOADS).line("ld0", 1).line("cyc", 1);
    for addr in [SCOUNTEREN, HCOUNTEREN, MCOUNTEREN, SCOUNTEREN] {
        bench.write(addr, 0xFFFF_FFFF_FFFF_FFFF);
    }
    let state = &bench.hpm.state;
    assert_eq!((state.mcounteren, state.scounteren, state.hcounteren), (0xFFFF_000F, 0xFFFF_FFFF, 0xFFFF_FFFD));
    bench.write(MCOUNTEREN, 0);
    assert_eq!((bench.get(SCOUNTEREN), bench.get(MHPMCOUNTER3), bench.get(MCYCLE)), (0xFFFF_FFFF, 5, 5));
}
