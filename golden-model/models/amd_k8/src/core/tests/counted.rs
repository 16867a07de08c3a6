//! Event coverage: the rows of the event catalogue that the counters have counted.

use super::bench::*;
use golden_model_core::{CoveredModel, GoldenModel};
use rstest::rstest;

/// The pairs of counter number and counted row, rows as code and mask bit.
fn counted_rows(bench: &Bench) -> Vec<(usize, u32, Option<u32>)> {
    let counted = bench.model.event_coverage();
    let rows = &bench.pmu.description.events.rows;
    assert_eq!((counted.counters(), counted.rows()), (8, rows.len()));
    let pairs = (0..8).flat_map(|counter| (0..rows.len()).map(move |row| (counter, row)));
    pairs
        .filter(|&(counter, row)| counted.contains(counter, row))
        .map(|(counter, row)| (counter, rows[row].code, rows[row].umask))
        .collect()
}

/// A counter that increments by a single line records its row under the number of the description.
#[rstest]
#[case(0, 0, 0)]
#[case(0, 3, 3)]
#[case(1, 0, 4)]
#[case(1, 2, 6)]
fn single_line_records_its_row(#[case] core: usize, #[case] index: usize, #[case] number: usize) {
    let mut bench = Bench::new();
    let name = format!("core{core}.PerfCtr{index}");
    let description = &bench.pmu.description;
    assert_eq!(description.counter_name(&description.counters()[number]), name);
    bench.write(core as u64, evtsel(index), ON | unit_mask(0x06) | 0x20);
    bench.line(core, "0x20:0x04", 2);
    // Not selected, so it has no effect.
    bench.line(core, "0x20:0x08", 1);
    bench.step();
    assert_eq!(counted_rows(&bench), [(number, 0x20, Some(0x04))]);
}

/// Two lines in one cycle record nothing; each alone records its own row.
#[test]
fn simultaneous_lines_record_nothing() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | unit_mask(0x03) | 0x7F);
    bench.line(0, "0x7F:0x01", 1);
    bench.line(0, "0x7F:0x02", 1);
    bench.step();
    assert_eq!((bench.count(0, 0), counted_rows(&bench)), (2, vec![]));
    bench.line(0, "0x7F:0x01", 0);
    bench.step();
    assert_eq!(counted_rows(&bench), [(0, 0x7F, Some(0x02))]);
    bench.line(0, "0x7F:0x01", 1);
    bench.line(0, "0x7F:0x02", 0);
    bench.step();
    let both = [(0, 0x7F, Some(0x01)), (0, 0x7F, Some(0x02))];
    assert_eq!(counted_rows(&bench), both);
}

/// Lines of one event that are in two words of the event vector are distinguished.
#[test]
fn every_line_records_its_own_rows() {
    let mut bench = Bench::new();
    let events = bench.pmu.description.events.clone();
    for line in &events.lines {
        bench.model.clear_event_coverage();
        bench.write(1, evtsel(3), ON | unit_mask(0xFF) | u64::from(line.code));
        bench.line(1, &line.name, 1);
        bench.step();
        let rows = line.rows.iter().map(|&row| &events.rows[row]);
        let expected: Vec<_> = rows.map(|row| (7, row.code, row.umask)).collect();
        assert_eq!(counted_rows(&bench), expected, "{}", line.name);
        bench.line(1, &line.name, 0);
    }
}

/// A counted line does not hide any line of the next selection, regardless of its
/// position in the event vector.
#[test]
fn new_selection_records_again() {
    let mut bench = Bench::new();
    let events = bench.pmu.description.events.clone();
    // Lines at a distance of 32 have the same lane in different words.
    for (earlier, later) in events.lines.iter().zip(&events.lines[32..]) {
        bench.model.clear_event_coverage();
        for line in [earlier, later] {
            let mask = u64::from(line.mask.unwrap_or(0));
            bench.write(0, evtsel(0), ON | unit_mask(mask) | u64::from(line.code));
            bench.line(0, &line.name, 1);
            bench.step();
            bench.line(0, &line.name, 0);
        }
        let counted = bench.model.event_coverage();
        let rows = earlier.rows.iter().chain(&later.rows);
        assert!(rows.clone().all(|&row| counted.contains(0, row)), "{}", later.name);
    }
}

/// A path records the rows of its source, target and type.
#[test]
fn path_records_all_its_rows() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | unit_mask(0xB8) | 0xE9);
    bench.line(0, "0xE9:0x98", 1);
    bench.step();
    let expected = [0x08, 0x10, 0x80].map(|bit| (0, 0xE9, Some(bit)));
    assert_eq!(counted_rows(&bench), expected);
}

/// A counter that does not increment records nothing.
#[rstest]
#[case::disabled(OS | USR | RETIRED, 0, 0)]
#[case::other_level(EN | USR | RETIRED, 0, 0)]
#[case::below_threshold(ON | cnt_mask(3) | RETIRED, 0, 0)]
#[case::above_inverted_threshold(ON | INV | cnt_mask(2) | RETIRED, 0, 0)]
#[case::halted(ON | RETIRED, 1, 0)]
#[case::blocked(ON | RETIRED, 0, 0xE1)]
fn no_increment_records_nothing(#[case] select: u64, #[case] halted: u64, #[case] other: u64) {
    let mut bench = Bench::new();
    bench.write(1, evtsel(0), ON | other);
    bench.write(0, evtsel(0), select);
    bench.set("core0.halted", halted);
    bench.line(0, RETIRED_LINE, 2);
    bench.step();
    assert_eq!((bench.count(0, 0), counted_rows(&bench)), (0, vec![]));
}

/// A written counter does not increment.
#[test]
fn written_counter_records_nothing() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | RETIRED);
    bench.line(0, RETIRED_LINE, 2);
    bench.write(0, ctr(0), 5);
    assert_eq!(counted_rows(&bench), []);
}

/// An increment without events records nothing; an increment below an inverted
/// threshold records its row.
#[test]
fn increment_without_events_records_nothing() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | INV | cnt_mask(2) | RETIRED);
    bench.step();
    assert_eq!((bench.count(0, 0), counted_rows(&bench)), (1, vec![]));
    bench.line(0, RETIRED_LINE, 1);
    bench.step();
    assert_eq!(counted_rows(&bench), [(0, 0xC0, None)]);
}

/// In edge mode, the cycle of the rising edge records its row and steady cycles do not.
#[test]
fn edges_record_their_row() {
    let mut bench = Bench::new();
    bench.line(0, RETIRED_LINE, 1);
    bench.write(0, evtsel(0), E | RETIRED);
    bench.step();
    bench.write(0, evtsel(0), ON | E | RETIRED);
    bench.step();
    assert_eq!(counted_rows(&bench), []);
    bench.train(RETIRED_LINE, &[0, 2]);
    assert_eq!(counted_rows(&bench), [(0, 0xC0, None)]);
}

/// Coverage is kept over a reset and a new selection and is removed by clearing only; after that,
/// the same line records again.
#[test]
fn only_clearing_removes_coverage() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    bench.step();
    let expected = [(0, 0xC0, None)];
    bench.set("rst", 1);
    bench.step();
    bench.set("rst", 0);
    bench.model.reset();
    assert_eq!(counted_rows(&bench), expected);
    bench.write(0, evtsel(0), ON | RETIRED);
    bench.step();
    bench.model.clear_event_coverage();
    assert_eq!(counted_rows(&bench), []);
    bench.step();
    assert_eq!(counted_rows(&bench), expected);
}
