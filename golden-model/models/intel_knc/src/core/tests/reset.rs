//! Reset and INIT.

use super::bench::*;
use golden_model_core::GoldenModel;

/// A model with a value other than the reset value in every state word, still counting.
fn non_reset_state() -> Bench {
    let mut bench = Bench::counting(0);
    for thread in 0..4 {
        for index in 0..2 {
            bench.write(thread, SEL[index], ON | INT | ELEMENTS);
            bench.write(thread, CNT[index], MAX);
        }
        bench.write(thread, SPFLT_CONTROL, USER_PREF | 3);
    }
    bench.lines(ELEMENTS, [3; 4]);
    bench.step();
    for state in &bench.pmu.description.states {
        assert_ne!(bench.state(&state.name), 0, "{}", state.name);
    }
    bench
}

/// KNC-R82: reset takes priority over all causes, including an access in its cycle,
/// which still gets a response.
#[test]
fn reset_takes_priority_over_all_causes() {
    let mut bench = non_reset_state();
    let count = bench.count(0, 0);
    bench.set("rst", 1);
    assert_eq!(bench.access(false, MSR, 0, CNT[0], 0), (0, count));
    assert_eq!(bench.output("thread0.pmi"), 1);
    for (msr, data) in [(CNT[1], 5), (SEL[0], ON | ELEMENTS), (TSC, 0x123), (SPFLT_CONTROL, 3), (GLOBAL_CTRL, 3)] {
        bench.write(0, msr, data);
        bench.set("rst", 0);
        bench.lines(ELEMENTS, [0; 4]);
        for state in &bench.pmu.description.states {
            assert_eq!(bench.state(&state.name), 0, "{} after {msr:#x}", state.name);
        }
        assert_eq!(bench.pmi(), [0; 4]);
        bench = non_reset_state();
        bench.set("rst", 1);
    }
    bench.spflt(2, 1);
    assert_eq!(bench.state("thread2.PERF_SPFLT_CONTROL"), 0);
    assert_eq!(bench.access(true, MSR, 0, 0x30, 0), (1, 0));
}

/// KNC-R82: no counter counts after a reset, although EVENT = UMASK = 0 selects a listed event.
#[test]
fn no_counter_counts_after_reset() {
    let mut bench = non_reset_state();
    bench.model.reset();
    bench.all_lines(1);
    bench.step();
    bench.step();
    assert_eq!((bench.counts(), bench.status()), ([0; 8], [0; 4]));
    // No thread is at a selected ring, so the condition is false as well.
    assert_eq!(bench.state("thread0.edge_history0"), 0);
    bench.write(0, GLOBAL_CTRL, 3);
    bench.step();
    assert_eq!(bench.counts(), [0; 8]);
}

/// KNC-R83: INIT changes no state and stops no counter.
#[test]
fn init_is_ignored() {
    let mut bench = non_reset_state();
    let mut without = non_reset_state();
    bench.set("init", 1);
    for data in 0..5 {
        bench.write(1, CNT[0], data);
        without.write(1, CNT[0], data);
        assert_eq!(bench.observe(), without.observe());
    }
    assert_eq!(bench.pmi(), [1; 4]);
}
