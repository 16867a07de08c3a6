//! OF and overflows (5.11, 5.14).

use super::bench::*;
use rstest::rstest;

/// Counter 3 counts loads, one before its overflow.
fn before_overflow(configuration: &str, changes: &str) -> Bench {
    let mut bench = Bench::with(configuration, changes);
    match bench.hpm.parameters.xlen {
        32 => bench.write(MHPMEVENT3, FULL_LOADS).write(MHPMCOUNTER3, u64::MAX).write(MHPMCOUNTER3H, u64::MAX),
        _ => bench.write(MHPMEVENT3, LOADS).write(MHPMCOUNTER3, u64::MAX),
    };
    bench
}

/// RVHPM-R91, R92, R93, R131: OF and LCOFIP follow in the next cycle, and stay.
#[test]
fn an_overflow_sets_of_and_requests() {
    let mut bench = before_overflow(HPM64, "");
    bench.line("ld0", 1);
    assert_eq!(bench.try_read(SCOUNTOVF), Value(0));
    assert_eq!((bench.get(MHPMCOUNTER3), bench.get(SCOUNTOVF), bench.get(MIP)), (0, 8, BIT13));
    bench.cycles(3);
    assert_eq!((bench.get(MHPMCOUNTER3), bench.of(3), bench.lcofip()), (3, true, true));
}

/// RVHPM-R93, R142: with a delay the request reaches LCOFIP one cycle later and cannot be withdrawn.
#[rstest]
#[case("lcofi_delay = 0", [true, true])]
#[case("lcofi_delay = 1", [false, true])]
fn delay_of_requests(#[case] changes: &str, #[case] lcofip: [bool; 2]) {
    let mut bench = before_overflow(HPM64, changes);
    bench.line("ld0", 1).step();
    assert_eq!((bench.of(3), bench.lcofip()), (true, lcofip[0]));
    bench.line("ld0", 0).write(MHPMEVENT3, LOADS);
    assert_eq!((bench.of(3), bench.lcofip()), (false, lcofip[1]));
}

/// RVHPM-R94: no request while OF is 1; RVHPM-R105: LCOFIP stays 0 until the next request.
#[test]
fn an_overflow_with_of_makes_no_request() {
    let mut bench = before_overflow(HPM64, "");
    bench.line("ld0", 1).step();
    bench.line("ld0", 0).write(MIP, 0).cycles(3);
    assert!(!bench.lcofip() && bench.of(3));
    bench.write(MHPMCOUNTER3, u64::MAX).line("ld0", 2).step();
    assert_eq!((bench.get(MHPMCOUNTER3), bench.of(3), bench.lcofip()), (1, true, false));
    bench.line("ld0", 0).write(MHPMEVENT3, LOADS);
    assert!(!bench.lcofip(), "clearing OF makes no request");
    bench.write(MHPMCOUNTER3, u64::MAX).line("ld0", 1).step();
    assert!(bench.of(3) && bench.lcofip());
}

/// RVHPM-R95: writes of any values do not overflow.
#[test]
fn writes_do_not_overflow() {
    let mut bench = before_overflow(HPM64, "");
    bench.write(MHPMCOUNTER3, 0).write(MHPMCOUNTER3, u64::MAX).write(MHPMCOUNTER3, 1).write(MHPMEVENT3, LOADS);
    assert!(!bench.of(3) && !bench.lcofip());
}

/// RVHPM-R96, R97.
#[rstest]
#[case("silent", false)]
#[case("request", true)]
fn software_sets_of(#[case] of_sw: &str, #[case] requests: bool) {
    let mut bench = Bench::with(HPM64, &format!("of_sw = '{of_sw}'"));
    bench.write(MHPMEVENT3, OF);
    assert_eq!((bench.of(3), bench.lcofip()), (true, requests));
    bench.write(MIP, 0).write(MHPMEVENT3, OF);
    assert_eq!((bench.of(3), bench.lcofip()), (true, false), "from 1 to 1");
    bench.write(MHPMEVENT3, 0);
    assert_eq!((bench.of(3), bench.lcofip()), (false, false));
}

