//! EN, IA32_PERF_GLOBAL_CTRL and SPFLT.

use super::bench::*;
use rstest::rstest;

/// Both counters of every thread select an event that occurs once in each cycle;
/// all global enables are 0.
fn all_selecting(select: u64) -> Bench {
    let mut bench = Bench::new();
    for thread in 0..4 {
        bench.write(thread, SEL[0], select);
        bench.write(thread, SEL[1], select);
    }
    bench.lines(ELEMENTS, [1; 4]);
    bench
}

/// KNC-R28 KNC-R35: the two enables are ANDed.
#[rstest]
#[case(0, 0, 0)]
#[case(EN, 0, 0)]
#[case(0, 1, 0)]
#[case(EN, 1, 1)]
fn both_enables_are_needed(#[case] en: u64, #[case] global: u64, #[case] expected: u64) {
    let mut bench = Bench::new();
    bench.write(0, CNT[0], 0x40);
    bench.line(0, ELEMENTS, 1);
    bench.write(0, SEL[0], OS | en | ELEMENTS);
    bench.write(0, GLOBAL_CTRL, global);
    bench.step();
    assert_eq!(bench.count(0, 0), 0x40 + expected);
}

/// KNC-R29: each bit of IA32_PERF_GLOBAL_CTRL enables one counter of one thread.
#[rstest]
fn each_global_enable_applies_to_one_counter(#[values(0, 1, 2, 3)] thread: u64, #[values(0, 1)] index: usize) {
    let mut bench = all_selecting(ON | ELEMENTS);
    bench.write(thread, GLOBAL_CTRL, 1 << index);
    bench.step();
    let mut expected = [0; 8];
    expected[2 * thread as usize + index] = 1;
    assert_eq!(bench.counts(), expected);
}

/// KNC-R02 KNC-R28: EN enables one counter of one thread.
#[rstest]
fn each_en_applies_to_one_counter(#[values(0, 1, 2, 3)] thread: u64, #[values(0, 1)] index: usize) {
    let mut bench = all_selecting(OS | ELEMENTS);
    (0..4).for_each(|thread| bench.write(thread, GLOBAL_CTRL, 3));
    bench.write(thread, SEL[index], ON | ELEMENTS);
    bench.step();
    let mut expected = [0; 8];
    expected[2 * thread as usize + index] = 1;
    assert_eq!(bench.counts(), expected);
}

/// KNC-R30 KNC-R31 KNC-R32: USER_PREF gates the counters whose SPFLT_EN is 1.
#[rstest]
#[case(0, [1, 1])]
#[case(1, [0, 1])]
#[case(2, [1, 0])]
#[case(3, [0, 0])]
#[case(USER_PREF, [1, 1])]
#[case(USER_PREF | 1, [1, 1])]
#[case(USER_PREF | 2, [1, 1])]
#[case(USER_PREF | 3, [1, 1])]
fn user_pref_gates_counters_with_spflt_en(
    #[case] control: u64,
    #[case] expected: [u64; 2],
    #[values(0, 1, 2, 3)] thread: usize,
) {
    let mut bench = all_selecting(ON | ELEMENTS);
    bench.write(thread as u64, SPFLT_CONTROL, control);
    bench.write(thread as u64, GLOBAL_CTRL, 3);
    bench.step();
    let mut counts = [0; 8];
    counts[2 * thread..2 * thread + 2].copy_from_slice(&expected);
    assert_eq!(bench.counts(), counts);
}

/// KNC-R33 KNC-R35 KNC-R85: SPFLT stops and resumes counting in the next cycle; the values are kept.
#[test]
fn spflt_stops_and_resumes_in_the_next_cycle() {
    let mut bench = all_selecting(ON | ELEMENTS);
    bench.write(1, SPFLT_CONTROL, USER_PREF | 1);
    bench.write(1, GLOBAL_CTRL, 3);
    bench.cpl([3; 4]);
    let mut after = |data: u64| {
        bench.spflt(1, data);
        let stopped = (bench.count(1, 0), bench.count(1, 1));
        bench.step();
        (stopped, (bench.count(1, 0), bench.count(1, 1)))
    };
    assert_eq!(after(0), ((1, 1), (1, 2)));
    assert_eq!(after(2), ((1, 3), (1, 4)));
    assert_eq!(after(1), ((1, 5), (2, 6)));
}

/// KNC-R34: the owner's USER_PREF gates a counter, also for events of other threads.
#[rstest]
#[case(0, 0)]
#[case(1, 10)]
fn owner_gates_events_of_all_threads(#[case] own: u64, #[case] expected: u64) {
    let mut bench = Bench::counting(ON | TCM | ELEMENTS);
    for thread in 0..4 {
        bench.write(thread, SPFLT_CONTROL, 3);
        bench.spflt(thread, u64::from(thread == 0) & own | u64::from(thread != 0) & (1 - own));
    }
    bench.lines(ELEMENTS, [1, 2, 3, 4]);
    bench.step();
    assert_eq!(bench.count(0, 0), expected);
}

/// KNC-R02 KNC-R27: eight counters with different events, presets and enables
/// do not affect each other.
#[test]
fn counters_do_not_affect_each_other() {
    let events = [0x0000, 0x2000, 0x0001, 0x2001, 0x0003, 0x2003, 0x10CB, 0x2018];
    let mut bench = Bench::new();
    for (counter, event) in events.into_iter().enumerate() {
        let (thread, index) = (counter as u64 / 2, counter % 2);
        bench.write(thread, CNT[index], 1000 * counter as u64);
        bench.write(thread, SEL[index], ON | event);
    }
    for (number, event) in events.into_iter().enumerate() {
        bench.lines(event, [number as u64 + 1; 4]);
    }
    for (thread, enables) in [3, 2, 1, 3].into_iter().enumerate() {
        bench.write(thread as u64, GLOBAL_CTRL, enables);
    }
    // Cycles in which each thread has counted: 4, 3, 2 and 1, including the step below.
    bench.step();
    assert_eq!(bench.counts(), [4, 1008, 2000, 3012, 4010, 5000, 6007, 7008]);
}
