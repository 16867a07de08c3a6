//! Access with virtualisation (5.5).

use super::bench::*;
use rstest::rstest;

/// RVHPM-R40 to R45: bits of `mcounteren`, `hcounteren` and `scounteren`, and the answers in VS and VU.
#[rstest]
#[case([0, 0, 0], [Illegal, Illegal])]
#[case([0, 1, 1], [Illegal, Illegal])]
#[case([1, 0, 0], [Virtual, Virtual])]
#[case([1, 0, 1], [Virtual, Virtual])]
#[case([1, 1, 0], [Value(7), Virtual])]
#[case([1, 1, 1], [Value(7), Value(7)])]
fn shadows(#[case] enables: [u64; 3], #[case] answers: [Answer; 2]) {
    let [m, h, s] = enables;
    for (counter, base) in [(0, 0xC00), (2, 0xC00), (3, 0xC00), (30, 0xC00), (0, 0xC80), (3, 0xC80)] {
        let mut bench = Bench::new(HPM32_FULL);
        bench.write(0xB00 + counter, 7).write(0xB80 + counter, 7);
        bench.write(MCOUNTEREN, m << counter).write(HCOUNTEREN, h << counter).write(SCOUNTEREN, s << counter);
        assert_eq!([VS, VU].map(|mode| bench.answer(mode, base + counter)), answers, "{base:#x} {counter}");
    }
}

/// RVHPM-R46.
#[rstest]
fn hypervisor_registers_are_virtual(#[values(HCOUNTEREN, VSIP, VSIE)] addr: u32) {
    let bench = Bench::new(HPM64);
    for mode in [VS, VU] {
        assert_eq!([bench.answer(mode, addr), bench.write_answer(mode, addr)], [Virtual; 2]);
    }
}

/// RVHPM-R48.
#[rstest]
fn supervisor_registers_are_virtual_in_vu(#[values(SCOUNTEREN, SIP, SIE, SCOUNTOVF)] addr: u32) {
    let bench = Bench::new(HPM64);
    assert_eq!(bench.answer(VU, addr), Virtual);
    assert_eq!(bench.write_answer(VU, addr), if addr == SCOUNTOVF { Illegal } else { Virtual });
}

/// RVHPM-R18, R19: absent numbers stay illegal with V = 1.
#[rstest]
fn absent_numbers_are_illegal(#[values(0xB80, 0xC80, 0xC83, 0x723, 0xC01, 0x154, 0x254)] addr: u32) {
    let mut bench = Bench::new(HPM64);
    bench.write(MCOUNTEREN, u64::MAX);
    assert!(MODES.iter().all(|&mode| bench.answer(mode, addr) == Illegal));
}

/// RVHPM-R49, R50: `scounteren` is shared; `siselect`, `sip` and `sie` are those of VS.
#[test]
fn registers_of_s_in_vs() {
    let mut bench = Bench::new(HPM64);
    (bench.inputs.mideleg_lcofi, bench.inputs.hideleg_lcofi) = (true, true);
    bench.write(SISELECT, 0x123).mode(VS);
    bench.write(SCOUNTEREN, 6).write(SISELECT, 0x456).write(SIE, BIT13).write(SIP, BIT13);
    assert_eq!([SISELECT, SIE].map(|addr| bench.answer(VS, addr)), [Value(0x456), Value(BIT13)]);
    assert_eq!([SCOUNTEREN, SISELECT, VSISELECT].map(|addr| bench.get(addr)), [6, 0x123, 0x456]);
    assert_eq!([MIE, MIP, VSIE, VSIP].map(|addr| bench.get(addr)), [BIT13; 4]);
}
