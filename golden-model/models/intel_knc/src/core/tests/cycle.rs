//! Several causes in one cycle.

use super::bench::*;
use rstest::rstest;

/// KNC-R84: a read in the cycle of an increment returns the value before it, on both access paths.
#[rstest]
fn reads_return_the_value_at_the_start_of_the_cycle(#[values(0, 1, 2, 3)] thread: u64, #[values(0, 1)] index: usize) {
    let mut bench = Bench::counting(0);
    bench.write(thread, CNT[index], 0x100);
    bench.write(thread, SEL[index], ON | ELEMENTS);
    bench.line(thread as usize, ELEMENTS, 3);
    assert_eq!(bench.read(thread, CNT[index]), 0x100);
    assert_eq!(bench.access(false, RDPMC, thread, index as u64, 0), (0, 0x103));
    assert_eq!(bench.count(thread as usize, index), 0x106);
}

/// KNC-R84 KNC-R88: status and line of an overflow are not observable in its own cycle.
#[test]
fn overflow_is_observable_in_the_next_cycle() {
    let mut bench = Bench::counting(ON | INT | ELEMENTS);
    bench.write(0, CNT[0], MAX);
    bench.line(0, ELEMENTS, 1);
    assert_eq!((bench.read(0, STATUS), bench.output("thread0.pmi")), (0, 0));
    assert_eq!((bench.read(0, STATUS), bench.output("thread0.pmi")), (1, 1));
}

/// KNC-R84: the state observed in the cycle of a write is the state before the write.
#[test]
fn write_is_not_observed_in_its_own_cycle() {
    let mut bench = Bench::new();
    bench.write(1, CNT[0], 0x77);
    assert_eq!(bench.output("thread1.IA32_PerfCnt0"), 0);
    assert_eq!(bench.state("thread1.IA32_PerfCnt0"), 0x77);
}

/// KNC-R85: the cycle of a configuration write counts with the previous configuration.
#[test]
fn select_write_takes_effect_in_the_next_cycle() {
    let mut bench = Bench::counting(0);
    bench.line(0, ELEMENTS, 1);
    bench.line(0, BRANCHES, 2);
    let mut after = |msr: u64, data: u64| {
        bench.write(0, msr, data);
        bench.count(0, 0)
    };
    assert_eq!(after(SEL[0], ON | ELEMENTS), 0);
    assert_eq!(after(SEL[0], ON | BRANCHES), 1);
    assert_eq!(after(SEL[0], 0), 3);
    assert_eq!(after(SEL[0], ON | BRANCHES), 3);
    assert_eq!(after(GLOBAL_CTRL, 2), 5);
    assert_eq!(after(GLOBAL_CTRL, 1), 5);
    assert_eq!(after(SPFLT_CONTROL, 1), 7);
    assert_eq!(after(SPFLT_CONTROL, USER_PREF | 1), 7);
    assert_eq!(after(SPFLT_CONTROL, 0), 9);
}

/// KNC-R86: a counter write takes priority over an increment that would overflow, and no effect
/// of that increment remains.
#[test]
fn counter_write_takes_priority_over_increment() {
    let mut bench = Bench::counting(ON | INT | ELEMENTS);
    bench.write(0, CNT[0], MAX);
    bench.line(0, ELEMENTS, 1);
    bench.write(0, CNT[0], 0x500);
    assert_eq!((bench.count(0, 0), bench.status()[0], bench.pmi()[0]), (0x500, 0, 0));
    bench.write(0, CNT[0], MAX);
    assert_eq!((bench.count(0, 0), bench.status()[0]), (MAX, 0));
    bench.step();
    assert_eq!((bench.count(0, 0), bench.status()[0]), (0, 1));
}

/// KNC-R27 KNC-R86: a write to one counter does not lose an event of another.
#[rstest]
fn counter_write_stops_only_the_written_counter(#[values(0, 1, 2, 3)] thread: u64, #[values(0, 1)] index: usize) {
    let mut bench = Bench::counting(0);
    for thread in 0..4 {
        bench.write(thread, SEL[0], ON | ELEMENTS);
        bench.write(thread, SEL[1], ON | ELEMENTS);
    }
    bench.lines(ELEMENTS, [1; 4]);
    bench.write(thread, CNT[index], 0x500);
    let mut expected = [1; 8];
    expected[2 * thread as usize + index] = 0x500;
    assert_eq!(bench.counts(), expected);
}

/// KNC-R86: only a WRMSR to the counter stops it; other writes, reads and refused accesses do not.
#[rstest]
#[case::read(false, MSR, 0x20, 0)]
#[case::rdpmc(false, RDPMC, 0, 0)]
#[case::write_by_rdpmc(true, RDPMC, 0, 0)]
#[case::select(true, MSR, 0x28, ON | ELEMENTS)]
#[case::other_counter(true, MSR, 0x21, 0)]
#[case::clear(true, MSR, 0x2E, 3)]
#[case::spflt_at_a_counters_address(true, SPFLT, 0x20, 0)]
#[case::refused(true, MSR, 0x22, 0)]
fn other_accesses_stop_no_counter(#[case] write: bool, #[case] space: u64, #[case] addr: u64, #[case] data: u64) {
    let mut bench = Bench::counting(ON | ELEMENTS);
    bench.line(0, ELEMENTS, 2);
    bench.access(write, space, 0, addr, data);
    assert_eq!(bench.count(0, 0), 2);
}

/// KNC-R09 KNC-R86: a WRMSR that is refused because of the ring neither writes nor stops the counter.
#[test]
fn refused_counter_write_stops_no_counter() {
    let mut bench = Bench::counting(ON | ELEMENTS);
    bench.line(0, ELEMENTS, 2);
    bench.set("thread0.cpl", 3);
    assert_eq!(bench.access(true, MSR, 0, CNT[0], 0x500), (1, 0));
    assert_eq!(bench.count(0, 0), 2);
}
