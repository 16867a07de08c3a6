//! Edge detection.

use super::bench::*;
use rstest::rstest;

/// KNC-R59 KNC-R60 KNC-R61 KNC-R62: the count after each cycle of a sequence of levels.
#[rstest]
#[case::pulses(0, &[1, 1, 0, 1], &[1, 1, 1, 2])]
#[case::steady(0, &[1, 1, 1, 1], &[1, 1, 1, 1])]
#[case::several(0, &[2, 2, 3, 0, 63], &[1, 1, 1, 1, 2])]
#[case::inv_without_threshold(INV, &[0, 1, 1, 0, 2], &[0, 1, 1, 1, 2])]
#[case::threshold(cmask(2), &[1, 2, 1, 3, 2, 0, 1], &[0, 1, 1, 2, 2, 2, 2])]
#[case::inverted(cmask(2) | INV, &[2, 1, 0, 2, 1, 3, 0], &[0, 1, 1, 1, 2, 2, 3])]
fn edge_counts_of_sequences(#[case] controls: u64, #[case] levels: &[u64], #[case] expected: &[u64]) {
    let mut bench = Bench::counting(0);
    bench.line(0, ELEMENTS, levels[0]);
    bench.write(0, SEL[0], OS | E | controls | ELEMENTS);
    // The condition is false before the counter is enabled.
    bench.line(0, ELEMENTS, if controls & INV != 0 && controls >> 24 != 0 { 63 } else { 0 });
    bench.step();
    bench.write(0, SEL[0], ON | E | controls | ELEMENTS);
    assert_eq!(bench.train(ELEMENTS, levels), expected);
}

/// KNC-R60: the sum over the threads makes the condition, so there is no edge while
/// another thread keeps it true.
#[test]
fn edges_are_those_of_the_sum() {
    let mut bench = Bench::counting(ON | E | TCM | ELEMENTS);
    let levels = [[0; 4], [1, 0, 0, 0], [0, 0, 1, 0], [0, 2, 0, 0], [0; 4], [0, 0, 0, 9]];
    let counts = levels.map(|levels| {
        bench.lines(ELEMENTS, levels);
        bench.step();
        bench.count(0, 0)
    });
    assert_eq!(counts, [0, 1, 1, 1, 1, 2]);
}

/// KNC-R63: the history of each counter follows its condition, regardless of EN and E.
#[rstest]
fn history_is_always_sampled(
    #[values(0, EN)] en: u64,
    #[values(0, E)] edge: u64,
    #[values(0, 3)] global: u64,
    #[values(0, 3)] spflt: u64,
) {
    let mut bench = Bench::new();
    bench.write(2, GLOBAL_CTRL, global);
    bench.write(2, SPFLT_CONTROL, spflt);
    bench.write(2, SEL[1], OS | en | edge | ELEMENTS);
    for level in [1, 0, 0, 2, 1, 0] {
        bench.line(2, ELEMENTS, level);
        bench.step();
        assert_eq!(bench.state("thread2.edge_history1"), u64::from(level != 0));
        assert_eq!(bench.state("thread2.edge_history0"), 0);
        assert_eq!(bench.state("thread1.edge_history1"), 0);
    }
}

/// KNC-R63: the history is the condition after rings, threshold and inversion.
#[rstest]
#[case(OS, 0, 1)]
#[case(USR, 0, 0)]
#[case(OS | cmask(3), 0, 0)]
#[case(OS | cmask(2), 0, 1)]
#[case(OS | cmask(2) | INV, 0, 0)]
#[case(OS | cmask(3) | INV, 0, 1)]
#[case(USR | cmask(3) | INV, 0, 0)]
#[case(USR | cmask(3) | INV, 2, 1)]
fn history_samples_the_qualified_condition(#[case] controls: u64, #[case] ring: u64, #[case] expected: u64) {
    let mut bench = Bench::new();
    bench.line(0, ELEMENTS, 2);
    bench.write(0, SEL[0], controls | ELEMENTS);
    bench.set("thread0.cpl", ring);
    bench.step();
    assert_eq!(bench.state("thread0.edge_history0"), expected);
}

