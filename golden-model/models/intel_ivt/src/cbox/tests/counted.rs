//! Event coverage: the rows of the event catalogue that the counters have counted and refused.

use super::bench::*;
use golden_model_core::CoveredModel;
use rstest::rstest;

/// A row is counted if code and umask select exactly that row.
#[rstest]
#[case::bit(0, 0x02, 0x04, Some(0x04))]
#[case::two_bits(0, 0x02, 0x05, None)]
#[case::pattern(2, 0x1B, 0x33, Some(0x33))]
#[case::bit_of_a_pattern(3, 0x1B, 0x01, Some(0x01))]
#[case::no_row(3, 0x1E, 0xFF, None)]
fn exactly_selected_rows_are_counted(
    #[case] counter: usize,
    #[case] code: u32,
    #[case] umask: u64,
    #[case] row: Option<u32>,
) {
    let mut bench = Bench::new();
    bench.set_all(&[("e_txr_inserts", 0xFF), ("e_ring_ad", 0xFF), ("e_ring_iv", 0xFF)]);
    bench.frames.write(ctl(counter), EN | event(code.into(), umask));
    bench.frames.step();
    assert_eq!(bench.count(counter), 1);
    let expected: Vec<_> = row.map(|umask| (counter, code, Some(umask))).into_iter().collect();
    assert_eq!(bench.frames.coverage(), [expected, vec![]]);
}

/// A row without umask is counted with any umask.
#[rstest]
fn rows_without_umask_are_counted_with_any_umask(#[values(0, 0x80, 0xFF)] umask: u64) {
    let mut bench = Bench::new();
    bench.frames.write(ctl(3), EN | event(0x00, umask));
    bench.frames.step();
    assert_eq!(bench.frames.coverage(), [vec![(3, 0x00, None)], vec![]]);
}

/// Nothing is recorded without an increment.
#[rstest]
#[case::disabled(0, 1)]
#[case::below_the_threshold(EN | thresh(2), 1)]
#[case::no_event(EN, 0)]
#[case::no_edge(EN | EDGE | thresh(1), 1)]
fn no_increment_records_nothing(#[case] control: u64, #[case] level: u64) {
    let mut bench = Bench::new();
    bench.set("e_txr_inserts", level);
    bench.frames.write(ctl(0), control & !EN | event(0x02, 1));
    bench.frames.step();
    bench.frames.write(ctl(0), control | event(0x02, 1));
    bench.frames.step();
    assert_eq!((bench.count(0), bench.frames.coverage()), (0, [vec![], vec![]]));
}

/// Nothing is recorded in a cycle of a counter write or of a freeze.
#[test]
fn written_and_frozen_counters_record_nothing() {
    let mut bench = Bench::new();
    bench.frames.write(BOX_CTL, 0x100);
    bench.frames.write(ctl(0), EN);
    bench.frames.step();
    bench.frames.write(BOX_CTL, 0);
    bench.frames.write(ctr(0), 5);
    assert_eq!(bench.frames.coverage(), [vec![], vec![]]);
    bench.frames.step();
    assert_eq!(bench.frames.coverage(), [vec![(0, 0x00, None)], vec![]]);
}

/// A row that a counter may not count is refused if it would have made the counter increment.
#[rstest]
#[case::ring_on_0(0, 0x1B, 0x01, EN)]
#[case::tor_on_1(1, 0x36, 0x08, EN)]
#[case::tor_above_threshold(2, 0x36, 0x08, EN | thresh(20))]
#[case::inserts_on_3(3, 0x35, 0x08, EN)]
#[case::counter_0_itself(0, 0x1F, 0, EN)]
fn disallowed_rows_are_refused(#[case] counter: usize, #[case] code: u32, #[case] umask: u64, #[case] control: u64) {
    let mut bench = Bench::new();
    bench.set_all(&[("e_ring_ad", 0xFF), ("tor_v", 0xFFFFF), ("tor_ins_v", 1)]);
    bench.frames.write(ctl(counter), control | event(code.into(), umask));
    bench.frames.step();
    let umask = if code == 0x1F { None } else { Some(umask as u32) };
    assert_eq!(bench.counts(), [0; 4]);
    assert_eq!(bench.frames.coverage(), [vec![], vec![(counter, code, umask)]]);
}

/// A row is not refused if an allowed counter would not have counted either.
#[rstest]
#[case::disabled(0, 0xFF)]
#[case::no_event(EN, 0)]
#[case::below_the_threshold(EN | thresh(2), 0xFF)]
fn rows_that_would_not_count_are_not_refused(#[case] control: u64, #[case] level: u64) {
    let mut bench = Bench::new();
    bench.set("e_ring_ad", level);
    bench.frames.write(ctl(0), control | event(0x1B, 0x01));
    bench.frames.cycles(2);
    assert_eq!(bench.frames.coverage(), [vec![], vec![]]);
}

/// Edges of a refused event are detected as if it were allowed.
#[test]
fn edges_of_refused_events_are_refused() {
    let mut bench = Bench::new();
    bench.set("e_ring_ad", 1);
    bench.frames.write(ctl(0), EDGE | thresh(1) | event(0x1B, 0x01));
    bench.frames.step();
    bench.set("e_ring_ad", 0);
    bench.frames.write(ctl(0), EN | EDGE | thresh(1) | event(0x1B, 0x01));
    bench.frames.step();
    assert_eq!(bench.frames.coverage()[1], []);
    bench.set("e_ring_ad", 1);
    bench.frames.step();
    assert_eq!(bench.frames.coverage()[1], [(0, 0x1B, Some(0x01))]);
}

/// Coverage is kept over resets and is removed by clearing only; after that, the
/// same selections record again.
#[test]
fn only_clearing_removes_coverage() {
    let mut bench = Bench::new();
    bench.set("e_ring_ad", 1);
    let expected = [vec![(3, 0x00, None)], vec![(0, 0x1B, Some(0x01))]];
    for round in 0..2 {
        bench.frames.write(ctl(0), EN | event(0x1B, 0x01));
        bench.frames.write(ctl(3), EN);
        bench.frames.step();
        assert_eq!(bench.frames.coverage(), expected, "round {round}");
        bench.frames.model.clear_event_coverage();
        assert_eq!(bench.frames.coverage(), [vec![], vec![]]);
        bench.frames.step();
        assert_eq!(bench.frames.coverage(), expected);
        bench.frames.reset();
        assert_eq!(bench.frames.coverage(), expected);
        bench.frames.model.clear_event_coverage();
    }
}
