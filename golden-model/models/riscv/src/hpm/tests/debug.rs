//! Debug Mode (5.13).

use super::bench::*;
use rstest::rstest;

/// RVHPM-R128 to R130: `debug`, the input `stopcount`, `stop_cycle`; whether counters and `mcycle` stop.
#[rstest]
#[case(true, true, 1, [true, true])]
#[case(true, true, 0, [true, false])]
#[case(true, false, 1, [false, false])]
#[case(false, true, 1, [false, false])]
fn stopcount_stops(#[case] debug: bool, #[case] stopcount: bool, #[case] stop_cycle: u32, #[case] stops: [bool; 2]) {
    let mut bench = Bench::with(HPM64, &format!("stop_cycle = {stop_cycle}"));
    bench.write(MHPMEVENT3, CYCLES).write(0x324, LOADS);
    (bench.inputs.debug, bench.inputs.stopcount) = (debug, stopcount);
    bench.line("cyc", 1).line("ret 0", 1).line("ld0", 1).step();
    let counted = [MINSTRET, MHPMCOUNTER3, 0xB04].map(|addr| bench.get(addr));
    assert_eq!(counted, [u64::from(!stops[0]); 3]);
    assert_eq!(bench.get(MCYCLE), u64::from(!stops[1]));
}

/// RVHPM-R52, R128: stopped counters are written, and do not overflow.
#[test]
fn stopped_counters_are_written() {
    let mut bench = Bench::new(HPM64);
    bench.write(MHPMEVENT3, LOADS).write(MHPMCOUNTER3, u64::MAX).line("ld0", 1);
    (bench.inputs.debug, bench.inputs.stopcount) = (true, true);
    bench.cycles(2);
    assert_eq!((bench.get(MHPMCOUNTER3), bench.of(3)), (u64::MAX, false));
    bench.write(MHPMCOUNTER3, 5);
    assert_eq!(bench.get(MHPMCOUNTER3), 5);
}
