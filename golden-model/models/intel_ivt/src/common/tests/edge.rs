//! Edge detection and its history.

use super::super::BankRegister;
use super::bench::*;
use rstest::rstest;

/// IVT-R35 to IVT-R38: the count after each cycle with the increments 0,3,5,3,0,4,4,0.
#[rstest]
#[case::crossings_of_four(4, [0, 0, 1, 1, 1, 2, 2, 2])]
#[case::crossings_of_one(1, [0, 1, 1, 1, 1, 2, 2, 2])]
#[case::no_threshold_no_edges(0, [0, 3, 8, 11, 11, 15, 19, 19])]
#[case::never_reached(6, [0; 8])]
fn edge_counts_of_sequences(#[case] threshold: u64, #[case] expected: [u64; 8]) {
    let mut bench = Bench::with_control(EN | EDGE | thresh(threshold));
    assert_eq!(bench.train(&[0, 3, 5, 3, 0, 4, 4, 0]), expected);
}

/// IVT-R39: a condition that is true while the counter is disabled or frozen
/// is no edge when it starts.
#[rstest]
#[case::disabled(false)]
#[case::frozen(true)]
fn starting_under_a_true_condition_makes_no_edge(#[case] frozen: bool) {
    let mut bench = Bench::new();
    bench.raw[0] = 2;
    bench.terms.frozen = frozen;
    let selected = EDGE | thresh(2);
    bench.write(BankRegister::Control(0), if frozen { EN | selected } else { selected });
    bench.step();
    bench.terms.frozen = false;
    bench.write(BankRegister::Control(0), EN | selected);
    assert_eq!(bench.train(&[2, 2, 0, 2]), [0, 0, 0, 1]);
}

/// IVT-R39: the history uses the register contents of its cycle. A selection written
/// together with en makes one edge.
#[test]
fn selection_written_with_en_makes_one_edge() {
    let mut bench = Bench::new();
    bench.raw[0] = 1;
    bench.write(BankRegister::Control(0), EN | EDGE | thresh(1));
    assert_eq!(bench.train(&[1, 1]), [1, 1]);
    // A change from a threshold that is not reached to one that is.
    bench.write(BankRegister::Control(0), EN | EDGE | thresh(2));
    bench.step();
    bench.write(BankRegister::Control(0), EN | EDGE | thresh(1));
    assert_eq!(bench.train(&[1, 1]), [2, 2]);
    // Without a threshold the condition is false.
    bench.write(BankRegister::Control(0), EDGE);
    bench.step();
    bench.write(BankRegister::Control(0), EN | EDGE | thresh(1));
    assert_eq!(bench.train(&[1, 1]), [3, 3]);
}

/// IVT-R39: the history follows the condition also with edge_det = 0 and with en = 0.
#[rstest]
fn history_is_always_sampled(#[values(0, EN)] en: u64, #[values(0, EDGE)] edge: u64) {
    let mut bench = Bench::with_control(en | edge | thresh(2));
    bench.raw[0] = 2;
    bench.step();
    assert!(bench.bank.cond_q(0) && !bench.bank.cond_q(1));
    bench.raw[0] = 1;
    bench.step();
    assert!(!bench.bank.cond_q(0));
}

/// IVT-R40: a reset of a counter or control register does not affect the history of its cycle.
#[test]
fn resets_do_not_affect_the_history() {
    let mut bench = Bench::with_control(EN | EDGE | thresh(1));
    bench.raw[0] = 1;
    bench.step();
    bench.write(BankRegister::Control(0), RST | EN | EDGE | thresh(1));
    assert!(bench.bank.cond_q(0));
    bench.terms.reset = true;
    bench.step();
    bench.terms.reset = false;
    bench.bank.reset_counters();
    assert!(bench.bank.cond_q(0));
    bench.bank.reset_controls();
    assert!(bench.bank.cond_q(0));
    bench.step();
    assert!(!bench.bank.cond_q(0));
}

/// IVT-R14 IVT-R39: an edge in the cycle of a counter write is lost and is not counted later.
#[test]
fn edge_in_the_cycle_of_a_counter_write_is_lost() {
    let mut bench = Bench::with_control(EN | EDGE | thresh(1));
    bench.raw[0] = 1;
    bench.write(BankRegister::Counter(0), 0x10);
    assert_eq!(bench.train(&[1, 0, 1]), [0x10, 0x10, 0x11]);
}
