//! Thread and privilege filter.

use super::bench::*;
use rstest::rstest;

/// KNC-R42 KNC-R43 KNC-R44: the thread's own occurrences, or the sum over all
/// threads, up to the largest sum.
#[rstest]
#[case(0, 0, [1, 2, 4, 8], 1)]
#[case(0, 3, [1, 2, 4, 8], 8)]
#[case(0, 2, [9, 9, 0, 9], 0)]
#[case(TCM, 0, [1, 2, 4, 8], 15)]
#[case(TCM, 3, [1, 2, 4, 0], 7)]
#[case(TCM, 1, [63; 4], 252)]
fn tcm_sums_the_occurrences_of_all_threads(
    #[case] tcm: u64,
    #[case] thread: u64,
    #[case] lines: [u64; 4],
    #[case] expected: u64,
) {
    let mut bench = Bench::counting(0);
    bench.lines(ELEMENTS, lines);
    bench.write(thread, SEL[1], ON | tcm | ELEMENTS);
    bench.step();
    assert_eq!(bench.count(thread as usize, 1), expected);
}

/// KNC-R44 KNC-R54: the threshold is compared with the sum, not with the occurrences of one thread.
#[rstest]
#[case(0, 4, 0)]
#[case(TCM, 4, 1)]
#[case(TCM, 5, 0)]
#[case(TCM, 3, 1)]
fn threshold_is_compared_with_the_sum(#[case] tcm: u64, #[case] threshold: u64, #[case] expected: u64) {
    let mut bench = Bench::counting(0);
    bench.lines(ELEMENTS, [1; 4]);
    bench.write(0, SEL[0], ON | tcm | cmask(threshold) | ELEMENTS);
    bench.step();
    assert_eq!(bench.count(0, 0), expected);
}

/// KNC-R45 KNC-R46: an occurrence without a thread counts once in every counter that selects it.
#[rstest]
fn event_without_a_thread_counts_once(#[values(0, TCM)] tcm: u64, #[values(0, 1, 2, 3)] executing: u64) {
    let mut bench = Bench::counting(0);
    bench.set("exec_tid", executing);
    for thread in 0..4 {
        bench.write(thread, SEL[0], ON | tcm | SNOOPS);
        bench.write(thread, SEL[1], ON | TCM | VICTIMS);
    }
    bench.line(0, SNOOPS, 5);
    bench.line(0, VICTIMS, 63);
    bench.step();
    assert_eq!(bench.counts(), [5, 63, 5, 63, 5, 63, 5, 63]);
}

/// KNC-R47 KNC-R48 KNC-R49 KNC-R50: the ring of the own thread is selected; the rings of
/// other threads have no effect.
#[rstest]
fn own_ring_qualifies_the_occurrences(
    #[values(0, 1, 2, 3)] ring: u64,
    #[values(0, OS, USR, OS | USR)] levels: u64,
    #[values(0, 2)] thread: usize,
) {
    let mut bench = Bench::counting(0);
    bench.write(thread as u64, SEL[0], EN | levels | ELEMENTS);
    bench.line(thread, ELEMENTS, 3);
    let mut all = [3 - ring; 4];
    all[thread] = ring;
    bench.cpl(all);
    bench.step();
    let selected = if ring == 0 { levels & OS != 0 } else { levels & USR != 0 };
    assert_eq!(bench.count(thread, 0), if selected { 3 } else { 0 });
}

/// KNC-R51: with TCM, the occurrences of each thread are filtered by its own
/// ring before they are summed.
#[rstest]
#[case(USR, [0, 1, 2, 3], 14)]
#[case(OS, [0, 1, 2, 3], 1)]
#[case(OS, [0, 3, 0, 3], 5)]
#[case(USR, [0, 3, 0, 3], 10)]
#[case(OS | USR, [0, 3, 0, 3], 15)]
#[case(USR, [3, 0, 0, 0], 1)]
#[case(USR, [0, 0, 0, 0], 0)]
#[case(OS, [1, 1, 1, 1], 0)]
#[case(0, [0, 1, 2, 3], 0)]
fn tcm_filters_each_thread_by_its_ring(#[case] levels: u64, #[case] rings: [u64; 4], #[case] expected: u64) {
    let mut bench = Bench::counting(0);
    bench.write(2, SEL[1], EN | TCM | levels | ELEMENTS);
    bench.lines(ELEMENTS, [1, 2, 4, 8]);
    bench.cpl(rings);
    bench.step();
    assert_eq!(bench.count(2, 1), expected);
}

/// KNC-R52: an event without a thread has the ring of the thread in the
/// execution stage in the same cycle.
#[rstest]
fn ring_of_the_executing_thread_qualifies(#[values(0, TCM)] tcm: u64) {
    let mut bench = Bench::counting(0);
    for thread in 0..4 {
        bench.write(thread, SEL[0], EN | USR | tcm | SNOOPS);
        bench.write(thread, SEL[1], EN | OS | tcm | SNOOPS);
    }
    bench.cpl([0, 3, 0, 1]);
    bench.line(0, SNOOPS, 1);
    let mut expected = [0; 8];
    for executing in [0, 1, 1, 2, 3, 0, 3] {
        bench.set("exec_tid", executing);
        bench.step();
        let user = executing == 1 || executing == 3;
        (0..4).for_each(|thread| expected[2 * thread + usize::from(!user)] += 1);
        assert_eq!(bench.counts(), expected);
    }
}

/// KNC-R58: an inverted threshold counts only while a considered thread is at a selected ring.
#[rstest]
#[case::own(0, ELEMENTS, [3, 0, 0, 0], 0, 1)]
#[case::own_at_another(0, ELEMENTS, [0, 3, 3, 3], 1, 0)]
#[case::any(TCM, ELEMENTS, [0, 0, 0, 3], 0, 1)]
#[case::any_none(TCM, ELEMENTS, [0, 0, 0, 0], 0, 0)]
#[case::executing(0, SNOOPS, [0, 0, 3, 0], 2, 1)]
#[case::executing_at_another(0, SNOOPS, [3, 3, 0, 3], 2, 0)]
#[case::executing_with_tcm(TCM, SNOOPS, [3, 3, 0, 3], 2, 0)]
fn inversion_requires_a_qualified_thread(
    #[case] tcm: u64,
    #[case] selection: u64,
    #[case] rings: [u64; 4],
    #[case] executing: u64,
    #[case] expected: u64,
) {
    let mut bench = Bench::counting(EN | USR | INV | cmask(1) | tcm | selection);
    bench.cpl(rings);
    bench.set("exec_tid", executing);
    let before = bench.count(0, 0);
    bench.step();
    assert_eq!(bench.count(0, 0) - before, expected);
}
