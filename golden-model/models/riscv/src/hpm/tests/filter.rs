//! The mode filter (5.10).

use super::bench::*;
use rstest::rstest;

/// The xINH bits in the order of [`MODES`].
const INHIBITS: [u64; 5] = [MINH, SINH, UINH, VSINH, VUINH];

/// The xINH bits of a set.
fn filter(set: usize) -> u64 {
    INHIBITS.iter().enumerate().filter(|(bit, _)| set >> bit & 1 != 0).fold(0, |bits, (_, inhibit)| bits | inhibit)
}

/// RVHPM-R83 to R88: all 32 filters in the 5 modes of the cycle and of port 1, for each kind of line.
#[test]
fn filters_act_on_their_mode() {
    for set in 0..32 {
        let mut bench = Bench::new(HPM64);
        bench.write(MCYCLECFG, filter(set)).write(MINSTRETCFG, filter(set));
        for (event, selector) in [(0x323, CYCLES), (0x324, INSTRUCTIONS), (0x325, LOADS), (0x326, MISPREDICTIONS)] {
            bench.write(event, filter(set) | selector);
        }
        for (now, mode) in MODES.into_iter().enumerate() {
            for (port, port_mode) in MODES.into_iter().enumerate() {
                let mut bench = bench.clone();
                bench.mode(mode).port_mode(0, M).port_mode(1, port_mode);
                bench.line("cyc", 1).line("ret 0", 1).line("ret 1", 4).line("ld1", 2).line("brm", 1).step();
                let passes = |mode: usize, number: u64| if set >> mode & 1 == 0 { number } else { 0 };
                let retired = passes(0, 1) + passes(port, 4);
                let expected = [passes(now, 1), retired, passes(now, 1), retired, passes(port, 2), passes(now, 1)];
                let counted = [MCYCLE, MINSTRET, 0xB03, 0xB04, 0xB05, 0xB06].map(|addr| bench.get(addr));
                assert_eq!(counted, expected, "filter {set:05b}, mode {now}, port {port}");
            }
        }
    }
}

/// RVHPM-R81, R82: the bits of missing modes do not exist.
#[rstest]
#[case("", 0x7C)]
#[case("h = 0", 0x70)]
#[case("h = 0\ns = 0", 0x50)]
#[case("h = 0\ns = 0\nu = 0", 0x40)]
fn only_implemented_modes_have_filters(#[case] changes: &str, #[case] bits: u64) {
    let mut bench = Bench::with(HPM64, changes);
    for addr in [MCYCLECFG, MINSTRETCFG, MHPMEVENT3] {
        bench.write(addr, 0x7FFF_FFFF_FFFF_0000);
        assert_eq!(bench.get(addr), bits << 56);
    }
}

/// RVHPM-R86, R90: a trap return counts in the mode that it leaves, in the cycle in which the mode of the hart changes.
#[test]
fn a_trap_return_retires_in_the_mode_that_it_leaves() {
    let mut bench = Bench::new(HPM64);
    bench.write(MCYCLECFG, UINH).write(MINSTRETCFG, UINH);
    bench.line("cyc", 1).line("ret 0", 1);
    bench.mode(U).port_mode(0, M).step();
    assert_eq!((bench.get(MCYCLE), bench.get(MINSTRET)), (0, 1));
    bench.mode(M).port_mode(0, U).step();
    assert_eq!((bench.get(MCYCLE), bench.get(MINSTRET)), (1, 1));
}

/// RVHPM-R89: the filter of one counter does not affect another, nor that of `minstret` the event.
#[test]
fn filters_are_separate() {
    let mut bench = Bench::new(HPM64);
    bench.write(MINSTRETCFG, MINH).write(0x324, INSTRUCTIONS).write(0x323, INSTRUCTIONS | MINH);
    bench.line("ret 0", 5).line("cyc", 1).step();
    assert_eq!([MINSTRET, 0xB03, 0xB04, MCYCLE].map(|addr| bench.get(addr)), [0, 0, 5, 1]);
}
