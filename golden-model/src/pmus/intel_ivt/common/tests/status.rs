//! Overflow status and message.

use super::super::{BankRegister, StatusSource};
use super::bench::*;

/// A bank whose counter 0 reports and is `events` events of 1 before its wrap.
fn before_wrap(events: u64) -> Bench {
    let mut bench = Bench::with_control(EN | OV_EN);
    bench.write(BankRegister::Counter(0), (1 << 44) - events);
    bench
}

/// IVT-R61 IVT-R63 IVT-R65: an overflow sets the bit for good and sends a message of one clock.
#[test]
fn one_overflow() {
    let mut bench = before_wrap(2);
    assert_eq!(bench.reports(&[1, 1, 1, 0]), [(0, false), (1, true), (1, false), (1, false)]);
}

/// IVT-R62: with ov_en = 0, or in a box that cannot report, a wrap is silent.
#[test]
fn silent_wraps() {
    let mut bench = before_wrap(1);
    bench.write(BankRegister::Control(0), EN);
    assert_eq!(bench.reports(&[1]), [(0, false)]);
    let mut bench = before_wrap(1);
    bench.terms.status_source = StatusSource::None;
    assert_eq!(bench.reports(&[1]), [(0, false)]);
    assert_eq!(bench.bank.count(0), 0);
}

/// IVT-R66: a bit that is set already sends nothing.
#[test]
fn repeated_overflow() {
    let mut bench = before_wrap(1);
    bench.cycle();
    assert_eq!(bench.reports(&[1, 0]), [(1, true), (1, false)]);
    bench.write(BankRegister::Counter(0), MAX);
    assert_eq!(bench.reports(&[1]), [(1, false)]);
}

/// IVT-R12 IVT-R64: writing 1 clears, writing 0 does not; an overflow in the clock of the clearing sets anew.
#[test]
fn clearing() {
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
    // Clearing what is not set holds nothing back.
    bench.write(BankRegister::Counter(0), MAX);
    bench.raw[0] = 1;
    bench.write(BankRegister::Status, 0b01);
    assert_eq!((bench.bank.status().ov(), bench.bank.status().message()), (1, true));
}

/// IVT-R65 IVT-R67: both counters in one clock are one message, in two clocks two.
#[test]
fn two_counters() {
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

/// IVT-R66: the second counter of the box is news although the first one's bit is set.
#[test]
fn a_set_bit_does_not_silence_its_neighbour() {
    let mut bench = before_wrap(1);
    bench.write(BankRegister::Control(1), EN | OV_EN);
    assert_eq!(bench.reports(&[1, 0]), [(0b01, true), (0b01, false)]);
    bench.write(BankRegister::Counter(1), MAX);
    bench.raw = [0, 1];
    bench.cycle();
    assert_eq!((bench.bank.status().ov(), bench.bank.status().message()), (0b11, true));
}
