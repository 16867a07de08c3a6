//! Writes in the cycle of an increment or an overflow (5.14).

use super::bench::*;
use rstest::rstest;

/// RVHPM-R132: the cycle of a write counts with the old configuration.
#[rstest]
#[case(MCOUNTINHIBIT, u64::MAX, 1, 1)]
#[case(MCOUNTINHIBIT, 0, 0, 2)]
#[case(MHPMEVENT3, 0, 1, 1)]
#[case(MHPMEVENT3, LOADS | MINH, 1, 1)]
#[case(SCOUNTINHIBIT, u64::MAX, 1, 1)]
#[case(MCOUNTEREN, 0, 1, 3)]
fn a_configuration_acts_from_the_next_cycle(
    #[case] addr: u32,
    #[case] data: u64,
    #[case] in_cycle: u64,
    #[case] later: u64,
) {
    let mut bench = Bench::new(HPM64);
    bench.inputs.cde = true;
    bench.write(MCOUNTEREN, u64::MAX).write(MHPMEVENT3, LOADS);
    if data == 0 && addr == MCOUNTINHIBIT {
        bench.write(MCOUNTINHIBIT, u64::MAX);
    }
    bench.line("ld0", 1).write(addr, data);
    assert_eq!(bench.get(MHPMCOUNTER3), in_cycle);
    bench.cycles(2);
    assert_eq!(bench.get(MHPMCOUNTER3), later);
}

/// RVHPM-R132: filters of `mcycle` and `minstret`.
#[test]
fn a_filter_acts_from_the_next_cycle() {
    let mut bench = Bench::new(HPM64);
    bench.line("cyc", 1).line("ret 0", 1).write(MCYCLECFG, MINH).write(MINSTRETCFG, MINH).cycles(2);
    assert_eq!((bench.get(MCYCLE), bench.get(MINSTRET)), (1, 2));
}

/// RVHPM-R133: checks use the enables at the start of the cycle.
#[test]
fn a_check_uses_the_state_at_the_start_of_the_cycle() {
    let mut bench = Bench::new(HPM64);
    bench.write(SISELECT, 0x43);
    bench.inputs.cde = true;
    assert_eq!(bench.answer(S, SIREG), Illegal);
    bench.write(MCOUNTEREN, 8);
    assert_eq!((bench.answer(S, SIREG), bench.answer(S, 0xC03)), (Value(0), Value(0)));
}

/// RVHPM-R134, R135: with XLEN = 64 the increment of the cycle is dropped.
#[rstest]
fn a_write_takes_priority_over_the_increment(#[values(MCYCLE, MINSTRET, MHPMCOUNTER3)] addr: u32) {
    let mut bench = Bench::new(HPM64);
    bench.write(MHPMEVENT3, INSTRUCTIONS).line("cyc", 1).line("ret 0", 7).line("ret 1", 7).write(addr, 1000);
    assert_eq!(bench.get(addr), 1000);
    let number = if addr == MCYCLE { 1 } else { 14 };
    bench.step();
    assert_eq!(bench.get(addr), 1000 + number);
}

/// RVHPM-R136, R54: half writes of a counter at `from` in a cycle that adds 2.
#[rstest]
#[case("drop", MHPMCOUNTER3, 0x4_FFFF_FFFF, 0x4_0000_0007)]
#[case("count", MHPMCOUNTER3, 0x4_FFFF_FFFF, 0x5_0000_0007)]
#[case("drop", MHPMCOUNTER3H, 0x4_FFFF_FFFF, 0x7_FFFF_FFFF)]
#[case("count", MHPMCOUNTER3H, 0x4_FFFF_FFFF, 0x7_0000_0001)]
#[case("drop", 0xB85, 0xFFFF_FFFF, 0xFFFF_FFFF)]
#[case("count", 0xB85, 0xFFFF_FFFF, 1)]
#[case("count", 0xB05, 0xFFFF_FFFF, 7)]
#[case("drop", MINSTRET, 0x4_FFFF_FFFF, 0x4_0000_0007)]
#[case("count", MINSTRET, 0x4_FFFF_FFFF, 0x5_0000_0007)]
#[case("count", 0xB82, 0x4_FFFF_FFFF, 0x7_0000_0001)]
fn half_writes(#[case] half_write: &str, #[case] addr: u32, #[case] from: u64, #[case] to: u64) {
    let mut bench = Bench::with(HPM32_FULL, &format!("half_write = '{half_write}'"));
    let low = addr & !0x80;
    bench.write(0x323, FULL_INSTRUCTIONS).write(0x325, FULL_INSTRUCTIONS);
    bench.write(low, from).write(low + 0x80, from >> 32).line("ret 0", 2).write(addr, 7);
    assert_eq!(bench.get_all(low), to);
}

