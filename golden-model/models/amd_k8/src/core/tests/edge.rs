//! Edge detection.

use super::bench::*;
use rstest::rstest;

/// An event that is constantly 1, and one that never occurs.
const HIGH: u64 = 0xD0;
const LOW: u64 = 0xD1;

/// A bench in which the line of [`HIGH`] is 1.
fn constant_event() -> Bench {
    let mut bench = Bench::new();
    bench.line(0, "0xD0", 1);
    bench
}

/// K8-R38 K8-R39 K8-R40: increments with E = 1 for sequences of N.
#[rstest]
#[case::rises_count(0, 0, &[1, 1, 0, 1, 0, 0, 1], &[1, 1, 1, 2, 2, 2, 3])]
#[case::steady_counts_once(0, 0, &[1, 1, 1, 1], &[1, 1, 1, 1])]
#[case::burst_counts_once(0, 0, &[3, 0, 3, 2, 1], &[1, 1, 2, 2, 2])]
#[case::inv_alone_has_no_effect(0, INV, &[0, 1, 1, 0, 2], &[0, 1, 1, 1, 2])]
#[case::rise_above_two(2, 0, &[1, 2, 3, 1, 2], &[0, 1, 1, 1, 2])]
#[case::fall_below_two(2, INV, &[2, 1, 0, 3, 1], &[0, 1, 1, 1, 2])]
#[case::fall_to_zero(1, INV, &[1, 0, 0, 2, 0], &[0, 1, 1, 1, 2])]
#[case::never_reached(4, 0, &[3, 0, 3], &[0, 0, 0])]
fn edge_counts_of_sequences(
    #[case] threshold: u64,
    #[case] inv: u64,
    #[case] numbers: &[u64],
    #[case] expected: &[u64],
) {
    let mut bench = Bench::new();
    // Start from a false condition: with INV this requires events.
    bench.line(0, RETIRED_LINE, if inv != 0 && threshold != 0 { 3 } else { 0 });
    let select = ON | E | inv | cnt_mask(threshold) | RETIRED;
    bench.write(0, evtsel(0), select & !EN);
    bench.step();
    bench.write(0, evtsel(0), select);
    assert_eq!(bench.train(RETIRED_LINE, numbers), expected);
}

/// K8-R35 K8-R40: with INV and an unreachable threshold the condition is always true, so
/// there is at most one edge.
#[test]
fn unreachable_inverted_threshold_has_at_most_one_edge() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | E | INV | cnt_mask(4) | RETIRED);
    assert_eq!(bench.train(RETIRED_LINE, &[0, 3, 0, 2]), [1, 1, 1, 1]);
}

/// K8-R42: a change from a constant 0 to a constant 1 while enabled makes one false edge.
#[test]
fn event_change_while_enabled_makes_one_edge() {
    let mut bench = constant_event();
    bench.write(0, evtsel(0), ON | E | LOW);
    bench.step();
    bench.write(0, evtsel(0), ON | E | HIGH);
    assert_eq!(bench.count(0, 0), 0);
    assert_eq!(bench.train("0xD0", &[1, 1, 1]), [1, 1, 1]);
}

/// K8-R41 K8-R43: with one disabled cycle in between, the change makes no edge.
#[test]
fn event_change_while_disabled_makes_no_edge() {
    let mut bench = constant_event();
    bench.write(0, evtsel(0), ON | E | LOW);
    bench.step();
    bench.write(0, evtsel(0), OS | USR | E | HIGH);
    bench.write(0, evtsel(0), ON | E | HIGH);
    assert_eq!(bench.train("0xD0", &[1, 1, 0, 1]), [0, 0, 0, 1]);
}

/// K8-R41: the history follows the condition also with E = 0.
#[test]
fn history_follows_without_edge_detection() {
    let mut bench = constant_event();
    bench.write(0, evtsel(0), HIGH);
    bench.step();
    assert_eq!(bench.state("core0.edge_history0"), 1);
    bench.write(0, evtsel(0), ON | E | HIGH);
    assert_eq!(bench.train("0xD0", &[1, 0]), [0, 0]);
    assert_eq!(bench.state("core0.edge_history0"), 0);
}

/// K8-R44: register changes that make a false edge on constant lines, with the count before and after
/// the change. The line of D0h is 1, that of C0h 2, ES of event 20h 1, all others 0.
#[rstest]
#[case::unit_mask(ON | E | unit_mask(2) | 0x20, ON | E | unit_mask(1) | 0x20, [0, 1])]
#[case::cnt_mask(ON | E | cnt_mask(3) | RETIRED, ON | E | cnt_mask(2) | RETIRED, [0, 1])]
#[case::inv(ON | E | cnt_mask(3) | RETIRED, ON | E | INV | cnt_mask(3) | RETIRED, [0, 1])]
#[case::enable_with_event(OS | USR | E | LOW, ON | E | HIGH, [0, 1])]
#[case::one_to_one(ON | E | RETIRED, ON | E | HIGH, [1, 1])]
#[case::one_to_zero(ON | E | HIGH, ON | E | LOW, [1, 1])]
#[case::zero_to_zero(ON | E | LOW, ON | E | unit_mask(2) | 0x20, [0, 0])]
fn select_changes_make_false_edges(#[case] before: u64, #[case] after: u64, #[case] expected: [u64; 2]) {
    let mut bench = constant_event();
    bench.line(0, RETIRED_LINE, 2);
    bench.line(0, "0x20:0x01", 1);
    let counts = [before, after].map(|select| {
        bench.write(0, evtsel(0), select);
        bench.step();
        bench.step();
        bench.count(0, 0)
    });
    assert_eq!(counts, expected);
}

/// K8-R45: a change of privilege level under a constant event makes no edge.
#[test]
fn privilege_changes_make_no_edge() {
    let mut bench = constant_event();
    bench.set("core0.cpl", 3);
    bench.write(0, evtsel(0), EN | OS | E | HIGH);
    for cpl in [3, 0, 0, 3, 0] {
        bench.set("core0.cpl", cpl);
        bench.step();
        assert_eq!(bench.count(0, 0), 0);
    }
}

/// K8-R45: an edge at an unselected level is lost; the next one at a selected level counts.
#[test]
fn edge_at_an_unselected_level_is_lost() {
    let mut bench = Bench::new();
    bench.set("core0.cpl", 3);
    bench.write(0, evtsel(0), EN | OS | E | HIGH);
    assert_eq!(bench.train("0xD0", &[0, 1]), [0, 0]);
    bench.set("core0.cpl", 0);
    assert_eq!(bench.train("0xD0", &[1, 0, 1]), [0, 0, 1]);
}

/// K8-R39 K8-R46: CDh is 1 while EFLAGS.IF is 0, so its edges are the cycles in which IF is cleared.
#[test]
fn edge_mode_counts_clearings_of_the_interrupt_flag() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | E | 0xCD);
    assert_eq!(bench.train("0xCD", &[0, 1, 0, 1, 1]), [0, 1, 1, 2, 2]);
}

/// K8-R41 K8-R64: a written counter does not count the edge of its cycle, but the history includes it.
#[test]
fn edge_in_the_cycle_of_a_counter_write_is_lost() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | E | HIGH);
    bench.line(0, "0xD0", 1);
    bench.write(0, ctr(0), 0x10);
    assert_eq!(bench.train("0xD0", &[1, 0, 1]), [0x10, 0x10, 0x11]);
}
