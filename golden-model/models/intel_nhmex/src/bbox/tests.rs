//! Tests of the B-Box. Expected values are literals that were derived from the requirements by hand.

use super::model::BBoxModel;
use golden_model_common::test_bench::TestBench;

const EN: u64 = 1;
const PMI_EN: u64 = 1 << 20;
/// Largest value of a counter.
const MAX: u64 = 0xFFFF_FFFF_FFFF;

/// Addresses.
const EVT_SEL: u64 = 0;
const CNT: u64 = 4;

fn ev_sel(code: u64) -> u64 {
    code << 1
}

fn bench() -> TestBench<BBoxModel> {
    TestBench::new("nhmex_bbox", BBoxModel::new)
}

fn count(bench: &TestBench<BBoxModel>, counter: u64) -> u64 {
    bench.state(&format!("bbox.B_MSR_PMON_CNT{counter}"))
}

/// Returns a box whose counter 0 counts code 3 in every cycle and is `events` below its wrap.
fn before_wrap(events: u64) -> TestBench<BBoxModel> {
    let mut bench = bench();
    bench.set("bbox.ev0", 1 << 3);
    bench.write(CNT, (1 << 48) - events);
    bench.write(EVT_SEL, EN | PMI_EN | ev_sel(3));
    bench
}

/// NHMEX-B-R14 NHMEX-B-R15 NHMEX-B-R17 NHMEX-B-R16: stored bits, reset, and refused accesses.
#[test]
fn registers_store_reset_and_refuse() {
    let mut bench = bench();
    for addr in 0..8 {
        bench.write(addr, u64::MAX);
        assert_eq!(bench.read(addr), if addr < 4 { 0x10_003F } else { MAX });
    }
    bench.reset();
    for addr in 0..8 {
        assert_eq!(bench.read(addr), 0);
    }
    for (space, unit, addr) in [(0, 0, 8), (1, 0, 0), (0, 1, 0), (0, 0, 0x8000_0000)] {
        assert_eq!(bench.access(true, space, unit, addr, 1), (1, 0));
        assert_eq!(bench.access(false, space, unit, addr, 0), (1, 0));
    }
}

/// NHMEX-B-R01 NHMEX-B-R03 NHMEX-B-R04 NHMEX-B-R05: a counter counts its line of the selected code.
#[test]
fn counter_counts_its_own_selected_line() {
    for counter in 0..4 {
        for code in 0..32 {
            let mut bench = bench();
            for other in 0..4 {
                bench.write(EVT_SEL + other, EN | ev_sel(code));
                let own = if other == counter { 1 << code } else { !(1 << code) };
                bench.set(&format!("bbox.ev{other}"), own);
            }
            let before: Vec<u64> = (0..4).map(|counter| count(&bench, counter)).collect();
            bench.cycles(2);
            let grown: Vec<u64> = (0..4).map(|other| count(&bench, other) - before[other as usize]).collect();
            assert_eq!(grown, (0..4).map(|other| 2 * u64::from(other == counter)).collect::<Vec<_>>());
            bench.write(EVT_SEL + counter, ev_sel(code));
            let stopped = count(&bench, counter);
            bench.step();
            assert_eq!(count(&bench, counter), stopped);
        }
    }
}

/// NHMEX-B-R06 to NHMEX-B-R09 NHMEX-B-R11 NHMEX-B-R18: an overflow wraps and sends a PMI of one cycle.
#[test]
fn overflow_wraps_and_pulses_the_pmi() {
    let mut bench = before_wrap(2);
    let mut trace = Vec::new();
    for _ in 0..4 {
        trace.push((count(&bench, 0), bench.state("bbox.pmi")));
        bench.step();
    }
    assert_eq!(trace, [(MAX - 1, 0), (MAX, 0), (0, 1), (1, 0)]);
    let mut silent = before_wrap(2);
    silent.write(EVT_SEL, EN | ev_sel(3));
    silent.step();
    assert_eq!((count(&silent, 0), silent.state("bbox.pmi")), (0, 0));
}

/// NHMEX-B-R10 NHMEX-B-R19: a freeze stops counting, but not the PMI for the previous cycle.
#[test]
fn freeze_stops_counting_but_not_the_pmi() {
    let mut bench = before_wrap(1);
    bench.step();
    bench.set("bbox.freeze", 1);
    assert_eq!((count(&bench, 0), bench.state("bbox.pmi")), (0, 1));
    bench.cycles(3);
    assert_eq!((count(&bench, 0), bench.state("bbox.pmi")), (0, 0));
    bench.write(CNT, MAX);
    bench.cycles(2);
    assert_eq!((bench.read(CNT), bench.state("bbox.pmi")), (MAX, 0));
    bench.set("bbox.freeze", 0);
    bench.step();
    assert_eq!((count(&bench, 0), bench.state("bbox.pmi")), (0, 1));
}

/// NHMEX-B-R13 NHMEX-B-R19: a write takes priority over an increment, reset over a write.
///
/// A write of control takes effect in the next cycle.
#[test]
fn reset_takes_priority_over_write_and_write_over_increment() {
    let mut bench = before_wrap(1);
    bench.write(CNT, 5);
    assert_eq!((count(&bench, 0), bench.state("bbox.pmi")), (5, 0));
    bench.write(EVT_SEL, 0);
    assert_eq!(count(&bench, 0), 6);
    let mut bench = before_wrap(1);
    bench.set("rst", 1);
    bench.write(CNT, 5);
    bench.set("rst", 0);
    assert_eq!((count(&bench, 0), bench.state("bbox.pmi"), bench.state("bbox.B_MSR_PMON_EVT_SEL0")), (0, 0, 0));
}

/// NHMEX-B-R09: several overflows in one cycle cause one pulse, in two cycles two pulses.
#[test]
fn overflows_in_one_cycle_cause_one_pulse() {
    let mut bench = before_wrap(1);
    bench.set("bbox.freeze", 1);
    for counter in 1..3 {
        bench.set(&format!("bbox.ev{counter}"), 1);
        bench.write(EVT_SEL + counter, EN | PMI_EN);
        bench.write(CNT + counter, MAX - (counter - 1));
    }
    bench.set("bbox.freeze", 0);
    let mut pulses = Vec::new();
    for _ in 0..3 {
        bench.step();
        pulses.push(bench.state("bbox.pmi"));
    }
    assert_eq!(pulses, [1, 1, 0]);
}
