//! Event selection (5.7).

use super::bench::*;
use rstest::rstest;

/// The selector after a write of `new` over `before`; both with bits above the field.
fn stored(configuration: &str, changes: &str, before: u64, new: u64) -> u64 {
    let mut bench = Bench::with(configuration, changes);
    bench.write(MHPMEVENT3, before).write(MHPMEVENT3, new);
    bench.get(MHPMEVENT3)
}

/// RVHPM-R58, R60, R65.
#[rstest]
#[case("zero", 0x8000, 0x8000)]
#[case("zero", 0x8001, 0)]
#[case("zero", 0x0003, 0)]
#[case("zero", 0x0002_0010, 0x10)]
#[case("keep", 0x0003, 0x11)]
#[case("keep", 0x0000, 0)]
#[case("keep", 0x0061, 0x61)]
#[case("store", 0x0003, 3)]
#[case("store", 0x0001_FFFF, 0xFFFF)]
fn encoded(#[case] illegal: &str, #[case] new: u64, #[case] expected: u64) {
    assert_eq!(stored(HPM64, &format!("sel_illegal = '{illegal}'"), 0x11, new), expected);
}

/// RVHPM-R61.
#[rstest]
#[case("zero", 0, 0xFFFF, 0x1FFD)]
#[case("keep", 0, 0x0002, 0)]
#[case("store", 0, 0xFFFF, 0x1FFF)]
#[case("zero", 1, 0x0006, 4)]
#[case("zero", 1, 0x0005, 0)]
#[case("keep", 1, 0x0005, 8)]
#[case("keep", 1, 0x0000, 0)]
fn mask(#[case] illegal: &str, #[case] onehot: u32, #[case] new: u64, #[case] expected: u64) {
    let changes = format!("sel_illegal = '{illegal}'\nmask_onehot = {onehot}");
    assert_eq!(stored(HPM32, &changes, 8, new), expected);
}

/// RVHPM-R62: class 1 has bits 8 to 13, class 3 bits 8 to 12; class 0 is not listed, but selector 0 is
/// legal.
#[rstest]
#[case("zero", 0xFF01, 0x3F01)]
#[case("zero", 0xFF03, 0x1F03)]
#[case("zero", 0xFF04, 0)]
#[case("keep", 0xFF04, 0x0201)]
#[case("keep", 0x0002, 0x0002)]
#[case("keep", 0x0000, 0)]
#[case("store", 0xFF04, 0xFF04)]
#[case("store", 0xFF01, 0xFF01)]
fn set_mask(#[case] illegal: &str, #[case] new: u64, #[case] expected: u64) {
    assert_eq!(stored(HPM32_FULL, &format!("sel_illegal = '{illegal}'"), 0x0201, new), expected);
}

/// What counter 3 adds in a cycle in which all lines have their largest number.
fn adds(configuration: &str, changes: &str, selector: u64) -> u64 {
    let mut bench = Bench::with(configuration, changes);
    bench.write(MHPMEVENT3, selector);
    let (ports, own) = (bench.hpm.parameters.ret_ports, bench.hpm.parameters.ret_w);
    bench.inputs.lines[1..=ports].fill((1 << own) - 1);
    bench.inputs.lines[0] = 1;
    let table: toml::Table = configuration.parse().expect("a configuration");
    for (line, raw) in table["lines"].as_array().expect("lines").iter().enumerate() {
        let width = raw["width"].as_integer().expect("a width");
        bench.inputs.lines[1 + ports + line] = (1 << width) - 1;
    }
    bench.step();
    bench.get(MHPMCOUNTER3)
}

/// RVHPM-R57, R58, R63, R69, R79: two ports of 3 bits add 14.
#[rstest]
#[case(HPM64, "", 0, 0)]
#[case(HPM64, "", CYCLES, 1)]
#[case(HPM64, "", INSTRUCTIONS, 14)]
#[case(HPM64, "", LOADS, 6)]
#[case(HPM64, "", 0x13, 2)]
#[case(HPM64, "", L1D_ACCESSES, 4)]
#[case(HPM64, "", 0x8000, 5)]
#[case(HPM64, "sel_illegal = 'store'", 0x03, 0)]
#[case(HPM64, "combine = 'or'", INSTRUCTIONS, 1)]
#[case(HPM32, "", 0x1FFD, 1)]
#[case(HPM32, "combine = 'sum'", 0x1FFD, 12)]
#[case(HPM32, "combine = 'sum'\nsel_illegal = 'store'", 0x0002, 0)]
#[case(HPM32, "combine = 'sum'\nsel_illegal = 'store'", 0x0003, 1)]
#[case(HPM32_FULL, "", 0x0301, 15)]
#[case(HPM32_FULL, "", 0x0302, 6)]
#[case(HPM32_FULL, "", 0x0003, 0)]
#[case(HPM32_FULL, "sel_illegal = 'store'", 0xFF04, 0)]
#[case(HPM32_FULL, "sel_illegal = 'store'", 0xE003, 0)]
fn increments(#[case] configuration: &str, #[case] changes: &str, #[case] selector: u64, #[case] expected: u64) {
    assert_eq!(adds(configuration, changes, selector), expected);
}

