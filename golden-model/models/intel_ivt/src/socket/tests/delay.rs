//! The delay line.

use super::super::delay::Delay;
use rstest::rstest;

/// A pulse appears once at the output, after `latency` cycles.
#[rstest]
fn pulse_appears_once_after_the_latency(#[values(0, 1, 2, 6, 7)] latency: u32) {
    let mut line = Delay::default();
    let outputs: Vec<_> = (0..10)
        .map(|cycle| {
            let output = line.output(cycle == 0, latency);
            line.step(cycle == 0);
            output
        })
        .collect();
    let expected: Vec<_> = (0..10).map(|cycle| cycle == latency).collect();
    assert_eq!(outputs, expected);
}

/// A changing latency selects another bit of the line, so that a pulse can appear twice or never.
#[test]
fn changing_latency_selects_another_bit() {
    let outputs = |latencies: &[u32]| {
        let mut line = Delay::default();
        let one = |(cycle, &latency): (usize, &u32)| {
            let output = line.output(cycle == 0, latency);
            line.step(cycle == 0);
            output
        };
        latencies.iter().enumerate().map(one).collect::<Vec<_>>()
    };
    assert_eq!(outputs(&[0, 1, 2]), [true, true, true]);
    assert_eq!(outputs(&[1, 0, 0]), [false, false, false]);
}

/// The line has seven bits, with the latest input in the lowest.
#[test]
fn line_has_seven_bits() {
    let mut line = Delay::default();
    for input in [true, false, true, true, false, false, false] {
        line.step(input);
    }
    assert_eq!(line.bits(), 0b101_1000);
    line.step(true);
    assert_eq!(line.bits(), 0b011_0001);
}
