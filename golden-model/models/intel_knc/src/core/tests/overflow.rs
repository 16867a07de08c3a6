//! Overflow and its status.

use super::bench::*;
use rstest::rstest;

/// KNC-R67 KNC-R68 KNC-R69: only a carry out of bit 39 is an overflow, and the
/// remainder of the sum is kept.
#[rstest]
#[case(MAX, 0, MAX, 0)]
#[case(MAX, 1, 0, 1)]
#[case(MAX, 2, 1, 1)]
#[case(MAX, 3, 2, 1)]
#[case(MAX, 252, 251, 1)]
#[case(MAX - 1, 1, MAX, 0)]
#[case(MAX - 1, 2, 0, 1)]
#[case(MAX - 251, 251, MAX, 0)]
#[case(MAX - 251, 252, 0, 1)]
#[case::bit_39_alone(0x7F_FFFF_FFFF, 1, 0x80_0000_0000, 0)]
#[case::bit_31(0xFFFF_FFFF, 3, 0x1_0000_0002, 0)]
fn only_a_carry_out_of_bit_39_overflows(
    #[case] preset: u64,
    #[case] n: u64,
    #[case] expected: u64,
    #[case] overflow: u64,
    #[values((0, 0), (1, 1), (2, 1), (3, 0))] (thread, index): (usize, usize),
    #[values(0, INT)] int: u64,
) {
    let mut bench = Bench::counting(0);
    bench.write(thread as u64, CNT[index], preset);
    bench.write(thread as u64, SEL[index], ON | TCM | int | ELEMENTS);
    bench.lines(ELEMENTS, [0, 1, 2, 3].map(|lane| n / 4 + u64::from(lane < n % 4)));
    bench.step();
    assert_eq!(bench.count(thread, index), expected);
    let mut status = [0; 4];
    status[thread] = overflow << index;
    assert_eq!(bench.status(), status);
    bench.step();
    assert_eq!(bench.count(thread, index), (expected + n) & MAX);
}

/// KNC-R62 KNC-R67: an edge can overflow a counter like any increment.
#[test]
fn edge_can_overflow() {
    let mut bench = Bench::counting(ON | E | INT | ELEMENTS);
    bench.write(0, CNT[0], MAX);
    bench.line(0, ELEMENTS, 3);
    bench.step();
    assert_eq!((bench.count(0, 0), bench.status()[0], bench.pmi()[0]), (0, 1, 1));
}

/// A model in which both counters of thread 1 have overflowed.
fn overflowed() -> Bench {
    let mut bench = Bench::counting(0);
    for index in 0..2 {
        bench.write(1, CNT[index], MAX);
        bench.write(1, SEL[index], EN | OS | INT | ELEMENTS);
    }
    bench.line(1, ELEMENTS, 1);
    bench.step();
    bench.line(1, ELEMENTS, 0);
    assert_eq!(bench.status(), [0, 3, 0, 0]);
    bench
}

/// KNC-R70: only a write to the clear register clears the status.
#[test]
fn status_is_sticky() {
    let mut bench = overflowed();
    bench.read(1, STATUS);
    bench.write(1, GLOBAL_CTRL, 0);
    bench.write(1, SEL[0], 0);
    bench.write(1, SEL[1], BRANCHES);
    bench.write(1, CNT[0], 0);
    bench.write(1, CNT[1], MAX);
    bench.write(1, SPFLT_CONTROL, 3);
    bench.spflt(1, 0);
    bench.write(1, STATUS, 0);
    bench.write(1, OVF_CTRL, 0);
    bench.write(1, OVF_CTRL, !3);
    bench.write(0, OVF_CTRL, 3);
    bench.write(2, OVF_CTRL, u64::MAX);
    assert_eq!((bench.status(), bench.pmi()), ([0, 3, 0, 0], [0, 1, 0, 0]));
}

/// KNC-R72: a clear affects exactly the bits that are 1, in the writing thread.
#[rstest]
#[case(0, 3)]
#[case(1, 2)]
#[case(2, 1)]
#[case(3, 0)]
#[case(u64::MAX - 1, 1)]
fn clear_affects_only_the_written_bits(#[case] data: u64, #[case] expected: u64) {
    let mut bench = overflowed();
    bench.write(1, OVF_CTRL, data);
    assert_eq!(bench.status(), [0, expected, 0, 0]);
}

/// KNC-R09 KNC-R70: a refused clear has no effect.
#[test]
fn refused_clear_has_no_effect() {
    let mut bench = overflowed();
    bench.set("thread1.cpl", 3);
    assert_eq!(bench.access(true, MSR, 1, OVF_CTRL, 3), (1, 0));
    assert_eq!(bench.access(true, SPFLT, 1, OVF_CTRL, 3), (0, 0));
    assert_eq!(bench.status(), [0, 3, 0, 0]);
}

/// KNC-R74: a new overflow takes priority over a clear in the same cycle; an old one of the
/// other counter is cleared.
#[rstest]
#[case(1, 0b01)]
#[case(2, 0b01)]
#[case(3, 0b01)]
#[case(0, 0b11)]
fn overflow_takes_priority_over_clear(#[case] data: u64, #[case] expected: u64) {
    let mut bench = overflowed();
    bench.write(1, OVF_CTRL, 1);
    bench.write(1, SEL[1], 0);
    bench.write(1, CNT[0], MAX);
    bench.line(1, ELEMENTS, 1);
    bench.write(1, OVF_CTRL, data);
    let kept = if data & 2 == 0 { 0b11 } else { expected };
    assert_eq!(bench.status(), [0, kept, 0, 0]);
    assert_eq!(bench.count(1, 0), 0);
}

/// KNC-R72 KNC-R74: a clear by one thread in the same cycle as an overflow of another.
#[test]
fn clear_does_not_affect_an_overflow_of_another_thread() {
    let mut bench = overflowed();
    bench.write(3, SEL[1], ON | ELEMENTS);
    bench.write(3, CNT[1], MAX);
    bench.line(3, ELEMENTS, 1);
    bench.write(1, OVF_CTRL, 3);
    assert_eq!(bench.status(), [0, 0, 0, 2]);
}