/// RVHPM-R98.
#[test]
fn mcycle_and_minstret_wrap_silently() {
    let mut bench = Bench::new(HPM64);
    bench.write(MCYCLE, u64::MAX).write(MINSTRET, u64::MAX).line("cyc", 1).line("ret 0", 2).step();
    assert_eq!((bench.get(MCYCLE), bench.get(MINSTRET), bench.get(SCOUNTOVF), bench.get(MIP)), (0, 1, 0, 0));
}

/// RVHPM-R99 to R103.
#[test]
fn visible_overflows() {
    let mut bench = Bench::new(HPM64);
    for counter in 3..32 {
        bench.write(0x320 + counter, OF);
    }
    bench.write(MCOUNTEREN, 0x0FF0).write(HCOUNTEREN, 0xFF07);
    let answers = |bench: &Bench| MODES.map(|mode| bench.answer(mode, SCOUNTOVF));
    assert_eq!(answers(&bench), [Value(0xFFFF_FFF8), Value(0x0FF0), Illegal, Value(0x0F00), Virtual]);
    bench.inputs.cde = true;
    assert_eq!(answers(&bench), [Value(0xFFFF_FFF8), Value(0x0FF0), Illegal, Virtual, Virtual]);
}

/// RVHPM-R109: one cycle, several overflows.
#[rstest]
#[case(0, true)]
#[case(OF, false)]
fn several_overflows(#[case] of_of_3: u64, #[case] requests: bool) {
    let mut bench = Bench::new(HPM64);
    bench.write(0x323, LOADS | of_of_3).write(0x324, LOADS | OF);
    bench.write(0xB03, u64::MAX).write(0xB04, u64::MAX).line("ld0", 1).step();
    assert_eq!((bench.get(SCOUNTOVF), bench.lcofip()), (0x18, requests));
}

/// RVHPM-R139, R96, R97: OF before and written, the overflow in the cycle of the write; OF after, and the request.
#[rstest]
#[case("write", 0, 0, (false, true))]
#[case("write", 0, OF, (true, true))]
#[case("write", OF, 0, (false, false))]
#[case("write", OF, OF, (true, false))]
#[case("set", 0, 0, (true, true))]
#[case("set", 0, OF, (true, false))]
#[case("set", OF, 0, (true, true))]
#[case("set", OF, OF, (true, false))]
fn of_written_in_the_cycle_of_an_overflow(
    #[case] of_write: &str,
    #[case] before: u64,
    #[case] written: u64,
    #[case] after: (bool, bool),
    #[values(MHPMEVENT3, SIREG2)] addr: u32,
) {
    let mut bench = before_overflow(HPM64, &format!("of_write = '{of_write}'"));
    bench.inputs.cde = true;
    bench.write(MCOUNTEREN, u64::MAX).write(SISELECT, 0x43).write(MHPMEVENT3, LOADS | before);
    bench.line("ld0", 1).write(addr, LOADS | written);
    assert_eq!((bench.of(3), bench.lcofip()), after);
}

/// RVHPM-R139, R97: `set` with `of_sw` = `request` requests for the written 1 although the overflow does not.
#[test]
fn both_kinds_of_requests() {
    let mut bench = before_overflow(HPM64, "of_write = 'set'\nof_sw = 'request'");
    bench.line("ld0", 1).write(MHPMEVENT3, LOADS | OF);
    assert_eq!((bench.of(3), bench.lcofip()), (true, true));
}

/// RVHPM-R140: the low half does not reach OF.
#[test]
fn the_low_half_of_mhpmevent_does_not_hinder_an_overflow() {
    let mut bench = before_overflow(HPM32_FULL, "of_write = 'write'\nlcofi_delay = 0");
    bench.line("ld0", 1).write(MHPMEVENT3, 0);
    assert_eq!((bench.of(3), bench.lcofip()), (true, true));
}