/// KNC-R64: enabling a counter while its condition is already true counts no edge.
#[test]
fn enabling_makes_no_edge() {
    let mut bench = Bench::counting(OS | E | ELEMENTS);
    bench.line(0, ELEMENTS, 1);
    bench.step();
    for (msr, off, on) in
        [(SEL[0], OS | E | ELEMENTS, ON | E | ELEMENTS), (GLOBAL_CTRL, 0, 3), (SPFLT_CONTROL, 1, USER_PREF | 1)]
    {
        bench.write(0, msr, on);
        bench.step();
        bench.write(0, msr, off);
        bench.step();
        bench.write(0, msr, on);
        bench.step();
        assert_eq!(bench.count(0, 0), 0, "{msr:#x}");
    }
    bench.spflt(0, 0);
    bench.spflt(0, 1);
    bench.step();
    assert_eq!(bench.count(0, 0), 0);
    assert_eq!(bench.train(ELEMENTS, &[0, 1, 1]), [0, 1, 1]);
}

/// KNC-R65: register changes that make a false edge on constant lines, with the count before and after
/// the change. ELEMENTS is 2 in thread 0 and 5 in thread 1, BRANCHES 0, all threads at ring 0.
#[rstest]
#[case::event(ON | E | BRANCHES, ON | E | ELEMENTS, [0, 1])]
#[case::umask(ON | E | 0x1018, ON | E | ELEMENTS, [0, 1])]
#[case::event_with_en(OS | E | BRANCHES, ON | E | ELEMENTS, [0, 1])]
#[case::en_only(OS | E | ELEMENTS, ON | E | ELEMENTS, [0, 0])]
#[case::tcm(ON | E | cmask(3) | ELEMENTS, ON | E | TCM | cmask(3) | ELEMENTS, [0, 1])]
#[case::os(EN | USR | E | ELEMENTS, ON | E | ELEMENTS, [0, 1])]
#[case::cmask(ON | E | cmask(3) | ELEMENTS, ON | E | cmask(2) | ELEMENTS, [0, 1])]
#[case::inv(ON | E | cmask(3) | ELEMENTS, ON | E | INV | cmask(3) | ELEMENTS, [0, 1])]
#[case::one_to_one(ON | E | ELEMENTS, ON | E | cmask(1) | ELEMENTS, [1, 1])]
#[case::one_to_zero(ON | E | ELEMENTS, ON | E | BRANCHES, [1, 1])]
#[case::zero_to_zero(ON | E | BRANCHES, ON | E | cmask(3) | ELEMENTS, [0, 0])]
#[case::e_only(OS | ELEMENTS, ON | E | ELEMENTS, [0, 0])]
fn select_changes_make_false_edges(#[case] before: u64, #[case] after: u64, #[case] expected: [u64; 2]) {
    let mut bench = Bench::counting(BRANCHES);
    bench.lines(ELEMENTS, [2, 5, 0, 0]);
    let counts = [before, after].map(|select| {
        bench.write(0, SEL[0], select);
        bench.step();
        bench.step();
        bench.count(0, 0)
    });
    assert_eq!(counts, expected);
}

/// KNC-R66: a constant event makes an edge when its thread enters a selected ring.
#[test]
fn entering_a_ring_makes_an_edge() {
    let mut bench = Bench::counting(EN | USR | E | ELEMENTS);
    bench.line(0, ELEMENTS, 1);
    let rings = [0, 3, 1, 0, 2, 2, 0, 0, 3];
    let counts = rings.map(|ring| {
        bench.set("thread0.cpl", ring);
        bench.step();
        bench.count(0, 0)
    });
    assert_eq!(counts, [0, 1, 1, 1, 2, 2, 2, 2, 3]);
}

/// KNC-R52 KNC-R66: for an event without a thread, a change of the executing thread can make an edge.
#[test]
fn change_of_executing_thread_makes_an_edge() {
    let mut bench = Bench::counting(EN | USR | E | SNOOPS);
    bench.line(0, SNOOPS, 1);
    bench.cpl([0, 3, 0, 3]);
    let counts = [0, 1, 3, 2, 3].map(|executing| {
        bench.set("exec_tid", executing);
        bench.step();
        bench.count(0, 0)
    });
    assert_eq!(counts, [0, 1, 1, 1, 2]);
}

/// KNC-R63 KNC-R86: a written counter does not count the edge of its cycle,
/// but the history includes it.
#[test]
fn edge_in_the_cycle_of_a_counter_write_is_lost() {
    let mut bench = Bench::counting(ON | E | ELEMENTS);
    bench.line(0, ELEMENTS, 1);
    bench.write(0, CNT[0], 0x10);
    assert_eq!(bench.train(ELEMENTS, &[1, 0, 1]), [0x10, 0x10, 0x11]);
}
