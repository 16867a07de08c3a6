//! Overflow status and message.

use super::super::{BankRegister, StatusSource};
use super::bench::*;

/// A bank whose counter 0 reports overflows and is `events` events of 1 before its wrap.
fn before_wrap(events: u64) -> Bench {
    let mut bench = Bench::with_control(EN | OV_EN);
    bench.write(BankRegister::Counter(0), (1 << 44) - events);
    bench
}

/// IVT-R61 IVT-R63 IVT-R65: an overflow sets its bit permanently and sends a message of one cycle.
#[test]
fn overflow_sets_its_bit_and_sends_one_message() {
    let mut bench = before_wrap(2);
    assert_eq!(bench.reports(&[1, 1, 1, 0]), [(0, false), (1, true), (1, false), (1, false)]);
}

/// IVT-R62: with ov_en = 0, or in a box that does not report overflows, a wrap has no other effect.
#[test]
fn unreported_wraps_set_no_status() {
    let mut bench = before_wrap(1);
    bench.write(BankRegister::Control(0), EN);
    assert_eq!(bench.reports(&[1]), [(0, false)]);
    let mut bench = before_wrap(1);
    bench.terms.status_source = StatusSource::None;
    assert_eq!(bench.reports(&[1]), [(0, false)]);
    assert_eq!(bench.bank.count(0), 0);
}

/// IVT-R66: an overflow whose bit is already set sends no message.
#[test]
fn repeated_overflow_sends_no_message() {
    let mut bench = before_wrap(1);
    bench.step();
    assert_eq!(bench.reports(&[1, 0]), [(1, true), (1, false)]);
    bench.write(BankRegister::Counter(0), MAX);
    assert_eq!(bench.reports(&[1]), [(1, false)]);
}

/// IVT-R12 IVT-R64: writing 1 clears, writing 0 does not; an overflow in the cycle of the
/// clear sets the bit again.
#[test]
fn overflow_takes_priority_over_clear() {
    let mut bench = before_wrap(1);
    assert_eq!(bench.reports(&[1, 0]), [(1, true), (1, false)]);
    bench.write(BankRegister::Status, 0b10);
    assert_eq!(bench.bank.status().ov(), 1);
    bench.write(BankRegister::Counter(0), MAX);
    bench.raw[0] = 1;
    bench.write(BankRegister::Status, 0b01);
    assert_eq!((bench.bank.status().ov(), bench.bank.status().message()), (1, true));
    bench.raw[0] = 0;
    bench.write(BankRegister::Status, 0b01);
    assert_eq!((bench.bank.status().ov(), bench.bank.status().message()), (0, false));
    // Clearing a bit that is 0 does not suppress a new overflow.
    bench.write(BankRegister::Counter(0), MAX);
    bench.raw[0] = 1;
    bench.write(BankRegister::Status, 0b01);
    assert_eq!((bench.bank.status().ov(), bench.bank.status().message()), (1, true));
}

/// IVT-R65 IVT-R67: both counters in one cycle make one message, in two cycles two.
#[test]
fn simultaneous_overflows_send_one_message() {
    let mut bench = before_wrap(1);
    bench.write(BankRegister::Control(1), EN | OV_EN);
    bench.write(BankRegister::Counter(1), MAX);
    bench.raw[1] = 1;
    assert_eq!(bench.reports(&[1, 0]), [(0b11, true), (0b11, false)]);

    let mut bench = before_wrap(1);
    bench.write(BankRegister::Control(1), EN | OV_EN);
    bench.write(BankRegister::Counter(1), MAX - 1);
    bench.raw[1] = 1;
    assert_eq!(bench.reports(&[1, 1, 0]), [(0b01, true), (0b11, true), (0b11, false)]);
}

/// IVT-R66: an overflow of the second counter sends a message although the
/// bit of the first one is set.
#[test]
fn set_bit_does_not_suppress_other_messages() {
    let mut bench = before_wrap(1);
    bench.write(BankRegister::Control(1), EN | OV_EN);
    assert_eq!(bench.reports(&[1, 0]), [(0b01, true), (0b01, false)]);
    bench.write(BankRegister::Counter(1), MAX);
    bench.raw = [0, 1];
    bench.step();
    assert_eq!((bench.bank.status().ov(), bench.bank.status().message()), (0b11, true));
}
