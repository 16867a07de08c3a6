//! Event coverage: the rows of the event catalogue that the counters have counted.

use super::bench::*;
use golden_model_core::{CoveredModel, GoldenModel};
use rstest::rstest;

/// The pairs of counter number and selection that are recorded as counted.
fn counted_rows(bench: &Bench) -> Vec<(usize, u64)> {
    let counted = bench.model.event_coverage();
    let rows = &bench.pmu.description.events.rows;
    assert_eq!((counted.counters(), counted.rows()), (8, rows.len()));
    let pairs = (0..8).flat_map(|counter| (0..rows.len()).map(move |row| (counter, row)));
    let selection =
        |row: usize| u64::from(rows[row].umask.expect("each event must have a UMASK") << 8 | rows[row].code);
    pairs
        .filter(|&(counter, row)| counted.contains(counter, row))
        .map(|(counter, row)| (counter, selection(row)))
        .collect()
}

/// A counter that increments records the row that it selects, under its number in the description.
#[rstest]
fn every_counter_records_its_row(#[values(0, 1, 2, 3)] thread: usize, #[values(0, 1)] index: usize) {
    let mut bench = Bench::counting(0);
    let number = 2 * thread + index;
    let counter = bench.pmu.description.counters()[number];
    let name = bench.pmu.description.counter_name(&counter);
    assert_eq!(name, format!("thread{thread}.IA32_PerfCnt{index}"));
    bench.all_lines(1);
    for selection in [0x0000, SNOOPS, 0x2000] {
        bench.write(thread as u64, SEL[index], ON | selection);
        bench.step();
    }
    assert_eq!(counted_rows(&bench), [(number, 0x0000), (number, SNOOPS), (number, 0x2000)]);
}

/// A counter that does not increment records nothing.
#[rstest]
#[case::disabled(OS | USR | ELEMENTS, 2)]
#[case::other_ring(EN | USR | ELEMENTS, 2)]
#[case::below_threshold(ON | cmask(3) | ELEMENTS, 2)]
#[case::above_inverted_threshold(ON | INV | cmask(2) | ELEMENTS, 2)]
#[case::no_event(ON | ELEMENTS, 0)]
#[case::illegal(ON | 0x3018, 2)]
fn no_increment_records_nothing(#[case] select: u64, #[case] level: u64) {
    let mut bench = Bench::counting(select);
    bench.line(0, ELEMENTS, level);
    bench.step();
    assert_eq!((bench.count(0, 0), counted_rows(&bench)), (0, vec![]));
}

/// A written counter does not increment.
#[test]
fn written_counter_records_nothing() {
    let mut bench = Bench::counting(ON | ELEMENTS);
    bench.line(0, ELEMENTS, 2);
    bench.write(0, CNT[0], 5);
    assert_eq!(counted_rows(&bench), []);
    bench.step();
    assert_eq!(counted_rows(&bench), [(0, ELEMENTS)]);
}

/// In edge mode, the cycle of the rising edge records its row and steady cycles do not.
#[test]
fn edges_record_their_row() {
    let mut bench = Bench::counting(OS | E | ELEMENTS);
    bench.line(0, ELEMENTS, 1);
    bench.step();
    bench.write(0, SEL[0], ON | E | ELEMENTS);
    bench.step();
    assert_eq!(counted_rows(&bench), []);
    bench.train(ELEMENTS, &[0, 2]);
    assert_eq!(counted_rows(&bench), [(0, ELEMENTS)]);
}

/// Coverage is kept over a reset and a new selection and is removed by clearing only; after that,
/// the same row records again.
#[test]
fn only_clearing_removes_coverage() {
    let mut bench = Bench::counting(ON | ELEMENTS);
    bench.line(0, ELEMENTS, 1);
    bench.step();
    bench.write(0, SEL[0], ON | BRANCHES);
    bench.set("rst", 1);
    bench.step();
    bench.set("rst", 0);
    bench.model.reset();
    let expected = [(0, ELEMENTS)];
    assert_eq!(counted_rows(&bench), expected);
    bench.write(0, GLOBAL_CTRL, 1);
    bench.write(0, SEL[0], ON | ELEMENTS);
    bench.step();
    bench.model.clear_event_coverage();
    assert_eq!(counted_rows(&bench), []);
    bench.step();
    assert_eq!(counted_rows(&bench), expected);
}
