//! LCOFIP and LCOFIE (5.11, 5.14).

use super::bench::*;
use rstest::rstest;

/// RVHPM-R104.
#[test]
fn mip_and_mie_are_storage() {
    let mut bench = Bench::new(HPM64);
    bench.write(MIP, u64::MAX);
    assert_eq!((bench.get(MIP), bench.get(MIE), bench.lcofip()), (BIT13, 0, true));
    bench.write(MIE, BIT13).write(MIP, !BIT13);
    assert_eq!((bench.get(MIP), bench.get(MIE), bench.lcofip(), bench.hpm.state.lcofie), (0, BIT13, false, true));
}

/// RVHPM-R106, R107: the registers that reach the bits under each delegation.
#[rstest]
#[case(false, false, [false, false, false])]
#[case(false, true, [false, false, false])]
#[case(true, false, [true, false, false])]
#[case(true, true, [true, true, true])]
fn delegated_registers(
    #[case] mideleg: bool,
    #[case] hideleg: bool,
    #[case] reach: [bool; 3],
    #[values((SIP, VSIP, MIP), (SIE, VSIE, MIE))] numbers: (u32, u32, u32),
) {
    let (supervisor, virtual_supervisor, machine) = numbers;
    for ((mode, addr), reaches) in [(S, supervisor), (S, virtual_supervisor), (VS, supervisor)].into_iter().zip(reach) {
        let mut bench = Bench::new(HPM64);
        (bench.inputs.mideleg_lcofi, bench.inputs.hideleg_lcofi) = (mideleg, hideleg);
        let bit = if reaches { BIT13 } else { 0 };
        bench.mode(mode);
        assert_eq!(bench.operate(1, addr, u64::MAX), old(0));
        assert_eq!(bench.get(machine), bit);
        bench.mode(M).write(machine, BIT13).mode(mode);
        assert_eq!(bench.try_read(addr), Value(bit));
        assert_eq!(bench.operate(2, addr, BIT13), old(bit));
        assert_eq!(bench.get(machine), BIT13 - bit);
    }
}

/// RVHPM-R141: a request in the cycle of a write to LCOFIP, by its access paths and for writes of another bit.
#[rstest]
#[case(M, 0, MIP, 0)]
#[case(M, 2, MIP, BIT13)]
#[case(M, 2, MIP, 1)]
#[case(S, 0, SIP, 0)]
#[case(VS, 2, SIP, BIT13)]
#[case(S, 0, VSIP, 0)]
fn request_in_the_cycle_of_a_write(
    #[case] mode: Mode,
    #[case] space: u32,
    #[case] addr: u32,
    #[case] data: u64,
    #[values(("set", 0), ("write", 0), ("set", 1), ("write", 1))] rule: (&str, u32),
) {
    let (lcofip_write, delay) = rule;
    let mut bench = Bench::with(HPM64, &format!("lcofip_write = '{lcofip_write}'\nlcofi_delay = {delay}"));
    (bench.inputs.mideleg_lcofi, bench.inputs.hideleg_lcofi) = (true, true);
    bench.write(MHPMEVENT3, LOADS).write(MHPMCOUNTER3, u64::MAX).line("ld0", 1).mode(mode);
    if delay == 1 {
        bench.step();
    }
    assert_eq!(bench.operate(space, addr, data), old(0));
    assert_eq!(bench.lcofip(), lcofip_write == "set");
}

/// RVHPM-R141: a write that does not reach LCOFIP does not disturb the request.
#[test]
fn a_write_that_is_not_delegated_does_not_disturb_a_request() {
    let mut bench = Bench::with(HPM64, "lcofip_write = 'write'");
    bench.write(MHPMEVENT3, LOADS).write(MHPMCOUNTER3, u64::MAX).line("ld0", 1).write(SIP, 0);
    assert!(bench.lcofip());
}

/// RVHPM-R142: a write of LCOFIP in the cycle of the overflow comes before a delayed request.
#[test]
fn a_delayed_request_survives_a_write_in_the_cycle_of_the_overflow() {
    let mut bench = Bench::with(HPM64, "lcofip_write = 'write'\nlcofi_delay = 1");
    bench.write(MHPMEVENT3, LOADS).write(MHPMCOUNTER3, u64::MAX).line("ld0", 1).write(MIP, 0);
    assert!(!bench.lcofip() && bench.of(3) && bench.hpm.state.lcofi_request);
    bench.line("ld0", 0).step();
    assert!(bench.lcofip() && !bench.hpm.state.lcofi_request);
}