/// RVHPM-R70: with `or` a line that is filtered does not count, another does.
#[test]
fn or_counts_1_for_any_line() {
    let mut bench = Bench::new(HPM32);
    bench.write(MHPMEVENT3, 0x0028).line("load", 0).line("lsu_wait", 0).step();
    bench.line("load", 1).step();
    bench.line("lsu_wait", 1).cycles(2);
    assert_eq!(bench.get(MHPMCOUNTER3), 3);
}

/// A line that two selected events have is one line of the selection.
#[test]
fn a_line_of_two_selected_events_adds_once() {
    let events = "events = [{ code = 1, lines = ['load', 'store'] }, { code = 2, lines = ['load', 'jump'] }]";
    let mut bench = Bench::with(HPM32, &format!("combine = 'sum'\n{events}"));
    bench.write(MHPMEVENT3, 3).line("load", 1).step();
    assert_eq!(bench.get(MHPMCOUNTER3), 1);
    bench.line("store", 1).line("jump", 1).step();
    assert_eq!(bench.get(MHPMCOUNTER3), 4);
}

/// RVHPM-R64, R68, R111: OF and xINH are written together with an illegal selector.
#[test]
fn of_and_filters_do_not_depend_on_the_selector() {
    let mut bench = Bench::with(HPM64, "sel_illegal = 'keep'");
    bench.write(MHPMEVENT3, LOADS).write(MHPMEVENT3, OF | MINH | VUINH | 0x3);
    assert_eq!(bench.get(MHPMEVENT3), OF | MINH | VUINH | LOADS);
}

/// RVHPM-R68, R21.
#[test]
fn halves_of_mhpmevent_are_separate() {
    let mut bench = Bench::new(HPM32_FULL);
    bench.write(MHPMEVENT3, FULL_LOADS).write(MHPMEVENT3H, (OF | SINH) >> 32 | FULL_CYCLES);
    assert_eq!(bench.get_all(MHPMEVENT3), OF | SINH | FULL_LOADS);
    bench.write(MHPMEVENT3, FULL_CYCLES);
    assert_eq!(bench.get_all(MHPMEVENT3), OF | SINH | FULL_CYCLES);
}

/// RVHPM-R66, R108.
#[test]
fn of_and_filters_do_not_exist_without_sscofpmf() {
    let mut bench = Bench::with(HPM64, "sscofpmf = 0");
    bench.write(MHPMEVENT3, u64::MAX << 16 | LOADS);
    assert_eq!(bench.get(MHPMEVENT3), LOADS);
    for addr in [MIP, MIE, SIP, SIE] {
        bench.write(addr, u64::MAX);
        assert_eq!(bench.get(addr), 0);
    }
}

/// RVHPM-R67: counter 11 counts multiply waits after any write.
#[test]
fn a_hard_wired_selector_ignores_writes() {
    let mut bench = Bench::new(HPM32);
    assert_eq!(bench.get(0x32B), 0x0800);
    bench.write(0x32B, 1).line("cyc", 1).line("mul_wait", 1).cycles(2).line("mul_wait", 0).cycles(4);
    assert_eq!((bench.get(0x32B), bench.get(0xB0B), bench.get(0xB0C)), (0x0800, 2, 0));
    let mut filtered = Bench::with(HPM64, &format!("sel_fixed = {:?}", [16i64; 32]));
    filtered.write(MHPMEVENT3, MINH | OF | 5);
    assert_eq!(filtered.get(MHPMEVENT3), MINH | OF | LOADS);
}

/// RVHPM-R01, R59: counters with the same event count it, each under its own filter.
#[test]
fn counters_share_events() {
    let mut bench = Bench::new(HPM64);
    bench.write(0x323, LOADS).write(0x324, LOADS | SINH).write(0x33F, LOADS | MINH).write(0x325, CYCLES);
    bench.line("ld0", 1).line("ld1", 2).port_mode(1, S).step();
    assert_eq!([0xB03, 0xB04, 0xB1F, 0xB05].map(|addr| bench.get(addr)), [3, 1, 2, 0]);
}
