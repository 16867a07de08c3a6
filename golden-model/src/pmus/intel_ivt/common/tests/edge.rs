//! Edge detection and its memory.

use super::super::BankRegister;
use super::bench::*;
use rstest::rstest;

/// IVT-R35 to IVT-R38: the count of increments 0,3,5,3,0,4,4,0 after each clock.
#[rstest]
#[case::crossings_of_four(4, [0, 0, 1, 1, 1, 2, 2, 2])]
#[case::crossings_of_one(1, [0, 1, 1, 1, 1, 2, 2, 2])]
#[case::no_threshold_no_edges(0, [0, 3, 8, 11, 11, 15, 19, 19])]
#[case::never_reached(6, [0; 8])]
fn trains(#[case] threshold: u64, #[case] expected: [u64; 8]) {
    let mut bench = Bench::with_control(EN | EDGE | thresh(threshold));
    assert_eq!(bench.train(&[0, 3, 5, 3, 0, 4, 4, 0]), expected);
}

/// IVT-R39: a condition that held while the counter was off or frozen is no edge when it starts.
#[rstest]
#[case::disabled(false)]
#[case::frozen(true)]
fn no_edge_at_the_start(#[case] frozen: bool) {
    let mut bench = Bench::new();
    bench.raw[0] = 2;
    bench.terms.frozen = frozen;
    let selected = EDGE | thresh(2);
    bench.write(BankRegister::Control(0), if frozen { EN | selected } else { selected });
    bench.cycle();
    bench.terms.frozen = false;
    bench.write(BankRegister::Control(0), EN | selected);
    assert_eq!(bench.train(&[2, 2, 0, 2]), [0, 0, 0, 1]);
}

/// IVT-R39: the memory is of the register contents of its clock. A selection that arrives with en makes one edge.
#[test]
fn an_edge_of_the_write() {
    let mut bench = Bench::new();
    bench.raw[0] = 1;
    bench.write(BankRegister::Control(0), EN | EDGE | thresh(1));
    assert_eq!(bench.train(&[1, 1]), [1, 1]);
    // From a threshold that is not reached to one that is.
    bench.write(BankRegister::Control(0), EN | EDGE | thresh(2));
    bench.cycle();
    bench.write(BankRegister::Control(0), EN | EDGE | thresh(1));
    assert_eq!(bench.train(&[1, 1]), [2, 2]);
    // Without a threshold nothing is reached.
    bench.write(BankRegister::Control(0), EDGE);
    bench.cycle();
    bench.write(BankRegister::Control(0), EN | EDGE | thresh(1));
    assert_eq!(bench.train(&[1, 1]), [3, 3]);
}

/// IVT-R39: the memory follows with edge_det = 0 and with en = 0 as well.
#[rstest]
fn the_memory_follows_always(#[values(0, EN)] en: u64, #[values(0, EDGE)] edge: u64) {
    let mut bench = Bench::with_control(en | edge | thresh(2));
    bench.raw[0] = 2;
    bench.cycle();
    assert!(bench.bank.cond_q(0) && !bench.bank.cond_q(1));
    bench.raw[0] = 1;
    bench.cycle();
    assert!(!bench.bank.cond_q(0));
}

/// IVT-R40: no reset of a counter or control register touches the memory, which follows its own clock.
#[test]
fn resets_leave_the_memory() {
    let mut bench = Bench::with_control(EN | EDGE | thresh(1));
    bench.raw[0] = 1;
    bench.cycle();
    bench.write(BankRegister::Control(0), RST | EN | EDGE | thresh(1));
    assert!(bench.bank.cond_q(0));
    bench.terms.reset = true;
    bench.cycle();
    bench.terms.reset = false;
    bench.bank.reset_counters();
    assert!(bench.bank.cond_q(0));
    bench.bank.reset_controls();
    assert!(bench.bank.cond_q(0));
    bench.cycle();
    assert!(!bench.bank.cond_q(0));
}

/// IVT-R14 IVT-R39: an edge in the clock of a counter write is lost, and not made up for.
#[test]
fn an_edge_under_a_write_is_gone() {
    let mut bench = Bench::with_control(EN | EDGE | thresh(1));
    bench.raw[0] = 1;
    bench.write(BankRegister::Counter(0), 0x10);
    assert_eq!(bench.train(&[1, 0, 1]), [0x10, 0x10, 0x11]);
}
