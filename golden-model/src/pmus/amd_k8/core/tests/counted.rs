//! Which rows of the event catalogue the counters have counted.

use super::bench::*;
use crate::{CoveredModel, GoldenModel};
use rstest::rstest;

/// The pairs of counter number and row that are marked, rows as code and mask bit.
fn marked(bench: &Bench) -> Vec<(usize, u32, Option<u32>)> {
    let counted = bench.model.event_coverage();
    let rows = &bench.pmu.description.events.rows;
    assert_eq!((counted.counters(), counted.rows()), (8, rows.len()));
    let pairs = (0..8).flat_map(|counter| (0..rows.len()).map(move |row| (counter, row)));
    pairs
        .filter(|&(counter, row)| counted.contains(counter, row))
        .map(|(counter, row)| (counter, rows[row].code, rows[row].umask))
        .collect()
}

/// A counter that grows by one line marks its row, under the number of the description.
#[rstest]
#[case(0, 0, 0)]
#[case(0, 3, 3)]
#[case(1, 0, 4)]
#[case(1, 2, 6)]
fn a_line_alone_marks_its_row(#[case] core: usize, #[case] index: usize, #[case] number: usize) {
    let mut bench = Bench::new();
    let name = format!("core{core}.PerfCtr{index}");
    let description = &bench.pmu.description;
    assert_eq!(description.counter_name(&description.counters()[number]), name);
    bench.write(core as u64, evtsel(index), ON | unit_mask(0x06) | 0x20);
    bench.line(core, "0x20:0x04", 2);
    // Not selected, so it does not matter.
    bench.line(core, "0x20:0x08", 1);
    bench.step();
    assert_eq!(marked(&bench), [(number, 0x20, Some(0x04))]);
}

/// Two lines at once mark nothing; each alone marks its own row.
#[test]
fn lines_together_mark_nothing() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | unit_mask(0x03) | 0x7F);
    bench.line(0, "0x7F:0x01", 1);
    bench.line(0, "0x7F:0x02", 1);
    bench.step();
    assert_eq!((bench.count(0, 0), marked(&bench)), (2, vec![]));
    bench.line(0, "0x7F:0x01", 0);
    bench.step();
    assert_eq!(marked(&bench), [(0, 0x7F, Some(0x02))]);
    bench.line(0, "0x7F:0x01", 1);
    bench.line(0, "0x7F:0x02", 0);
    bench.step();
    let both = [(0, 0x7F, Some(0x01)), (0, 0x7F, Some(0x02))];
    assert_eq!(marked(&bench), both);
}

/// Lines of one event that lie in two words of the event vector are told apart.
#[test]
fn every_line_marks_its_own_rows() {
    let mut bench = Bench::new();
    let events = bench.pmu.description.events.clone();
    for line in &events.lines {
        bench.model.clear_event_coverage();
        bench.write(1, evtsel(3), ON | unit_mask(0xFF) | u64::from(line.code));
        bench.line(1, &line.name, 1);
        bench.step();
        let rows = line.rows.iter().map(|&row| &events.rows[row]);
        let expected: Vec<_> = rows.map(|row| (7, row.code, row.umask)).collect();
        assert_eq!(marked(&bench), expected, "{}", line.name);
        bench.line(1, &line.name, 0);
    }
}

/// A counted line hides none of the next selection, wherever it lies in the event vector.
#[test]
fn a_new_selection_marks_anew() {
    let mut bench = Bench::new();
    let events = bench.pmu.description.events.clone();
    // Lines that lie 32 apart have the same place in different words.
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

/// A path marks the rows of its source, target and type.
#[test]
fn a_path_marks_all_its_rows() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | unit_mask(0xB8) | 0xE9);
    bench.line(0, "0xE9:0x98", 1);
    bench.step();
    let expected = [0x08, 0x10, 0x80].map(|bit| (0, 0xE9, Some(bit)));
    assert_eq!(marked(&bench), expected);
}

/// A counter that does not grow marks nothing.
#[rstest]
#[case::disabled(OS | USR | RETIRED, 0, 0)]
#[case::other_level(EN | USR | RETIRED, 0, 0)]
#[case::below_threshold(ON | cnt_mask(3) | RETIRED, 0, 0)]
#[case::above_inverted_threshold(ON | INV | cnt_mask(2) | RETIRED, 0, 0)]
#[case::halted(ON | RETIRED, 1, 0)]
#[case::blocked(ON | RETIRED, 0, 0xE1)]
fn no_growth_marks_nothing(#[case] select: u64, #[case] halted: u64, #[case] other: u64) {
    let mut bench = Bench::new();
    bench.write(1, evtsel(0), ON | other);
    bench.write(0, evtsel(0), select);
    bench.set("core0.halted", halted);
    bench.line(0, RETIRED_LINE, 2);
    bench.step();
    assert_eq!((bench.count(0, 0), marked(&bench)), (0, vec![]));
}

/// A written counter does not grow.
#[test]
fn a_written_counter_marks_nothing() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | RETIRED);
    bench.line(0, RETIRED_LINE, 2);
    bench.write(0, ctr(0), 5);
    assert_eq!(marked(&bench), []);
}

/// Growth for want of events marks nothing; growth below an inverted threshold does.
#[test]
fn growth_without_events_marks_nothing() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | INV | cnt_mask(2) | RETIRED);
    bench.step();
    assert_eq!((bench.count(0, 0), marked(&bench)), (1, vec![]));
    bench.line(0, RETIRED_LINE, 1);
    bench.step();
    assert_eq!(marked(&bench), [(0, 0xC0, None)]);
}

/// In edge mode the rising clock marks, the steady ones do not.
#[test]
fn edges_mark() {
    let mut bench = Bench::new();
    bench.line(0, RETIRED_LINE, 1);
    bench.write(0, evtsel(0), E | RETIRED);
    bench.step();
    bench.write(0, evtsel(0), ON | E | RETIRED);
    bench.step();
    assert_eq!(marked(&bench), []);
    bench.train(RETIRED_LINE, &[0, 2]);
    assert_eq!(marked(&bench), [(0, 0xC0, None)]);
}

/// Marks survive a reset and another selection, and nothing but clearing removes them; after it
/// the same line marks anew.
#[test]
fn clearing() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    bench.step();
    let expected = [(0, 0xC0, None)];
    bench.set("rst", 1);
    bench.step();
    bench.set("rst", 0);
    bench.model.reset();
    assert_eq!(marked(&bench), expected);
    bench.write(0, evtsel(0), ON | RETIRED);
    bench.step();
    bench.model.clear_event_coverage();
    assert_eq!(marked(&bench), []);
    bench.step();
    assert_eq!(marked(&bench), expected);
}
