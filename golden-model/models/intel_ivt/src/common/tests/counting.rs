//! Values, writes and resets of counters.

use super::super::BankRegister;
use super::bench::*;
use rstest::rstest;

/// IVT-R56 IVT-R57 IVT-R58: the value after an increment, and whether it overflows.
#[rstest]
#[case::to_the_maximum(MAX - 1, 1, MAX, false)]
#[case::past_the_maximum(MAX, 1, 0, true)]
#[case::remainder(MAX, 3, 2, true)]
#[case::just_below_the_wrap(MAX - 20, 20, MAX, false)]
#[case::just_wraps(MAX - 19, 20, 0, true)]
#[case::boundary_of_32_bits(0xFFFF_FFFF, 1, 0x1_0000_0000, false)]
#[case::no_event_at_the_maximum(MAX, 0, MAX, false)]
fn increments_wrap_and_overflow(#[case] start: u64, #[case] increment: u32, #[case] end: u64, #[case] overflow: bool) {
    let mut bench = Bench::with_control(EN | OV_EN);
    bench.write(BankRegister::Counter(0), start);
    assert_eq!(bench.reports(&[increment]), [(overflow.into(), overflow)]);
    assert_eq!(bench.bank.count(0), end);
}

/// IVT-R60: a preload of 2^44 - 5 overflows at the fifth event.
#[test]
fn preload_determines_the_overflowing_event() {
    let mut bench = Bench::with_control(EN | OV_EN);
    bench.write(BankRegister::Counter(0), (1 << 44) - 5);
    let flags: Vec<_> = bench.reports(&[1; 6]).iter().map(|report| report.1).collect();
    assert_eq!((flags, bench.bank.count(0)), (vec![false, false, false, false, true, false], 1));
}

/// IVT-R13 IVT-R56: every value of 44 bits can be written; bits above are ignored.
#[rstest]
#[case(0, 0)]
#[case(MAX, MAX)]
#[case(u64::MAX, MAX)]
#[case(0xABCD_0123_4567_89AB, 0x123_4567_89AB)]
fn all_44_bits_are_writable(#[case] data: u64, #[case] value: u64) {
    let mut bench = Bench::new();
    bench.write(BankRegister::Counter(1), data);
    assert_eq!(bench.bank.read(BankRegister::Counter(1)), value);
    assert_eq!(bench.bank.count(0), 0);
}

/// IVT-R14 IVT-R59: a counter keeps the written value in the cycle of an increment, and the
/// suppressed wrap is not an overflow.
#[test]
fn write_takes_priority_over_increment() {
    let mut bench = Bench::with_control(EN | OV_EN);
    bench.write(BankRegister::Counter(0), MAX);
    bench.raw[0] = 1;
    bench.write(BankRegister::Counter(0), MAX);
    assert_eq!((bench.bank.count(0), bench.bank.status().ov(), bench.result.counted), (MAX, 0, 0));
    bench.write(BankRegister::Counter(0), 0);
    assert_eq!((bench.bank.count(0), bench.bank.status().ov()), (0, 0));
    assert_eq!(bench.train(&[1]), [1]);
}

/// IVT-R14: a write of one counter does not affect increments of the other.
#[test]
fn write_does_not_affect_the_other_counter() {
    let mut bench = Bench::with_control(EN);
    bench.write(BankRegister::Control(1), EN);
    bench.raw = [1, 3];
    bench.write(BankRegister::Counter(0), 7);
    assert_eq!([bench.bank.count(0), bench.bank.count(1)], [7, 3]);
}

/// IVT-R41 to IVT-R45: `rst` clears its counter, takes priority over an increment and a wrap, and is
/// not stored; the other bits of the register are written.
#[test]
fn counter_reset_takes_priority_over_increment() {
    let mut bench = Bench::with_control(EN | OV_EN);
    bench.write(BankRegister::Counter(0), MAX);
    bench.write(BankRegister::Counter(1), 9);
    bench.raw[0] = 1;
    bench.write(BankRegister::Control(0), RST | EN | thresh(2));
    assert_eq!(bench.bank.read(BankRegister::Control(0)), EN | thresh(2));
    assert_eq!((bench.bank.count(0), bench.bank.count(1), bench.bank.status().ov()), (0, 9, 0));
    assert_eq!(bench.train(&[1, 2]), [0, 1]);
}

/// IVT-R04: the cycle of a control register write counts with the previous register.
#[rstest]
#[case::switched_off(EN, 0, 1)]
#[case::switched_on(0, EN, 0)]
#[case::threshold(EN, EN | thresh(2), 1)]
fn control_write_takes_effect_in_the_next_cycle(#[case] before: u64, #[case] after: u64, #[case] count: u64) {
    let mut bench = Bench::with_control(before);
    bench.raw[0] = 1;
    bench.write(BankRegister::Control(0), after);
    assert_eq!(bench.bank.count(0), count);
}

/// IVT-R44 IVT-R49: a reset of all counters takes priority over increments and wraps.
#[test]
fn reset_of_all_counters_takes_priority() {
    let mut bench = Bench::with_control(EN | OV_EN);
    bench.write(BankRegister::Control(1), EN | OV_EN);
    bench.write(BankRegister::Counter(0), MAX);
    bench.write(BankRegister::Counter(1), 5);
    bench.raw = [1, 1];
    bench.terms.reset = true;
    bench.step();
    bench.bank.reset_counters();
    assert_eq!((bench.bank.count(0), bench.bank.count(1), bench.bank.status().ov()), (0, 0, 0));
}

/// The result of a cycle contains the counters that count and, on request, those
/// that would count if allowed.
#[test]
fn counted_and_refused_counters_are_returned() {
    let mut bench = Bench::with_control(EN | EDGE | thresh(2));
    bench.write(BankRegister::Control(1), EN);
    bench.raw = [2, 0];
    bench.step();
    assert_eq!((bench.result.counted, bench.result.refused), (0b01, 0));
    bench.terms.refused = 0b01;
    bench.raw = [0, 1];
    bench.step();
    assert_eq!((bench.result.counted, bench.result.refused), (0b10, 0));
    bench.terms.requested = 0b01;
    let refused: Vec<_> = [2, 2, 0, 3]
        .map(|raw| {
            bench.raw = [raw, 0];
            bench.step();
            (bench.result.counted, bench.result.refused)
        })
        .into();
    // A new edge each time the condition rises.
    assert_eq!(refused, [(0, 1), (0, 0), (0, 0), (0, 1)]);
    assert_eq!((bench.bank.count(0), bench.bank.cond_q(0)), (1, false));
    bench.terms.frozen = true;
    bench.step();
    assert_eq!(bench.result.refused, 0);
}
