//! Halted cores.

use super::bench::*;
use rstest::rstest;

/// K8-R56: neither a duration event nor a northbridge event counts during a halt.
#[rstest]
#[case::duration("0x76", 0x76)]
#[case::northbridge("0xE1", 0xE1)]
fn halted_core_counts_nothing(#[case] line: &str, #[case] code: u64) {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | code);
    bench.line(0, line, 1);
    let counts = [0, 0, 1, 1, 1, 0, 0].map(|halted| {
        bench.set("core0.halted", halted);
        bench.step();
        bench.count(0, 0)
    });
    assert_eq!(counts, [1, 2, 2, 2, 2, 3, 4]);
}

/// K8-R56: only the counters of the halted core pause.
#[test]
fn other_core_continues_to_count() {
    let mut bench = Bench::new();
    bench.write(BROADCAST, evtsel(1), ON | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    bench.line(1, RETIRED_LINE, 1);
    bench.set("core1.halted", 1);
    bench.step();
    assert_eq!((bench.count(0, 1), bench.count(1, 1)), (1, 0));
}

/// K8-R57: an event that rises during a halt and stays 1 makes one edge after the halt.
#[test]
fn edge_during_a_halt_counts_after_it() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | E | RETIRED);
    bench.step();
    bench.set("core0.halted", 1);
    assert_eq!(bench.train(RETIRED_LINE, &[0, 1, 1]), [0, 0, 0]);
    assert_eq!(bench.state("core0.edge_history0"), 0);
    bench.set("core0.halted", 0);
    assert_eq!(bench.train(RETIRED_LINE, &[1, 1]), [1, 1]);
}

/// K8-R57: an event that falls and rises again during a halt makes no edge.
#[test]
fn history_is_kept_during_a_halt() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | E | RETIRED);
    assert_eq!(bench.train(RETIRED_LINE, &[1]), [1]);
    bench.set("core0.halted", 1);
    assert_eq!(bench.train(RETIRED_LINE, &[0, 0, 1]), [1, 1, 1]);
    assert_eq!(bench.state("core0.edge_history0"), 1);
    bench.set("core0.halted", 0);
    assert_eq!(bench.train(RETIRED_LINE, &[1, 0, 1]), [1, 1, 2]);
}

/// K8-R57 K8-R65: the interrupt of the last running cycle is requested in the first halted cycle, pins
/// keep their level, and there are no new requests.
#[test]
fn pending_interrupt_is_requested_during_a_halt() {
    let mut bench = Bench::new();
    bench.write(0, ctr(0), MAX);
    bench.write(0, evtsel(0), ON | INT | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    bench.step();
    bench.set("core0.halted", 1);
    bench.write(0, ctr(0), MAX);
    assert_eq!((bench.output("core0.apic_int"), bench.output("core0.pm")), (1, 1));
    for _ in 0..2 {
        bench.step();
        assert_eq!((bench.output("core0.apic_int"), bench.output("core0.pm")), (0, 1));
    }
    bench.set("core0.halted", 0);
    bench.step();
    assert_eq!((bench.state("core0.apic_int"), bench.state("core0.pm")), (1, 0));
}

/// K8-R67: register accesses take effect during a halt.
#[test]
fn registers_are_accessible() {
    let mut bench = Bench::new();
    bench.set("core1.halted", 1);
    bench.write(1, evtsel(0), ON | RETIRED);
    bench.write(1, ctr(0), 0x123);
    bench.line(1, RETIRED_LINE, 1);
    assert_eq!(bench.read(1, evtsel(0)), 0x0043_00C0);
    assert_eq!(bench.access(false, RDPMC, 1, 0, 0), (0, 0x123));
    bench.set("core1.halted", 0);
    bench.step();
    assert_eq!(bench.count(1, 0), 0x124);
}
