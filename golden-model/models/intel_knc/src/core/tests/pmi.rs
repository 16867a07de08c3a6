//! The interrupt lines.

use super::bench::*;
use rstest::rstest;

/// Executes a cycle with an event in thread 0.
fn event(bench: &mut Bench) {
    bench.line(0, ELEMENTS, 1);
    bench.step();
    bench.line(0, ELEMENTS, 0);
}

/// KNC-R75 KNC-R81 KNC-R88: the line is asserted in the cycle after the overflow and stays
/// asserted until the clear.
#[test]
fn line_stays_asserted_until_cleared() {
    let mut bench = Bench::counting(ON | INT | ELEMENTS);
    bench.write(0, CNT[0], MAX);
    event(&mut bench);
    assert_eq!(bench.output("thread0.pmi"), 0);
    for _ in 0..5 {
        bench.step();
        assert_eq!(bench.output("thread0.pmi"), 1);
    }
    bench.write(0, OVF_CTRL, 1);
    assert_eq!(bench.output("thread0.pmi"), 1);
    assert_eq!(bench.pmi(), [0; 4]);
}

/// KNC-R76 KNC-R79: without INT there is no request; setting INT later affects new overflows only.
#[test]
fn int_is_sampled_in_the_cycle_of_the_overflow() {
    let mut bench = Bench::counting(ON | ELEMENTS);
    bench.write(0, CNT[0], MAX);
    event(&mut bench);
    assert_eq!((bench.status()[0], bench.pmi()[0]), (1, 0));
    bench.write(0, SEL[0], ON | INT | ELEMENTS);
    bench.step();
    assert_eq!(bench.pmi()[0], 0);
    bench.write(0, CNT[0], MAX);
    event(&mut bench);
    assert_eq!((bench.status()[0], bench.pmi()[0]), (1, 1));
    bench.write(0, SEL[0], 0);
    bench.step();
    assert_eq!(bench.pmi()[0], 1);
}

/// KNC-R79 KNC-R85: a write of INT in the cycle of the overflow has no effect on it, for either value.
#[rstest]
fn int_written_in_the_cycle_of_the_overflow_has_no_effect(#[values(0, INT)] int: u64) {
    let mut bench = Bench::counting(ON | int | ELEMENTS);
    bench.write(0, CNT[0], MAX);
    bench.line(0, ELEMENTS, 1);
    bench.write(0, SEL[0], (ON | ELEMENTS | INT) & !int);
    assert_eq!((bench.status()[0], bench.pmi()[0]), (1, u64::from(int != 0)));
}

/// KNC-R72 KNC-R77 KNC-R78: two requests, cleared in sequence; the line can be
/// asserted again afterwards.
#[rstest]
#[case(1, 2)]
#[case(2, 1)]
fn line_is_deasserted_when_both_requests_are_cleared(#[case] first: u64, #[case] second: u64) {
    let mut bench = Bench::counting(ON | INT | ELEMENTS);
    bench.write(0, SEL[1], ON | INT | ELEMENTS);
    bench.write(0, CNT[0], MAX);
    bench.write(0, CNT[1], MAX);
    event(&mut bench);
    assert_eq!((bench.status()[0], bench.pmi()[0]), (3, 1));
    bench.write(0, OVF_CTRL, first);
    assert_eq!((bench.status()[0], bench.pmi()[0]), (second, 1));
    bench.write(0, OVF_CTRL, second);
    assert_eq!((bench.status()[0], bench.pmi()[0]), (0, 0));
    bench.write(0, CNT[1], MAX);
    event(&mut bench);
    assert_eq!((bench.status()[0], bench.pmi()[0]), (2, 1));
}

/// KNC-R77: a second overflow while the line is asserted changes only the status.
#[test]
fn second_overflow_changes_only_the_status() {
    let mut bench = Bench::counting(ON | INT | ELEMENTS);
    bench.write(0, SEL[1], ON | INT | ELEMENTS);
    bench.write(0, CNT[0], MAX);
    bench.write(0, CNT[1], MAX - 1);
    event(&mut bench);
    assert_eq!((bench.status()[0], bench.pmi()[0]), (1, 1));
    event(&mut bench);
    assert_eq!((bench.status()[0], bench.pmi()[0]), (3, 1));
}

/// KNC-R74 KNC-R79: overflow and clear in one cycle, with an older request: the status is 1, and the
/// request is that of the new overflow.
#[rstest]
#[case(0, 0)]
#[case(INT, 1)]
fn overflow_replaces_a_request_cleared_in_the_same_cycle(#[case] int: u64, #[case] line: u64) {
    let mut bench = Bench::counting(ON | INT | ELEMENTS);
    bench.write(0, CNT[0], MAX);
    event(&mut bench);
    assert_eq!(bench.pmi()[0], 1);
    bench.write(0, SEL[0], ON | int | ELEMENTS);
    bench.write(0, CNT[0], MAX);
    bench.line(0, ELEMENTS, 1);
    bench.write(0, OVF_CTRL, 1);
    assert_eq!((bench.status()[0], bench.pmi()[0]), (1, line));
    assert_eq!(bench.state("thread0.pmi_request0"), line);
}

/// KNC-R79: an overflow without INT does not change an older request.
#[test]
fn overflow_without_int_keeps_an_older_request() {
    let mut bench = Bench::counting(ON | INT | ELEMENTS);
    bench.write(0, CNT[0], MAX);
    event(&mut bench);
    bench.write(0, SEL[0], ON | ELEMENTS);
    bench.write(0, CNT[0], MAX);
    event(&mut bench);
    assert_eq!((bench.status()[0], bench.pmi()[0]), (1, 1));
}

/// KNC-R80: the line of the counter's owner is asserted, regardless of the threads that
/// cause the event or execute.
#[rstest]
#[case(ELEMENTS | TCM)]
#[case(SNOOPS)]
#[case(SNOOPS | TCM)]
fn line_of_the_owner_is_asserted(
    #[case] select: u64,
    #[values(0, 1, 2, 3)] owner: usize,
    #[values(0, 3)] executing: u64,
) {
    let mut bench = Bench::counting(0);
    bench.set("exec_tid", executing);
    bench.write(owner as u64, SEL[1], ON | INT | select);
    bench.write(owner as u64, CNT[1], MAX);
    bench.line((owner + 2) % 4, select & 0xFFFF, 1);
    bench.step();
    let mut expected = [0; 4];
    expected[owner] = 1;
    assert_eq!((bench.pmi(), bench.status()), (expected, expected.map(|line| 2 * line)));
}
