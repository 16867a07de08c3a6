//! Counters, `mcountinhibit` and increments (5.6, 5.8, 5.9).

use super::bench::*;
use rstest::rstest;

/// RVHPM-R51, R52, R131: every access path returns the state at the start of the cycle, and reads change nothing.
#[test]
fn reads_return_the_state_at_the_start_of_the_cycle() {
    let mut bench = Bench::new(HPM64);
    bench.write(MHPMEVENT3, LOADS).write(MCOUNTEREN, u64::MAX).write(SISELECT, 0x43);
    bench.inputs.cde = true;
    bench.line("ld0", 1);
    assert_eq!([MHPMCOUNTER3, 0xC03, SIREG].map(|addr| bench.try_read(addr)), [Value(0), Value(1), Value(2)]);
    bench.line("ld0", 0);
    assert_eq!([MHPMCOUNTER3, 0xC03, SIREG].map(|addr| bench.try_read(addr)), [Value(3); 3]);
}

/// RVHPM-R52: inhibited counters are written and read as usual.
#[test]
fn inhibited_counters_are_accessible() {
    let mut bench = Bench::new(HPM64);
    bench.write(MCOUNTINHIBIT, u64::MAX).write(MHPMCOUNTER3, 77).write(MCYCLE, 78);
    assert_eq!((bench.get(0xC03), bench.get(MCYCLE)), (77, 78));
}

/// RVHPM-R53, R54, R56: an increment carries over all bits; with XLEN = 32 into the high half.
#[rstest]
#[case(HPM64, 0xFFFF_FFFF, 1, 0x1_0000_0000)]
#[case(HPM64, u64::MAX, 14, 13)]
#[case(HPM32_FULL, 0x12_FFFF_FFFE, 4, 0x13_0000_0002)]
#[case(HPM32_FULL, u64::MAX - 2, 14, 11)]
fn increments_carry(#[case] configuration: &str, #[case] from: u64, #[case] add: u64, #[case] to: u64) {
    let mut bench = Bench::new(configuration);
    let is_32 = bench.hpm.parameters.xlen == 32;
    bench.write(MHPMEVENT3, if is_32 { FULL_INSTRUCTIONS } else { INSTRUCTIONS });
    for addr in [MHPMCOUNTER3, MINSTRET] {
        bench.write(addr, from);
        if is_32 {
            bench.write(addr + 0x80, from >> 32);
        }
    }
    bench.line("ret 0", add.min(7)).line("ret 1", add - add.min(7)).step();
    assert_eq!([MHPMCOUNTER3, MINSTRET].map(|addr| bench.get_all(addr)), [to; 2]);
}

/// RVHPM-R55, R91: the sum modulo 2^W.
#[rstest]
#[case(1, 1, 14, 1)]
#[case(8, 0xFA, 14, 8)]
#[case(33, 0x1_FFFF_FFFF, 2, 1)]
fn counters_wrap_at_their_width(#[case] width: u32, #[case] from: u64, #[case] add: u64, #[case] to: u64) {
    let mut bench = Bench::with(HPM64, &format!("counters = [3]\nwidth = [0, 0, 0, {width}]"));
    bench.write(MHPMEVENT3, INSTRUCTIONS).write(MHPMCOUNTER3, from);
    bench.line("ret 0", add.min(7)).line("ret 1", add - add.min(7)).step();
    assert_eq!((bench.get(MHPMCOUNTER3), bench.of(3)), (to, true));
    bench.line("ret 0", 0).line("ret 1", 0).step();
    assert_eq!(bench.get(MHPMCOUNTER3), to);
}

/// RVHPM-R71, R72, R80: each bit stops its counter and no other.
#[test]
fn inhibit_bits_act_on_their_counter() {
    for inhibited in (0..32).filter(|&bit| bit != 1) {
        let mut bench = Bench::new(HPM64);
        for counter in 3..32 {
            bench.write(0x320 + counter, INSTRUCTIONS);
        }
        bench.write(MCOUNTINHIBIT, 1 << inhibited | 2);
        assert_eq!(bench.get(MCOUNTINHIBIT), 1 << inhibited);
        bench.line("cyc", 1).line("ret 0", 1).step();
        for counter in (0..32).filter(|&counter| counter != 1) {
            assert_eq!(bench.get(0xB00 + counter), u64::from(counter != inhibited), "{counter} with {inhibited}");
        }
    }
}

/// RVHPM-R25: without the register all counters count.
#[test]
fn counters_count_without_mcountinhibit() {
    let mut bench = Bench::with(HPM32, "mcountinhibit = 0\nmcountinhibit_rst = 5");
    bench.line("cyc", 1).line("ret 0", 1).cycles(3);
    assert_eq!((bench.get(MCYCLE), bench.get(MINSTRET)), (3, 3));
}

/// RVHPM-R76, R77, R78.
#[test]
fn mcycle_counts_cyc_and_minstret_counts_retirements() {
    let mut bench = Bench::new(HPM64);
    bench.write(MHPMEVENT3, CYCLES).line("ret 0", 7).line("ret 1", 7).cycles(2);
    assert_eq!([MCYCLE, MINSTRET, MHPMCOUNTER3].map(|addr| bench.get(addr)), [0, 28, 0]);
    bench.line("cyc", 1).line("ret 0", 0).line("ret 1", 0).cycles(3);
    assert_eq!([MCYCLE, MINSTRET, MHPMCOUNTER3].map(|addr| bench.get(addr)), [3, 28, 3]);
}

/// RVHPM-R80: a write of one counter does not disturb the others.
#[test]
fn a_write_changes_one_counter() {
    let mut bench = Bench::new(HPM64);
    for counter in 3..32 {
        bench.write(0x320 + counter, LOADS);
    }
    bench.line("ld1", 3).write(0xB07, 100);
    for counter in 3..32 {
        assert_eq!(bench.get(0xB00 + counter), if counter == 7 { 100 } else { 3 });
    }
}
