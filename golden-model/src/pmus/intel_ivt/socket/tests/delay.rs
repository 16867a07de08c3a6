//! A line.

use super::super::delay::Delay;
use rstest::rstest;

/// A pulse comes out once, after as many clocks as the latency says.
#[rstest]
fn latencies(#[values(0, 1, 2, 6, 7)] latency: u32) {
    let mut line = Delay::default();
    let outputs: Vec<_> = (0..10)
        .map(|cycle| {
            let output = line.output(cycle == 0, latency);
            line.cycle(cycle == 0);
            output
        })
        .collect();
    let expected: Vec<_> = (0..10).map(|cycle| cycle == latency).collect();
    assert_eq!(outputs, expected);
}

/// A latency that changes looks at another place of the line: a pulse can come twice or never.
#[test]
fn changing_latencies() {
    let outputs = |latencies: &[u32]| {
        let mut line = Delay::default();
        let one = |(cycle, &latency): (usize, &u32)| {
            let output = line.output(cycle == 0, latency);
            line.cycle(cycle == 0);
            output
        };
        latencies.iter().enumerate().map(one).collect::<Vec<_>>()
    };
    assert_eq!(outputs(&[0, 1, 2]), [true, true, true]);
    assert_eq!(outputs(&[1, 0, 0]), [false, false, false]);
}

/// Seven bits, the latest lowest.
#[test]
fn contents() {
    let mut line = Delay::default();
    for input in [true, false, true, true, false, false, false] {
        line.cycle(input);
    }
    assert_eq!(line.bits(), 0b101_1000);
    line.cycle(true);
    assert_eq!(line.bits(), 0b011_0001);
}