/// RVHPM-R137: `mcycle` after a write in a cycle that it counts; with XLEN = 32 from 3_FFFFFFFFh.
#[rstest]
#[case(HPM64, "hold", MCYCLE, u64::MAX, u64::MAX)]
#[case(HPM64, "tick", MCYCLE, u64::MAX, 0)]
#[case(HPM64, "tick", MCYCLE, 5, 6)]
#[case(HPM32_FULL, "hold", MCYCLE, 7, 0x4_0000_0007)]
#[case(HPM32_FULL, "hold", 0xB80, 9, 0x9_0000_0000)]
#[case(HPM32_FULL, "tick", MCYCLE, 7, 0x3_0000_0008)]
#[case(HPM32_FULL, "tick", MCYCLE, 0xFFFF_FFFF, 0x4_0000_0000)]
#[case(HPM32_FULL, "tick", 0xB80, 9, 0xA_0000_0000)]
fn mcycle_after_a_write(
    #[case] configuration: &str,
    #[case] cycle_write: &str,
    #[case] addr: u32,
    #[case] data: u64,
    #[case] after: u64,
) {
    let mut bench = Bench::with(configuration, &format!("cycle_write = '{cycle_write}'\nhalf_write = 'count'"));
    bench.write(MCYCLE, 0xFFFF_FFFF);
    if configuration == HPM32_FULL {
        bench.write(0xB80, 3);
    }
    bench.line("cyc", 1).write(addr, data);
    assert_eq!(bench.get_all(MCYCLE), after);
}

/// RVHPM-R137: a counter that is inhibited does not tick.
#[test]
fn an_inhibited_mcycle_does_not_tick() {
    let mut bench = Bench::with(HPM64, "cycle_write = 'tick'");
    bench.write(MCOUNTINHIBIT, 1).line("cyc", 1).write(MCYCLE, 5);
    assert_eq!(bench.get(MCYCLE), 5);
}

/// RVHPM-R138: the overflow of a cycle in which the counter is written. Counter 3 has 64 bits, counter 5 has 32.
#[rstest]
#[case(HPM64, "write_overflow = 'drop'", 3, MHPMCOUNTER3, false)]
#[case(HPM64, "write_overflow = 'flag'", 3, MHPMCOUNTER3, true)]
#[case(HPM64, "write_overflow = 'drop'\nhalf_write = 'count'", 3, MHPMCOUNTER3, false)]
#[case(HPM32_FULL, "write_overflow = 'drop'\nhalf_write = 'drop'", 3, MHPMCOUNTER3, false)]
#[case(HPM32_FULL, "write_overflow = 'drop'\nhalf_write = 'drop'", 3, MHPMCOUNTER3H, false)]
#[case(HPM32_FULL, "write_overflow = 'drop'\nhalf_write = 'count'", 3, MHPMCOUNTER3, true)]
#[case(HPM32_FULL, "write_overflow = 'drop'\nhalf_write = 'count'", 3, MHPMCOUNTER3H, false)]
#[case(HPM32_FULL, "write_overflow = 'drop'\nhalf_write = 'count'", 5, 0xB05, false)]
#[case(HPM32_FULL, "write_overflow = 'drop'\nhalf_write = 'count'", 5, 0xB85, true)]
#[case(HPM32_FULL, "write_overflow = 'flag'\nhalf_write = 'drop'", 5, 0xB05, true)]
#[case(HPM32_FULL, "write_overflow = 'flag'\nhalf_write = 'drop'", 3, MHPMCOUNTER3H, true)]
fn overflow_of_a_written_counter(
    #[case] configuration: &str,
    #[case] changes: &str,
    #[case] counter: usize,
    #[case] addr: u32,
    #[case] overflows: bool,
) {
    let mut bench = Bench::with(configuration, &format!("{changes}\nlcofi_delay = 0"));
    let number = counter as u32;
    let is_32 = configuration == HPM32_FULL;
    bench.write(0x320 + number, if is_32 { FULL_LOADS } else { LOADS }).write(0xB00 + number, u64::MAX);
    if is_32 {
        bench.write(0xB80 + number, u64::MAX);
    }
    bench.line("ld0", 1).write(addr, 0x55);
    assert_eq!((bench.of(counter), bench.lcofip()), (overflows, overflows));
}

/// RVHPM-R111, R138: a write through the window acts as one by the machine-level number.
#[test]
fn a_window_write_drops_the_overflow() {
    let mut bench = Bench::new(HPM64);
    bench.inputs.cde = true;
    bench.write(MCOUNTEREN, u64::MAX).write(SISELECT, 0x43).write(MHPMEVENT3, LOADS).write(MHPMCOUNTER3, u64::MAX);
    bench.line("ld0", 1).mode(S).write(SIREG, 3);
    assert_eq!((bench.get(MHPMCOUNTER3), bench.of(3)), (3, false));
}
