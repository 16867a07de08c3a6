//! Overflow, wrap and interrupt.

use super::bench::*;
use rstest::rstest;

/// K8-R08 K8-R47 K8-R49 K8-R65: a sign-extended preset of -3 overflows at the third event.
#[test]
fn negative_preset_overflows_after_its_magnitude() {
    let mut bench = Bench::new();
    bench.write(0, ctr(0), 0xFFFF_FFFF_FFFF_FFFD);
    bench.write(0, evtsel(0), ON | INT | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    let cycles = [0, 1, 2, 3].map(|_| {
        bench.step();
        (bench.count(0, 0), bench.state("core0.apic_int"))
    });
    assert_eq!(cycles, [(MAX - 1, 0), (MAX, 0), (0, 1), (1, 0)]);
}

/// K8-R47 K8-R48: values after one cycle near the maximum: only a carry out of bit 47 is an overflow,
/// and the remainder of the sum is kept.
#[rstest]
#[case(MAX, 0, MAX, 0)]
#[case(MAX, 1, 0, 1)]
#[case(MAX, 2, 1, 1)]
#[case(MAX, 3, 2, 1)]
#[case(MAX - 1, 1, MAX, 0)]
#[case(MAX - 1, 2, 0, 1)]
#[case(MAX - 1, 3, 1, 1)]
#[case(MAX - 2, 2, MAX, 0)]
#[case(MAX - 2, 3, 0, 1)]
#[case(MAX - 3, 3, MAX, 0)]
#[case::bit_47_alone(0x7FFF_FFFF_FFFF, 1, 0x8000_0000_0000, 0)]
#[case::bit_31(0xFFFF_FFFF, 3, 0x1_0000_0002, 0)]
fn only_a_carry_out_of_bit_47_overflows(
    #[case] preset: u64,
    #[case] n: u64,
    #[case] expected: u64,
    #[case] interrupt: u64,
    #[values(0, 1)] core: usize,
    #[values(0, 1, 2, 3)] index: usize,
) {
    let mut bench = Bench::new();
    bench.write(core as u64, ctr(index), preset);
    bench.write(core as u64, evtsel(index), ON | INT | RETIRED);
    bench.line(core, RETIRED_LINE, n);
    bench.step();
    assert_eq!(bench.count(core, index), expected);
    assert_eq!(bench.state(&format!("core{core}.apic_int")), interrupt);
    assert_eq!(bench.state(&format!("core{}.apic_int", 1 - core)), 0);
    bench.step();
    assert_eq!(bench.count(core, index), (expected + n) & MAX);
}

/// K8-R49: without INT there is no interrupt request.
#[test]
fn no_interrupt_without_int() {
    let mut bench = Bench::new();
    bench.write(0, ctr(0), MAX);
    bench.write(0, evtsel(0), ON | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    bench.step();
    assert_eq!((bench.count(0, 0), bench.state("core0.apic_int")), (0, 0));
}

/// K8-R49: INT applies only to the counter that overflows.
#[test]
fn int_of_another_counter_has_no_effect() {
    let mut bench = Bench::new();
    bench.write(0, ctr(0), MAX);
    bench.write(0, evtsel(1), ON | INT | RETIRED);
    bench.write(0, evtsel(0), ON | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    bench.step();
    assert_eq!((bench.count(0, 0), bench.state("core0.apic_int")), (0, 0));
}

/// K8-R50 K8-R65: two overflows in one cycle make one pulse of one cycle, in the cycle after.
#[test]
fn simultaneous_overflows_make_one_pulse() {
    let mut bench = Bench::new();
    for index in [0, 3] {
        bench.write(0, ctr(index), MAX);
        bench.write(0, evtsel(index), ON | INT | RETIRED);
    }
    bench.line(0, RETIRED_LINE, 1);
    let pulses = [0, 1, 2].map(|_| {
        bench.step();
        bench.output("core0.apic_int")
    });
    assert_eq!(pulses, [0, 1, 0]);
    assert_eq!((bench.count(0, 0), bench.count(0, 3)), (2, 2));
}

/// K8-R47: a counter that only reaches its largest value does not take part in
/// another counter's overflow.
#[test]
fn reaching_the_largest_value_is_not_an_overflow() {
    let mut bench = Bench::new();
    bench.write(0, ctr(0), MAX - 1);
    bench.write(0, ctr(1), MAX);
    bench.write(0, evtsel(0), OS | USR | PC | RETIRED);
    bench.write(0, evtsel(1), ON | PC | RETIRED);
    bench.write(0, evtsel(0), ON | PC | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    bench.step();
    assert_eq!((bench.count(0, 0), bench.count(0, 1)), (MAX, 0));
    assert_eq!(bench.state("core0.pm"), 0b0010);
}

/// K8-R50: overflows in consecutive cycles make one pulse each.
#[test]
fn consecutive_overflows_keep_the_request_asserted() {
    let mut bench = Bench::new();
    bench.write(0, ctr(0), MAX);
    bench.write(0, ctr(1), MAX - 1);
    bench.write(0, evtsel(0), OS | USR | INT | RETIRED);
    bench.write(0, evtsel(1), ON | INT | RETIRED);
    bench.write(0, evtsel(0), ON | INT | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    let pulses = [0, 1, 2, 3].map(|_| {
        bench.step();
        bench.output("core0.apic_int")
    });
    assert_eq!(pulses, [0, 1, 1, 0]);
}

/// K8-R47 K8-R49: an edge can overflow a counter like any increment.
#[test]
fn edge_can_overflow() {
    let mut bench = Bench::new();
    bench.write(0, ctr(0), MAX);
    bench.write(0, evtsel(0), ON | INT | E | RETIRED);
    bench.line(0, RETIRED_LINE, 3);
    bench.step();
    assert_eq!((bench.count(0, 0), bench.state("core0.apic_int")), (0, 1));
}
