//! The performance monitor pins.

use super::bench::*;
use rstest::rstest;

/// Levels of PM3 to PM0 of core 0 after each cycle of a sequence of event numbers.
fn levels(bench: &mut Bench, numbers: &[u64]) -> Vec<u64> {
    let after = |n: &u64| {
        bench.line(0, RETIRED_LINE, *n);
        bench.step();
        bench.state("core0.pm")
    };
    numbers.iter().map(after).collect()
}

/// K8-R53 K8-R54: with PC = 0 the pin toggles once in every cycle with an increment, of any size.
#[rstest]
#[case(0, 0b0001)]
#[case(1, 0b0010)]
#[case(2, 0b0100)]
#[case(3, 0b1000)]
fn pins_follow_increments(#[case] index: usize, #[case] pin: u64) {
    let mut bench = Bench::new();
    bench.write(0, evtsel(index), ON | RETIRED);
    let expected = [pin, 0, 0, pin, pin, 0];
    assert_eq!(levels(&mut bench, &[3, 1, 0, 2, 0, 3]), expected);
    assert_eq!(bench.state("core1.pm"), 0);
}

/// K8-R52 K8-R54: with PC = 1 the pin toggles only at overflows and keeps its level in between.
#[test]
fn pins_follow_overflows() {
    let mut bench = Bench::new();
    bench.write(0, ctr(2), MAX - 3);
    bench.write(0, evtsel(2), ON | PC | RETIRED);
    assert_eq!(levels(&mut bench, &[2, 3, 3, 0]), [0, 4, 4, 4]);
    bench.line(0, RETIRED_LINE, 0);
    bench.write(0, ctr(2), MAX);
    assert_eq!(levels(&mut bench, &[1, 1]), [0, 0]);
}

/// K8-R53: with PC = 0 an increment that overflows toggles the pin once.
#[test]
fn overflowing_increment_toggles_once() {
    let mut bench = Bench::new();
    bench.write(0, ctr(0), MAX);
    bench.write(0, evtsel(0), ON | INT | RETIRED);
    assert_eq!(levels(&mut bench, &[1, 0]), [1, 1]);
}

/// K8-R55: PC does not gate the interrupt, and INT does not gate the pin.
#[rstest]
#[case(0, 0, 1, 0)]
#[case(0, INT, 1, 1)]
#[case(PC, 0, 1, 0)]
#[case(PC, INT, 1, 1)]
fn pin_and_interrupt_are_independent(#[case] pc: u64, #[case] int: u64, #[case] pin: u64, #[case] interrupt: u64) {
    let mut bench = Bench::new();
    bench.write(0, ctr(0), MAX);
    bench.write(0, evtsel(0), ON | pc | int | RETIRED);
    assert_eq!(levels(&mut bench, &[1]), [pin]);
    assert_eq!(bench.state("core0.apic_int"), interrupt);
}

/// K8-R55: no write toggles a pin, not even a change of PC while the pin is high.
#[test]
fn writes_do_not_toggle() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | RETIRED);
    assert_eq!(levels(&mut bench, &[1, 0]), [1, 1]);
    for select in [ON | PC | RETIRED, ON | RETIRED, RETIRED, 0] {
        bench.write(0, evtsel(0), select);
        assert_eq!(bench.state("core0.pm"), 1);
        bench.write(0, ctr(0), MAX);
        bench.write(0, ctr(0), 0);
        assert_eq!(bench.state("core0.pm"), 1);
    }
}

/// K8-R53: edges count as increments.
#[test]
fn pins_follow_edges() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(1), ON | E | RETIRED);
    assert_eq!(levels(&mut bench, &[2, 2, 0, 1, 3]), [2, 2, 2, 0, 0]);
}
