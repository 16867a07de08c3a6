//! EVENT and UMASK.

use super::bench::*;
use rstest::rstest;
use std::collections::BTreeSet;

/// The selections of all rows in the catalogue.
fn rows(bench: &Bench) -> BTreeSet<u64> {
    let rows = bench.pmu.description.events.rows.iter();
    rows.map(|row| u64::from(row.umask.expect("each event must have a UMASK") << 8 | row.code)).collect()
}

/// KNC-R36 KNC-R37 KNC-R38: of all selections, exactly the 59 rows of the catalogue count.
#[test]
fn only_listed_selections_count() {
    let mut bench = Bench::counting(0);
    bench.all_lines(1);
    let mut counting = BTreeSet::new();
    let mut before = 0;
    for selection in 0..=0xFFFF {
        bench.write(0, SEL[0], ON | selection);
        // The cycle of this write, which is refused, counts the event that the write above selects.
        bench.access(true, MSR, 0, 0, 0);
        let count = bench.read(0, CNT[0]);
        bench.write(0, SEL[0], 0);
        if count != before {
            counting.insert(selection);
        }
        before = bench.count(0, 0);
    }
    assert_eq!(counting.len(), 59);
    assert_eq!(counting, rows(&bench));
}

/// KNC-R39: no other selection counts, not even with INV, or makes an edge.
#[rstest]
fn illegal_selections_never_count(#[values(0, E)] edge: u64) {
    let mut bench = Bench::counting(0);
    let rows = rows(&bench);
    for selection in 0..=0xFFFF {
        bench.write(0, SEL[0], ON | edge | INV | cmask(1) | selection);
        bench.step();
        let history = u64::from(rows.contains(&selection));
        assert_eq!(bench.state("thread0.edge_history0"), history, "{selection:#06x}");
        bench.write(0, SEL[0], 0);
        let expected = if edge == 0 { 2 * history } else { history };
        assert_eq!(bench.count(0, 0), expected, "{selection:#06x}");
        bench.write(0, CNT[0], 0);
    }
}

/// KNC-R36 KNC-R41: every row counts its own line, in both counters of every thread.
#[rstest]
fn every_line_counts_for_its_row(#[values(0, 1, 2, 3)] thread: usize, #[values(0, 1)] index: usize) {
    let mut bench = Bench::counting(0);
    let events = bench.pmu.description.events.clone();
    // Each line has a level different from that of adjacent lines and of the same line in other threads.
    let level = |line: usize, thread: usize| (line * 7 + thread * 11) as u64 % 64;
    for line in 0..events.lines.len() {
        (0..4).for_each(|thread| bench.numbered_line(thread, line, level(line, thread)));
    }
    for (line, event) in events.lines.iter().enumerate() {
        let of_thread = events
            .line_bits(line, bench.pmu.description.unit("core").expect("the description has no unit core"))
            .is_none();
        let expected = level(line, if of_thread { thread } else { 3 });
        let selection = u64::from(event.mask.expect("each event must have a UMASK") << 8 | event.code);
        bench.write(thread as u64, SEL[index], ON | selection);
        bench.write(thread as u64, CNT[index], 0);
        bench.step();
        assert_eq!(bench.count(thread, index), expected, "{}", event.name);
    }
}

/// KNC-R45: the events that belong to no thread.
#[test]
fn exactly_the_core_events_have_no_thread() {
    let bench = Bench::new();
    let events = &bench.pmu.description.events;
    let core = bench.pmu.description.unit("core").expect("the description has no unit core");
    let lines = events.lines.iter().enumerate();
    let of_core: Vec<_> = lines.filter(|(line, _)| events.line_bits(*line, core).is_some()).collect();
    let selections: Vec<_> = of_core.iter().map(|(_, line)| (line.code, line.mask)).collect();
    let expected = [(0x06, 0x00), (0x2A, 0x00), (0xD7, 0x10), (0xE3, 0x10), (0xE6, 0x10), (0xE7, 0x10)];
    assert_eq!(selections, expected.map(|(code, mask)| (code, Some(mask))));
    assert_eq!(events.lines.len() - of_core.len(), 53);
}

/// KNC-R40 KNC-R44: two in a cycle and thread, and the sum over four threads.
#[rstest]
fn two_occurrences_in_each_thread_are_summed(#[values(0x0016, 0x001F)] selection: u64) {
    let mut bench = Bench::counting(ON | selection);
    bench.lines(selection, [2; 4]);
    bench.step();
    assert_eq!(bench.count(0, 0), 2);
    bench.write(0, SEL[0], ON | TCM | selection);
    bench.write(0, CNT[0], 0);
    bench.step();
    assert_eq!(bench.count(0, 0), 8);
}
