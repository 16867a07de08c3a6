//! Several causes in one cycle, and reset.

use super::bench::*;
use golden_model_core::GoldenModel;
use rstest::rstest;

/// K8-R62: a read in the cycle of an increment returns the value before it, on both access paths.
#[rstest]
fn reads_return_the_value_at_the_start_of_the_cycle(#[values(0, 1, 2, 3)] index: usize) {
    let mut bench = Bench::new();
    bench.write(0, ctr(index), 0x100);
    bench.write(0, evtsel(index), ON | RETIRED);
    bench.line(0, RETIRED_LINE, 3);
    assert_eq!(bench.read(0, ctr(index)), 0x100);
    assert_eq!(bench.access(false, RDPMC, 0, index as u64, 0), (0, 0x103));
    assert_eq!(bench.count(0, index), 0x106);
}

/// K8-R62: the state observed in the cycle of a write is the state before the write.
#[test]
fn write_is_not_observed_in_its_own_cycle() {
    let mut bench = Bench::new();
    bench.write(0, ctr(0), 0x77);
    assert_eq!(bench.output("core0.PerfCtr0"), 0);
    bench.write(0, evtsel(0), RETIRED);
    assert_eq!(bench.output("core0.PerfCtr0"), 0x77);
    assert_eq!(bench.output("core0.PerfEvtSel0"), 0);
    assert_eq!(bench.state("core0.PerfEvtSel0"), RETIRED);
}

/// K8-R63: the cycle of a write to PerfEvtSel counts with the previous configuration.
#[test]
fn select_write_takes_effect_in_the_next_cycle() {
    let mut bench = Bench::new();
    bench.line(0, RETIRED_LINE, 1);
    bench.line(0, "0xC1", 2);
    bench.write(0, evtsel(0), ON | RETIRED);
    assert_eq!(bench.count(0, 0), 0);
    bench.write(0, evtsel(0), ON | 0xC1);
    assert_eq!(bench.count(0, 0), 1);
    bench.write(0, evtsel(0), 0);
    assert_eq!(bench.count(0, 0), 3);
    bench.step();
    assert_eq!(bench.count(0, 0), 3);
}

/// K8-R64: a counter write takes priority over an increment that would overflow, and no effect
/// of that increment remains.
#[rstest]
fn counter_write_takes_priority_over_increment(#[values(0, PC)] pc: u64, #[values(0, BROADCAST)] unit: u64) {
    let mut bench = Bench::new();
    bench.write(0, ctr(0), MAX);
    bench.write(0, evtsel(0), ON | INT | pc | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    bench.write(unit, ctr(0), 0x500);
    assert_eq!(bench.count(0, 0), 0x500);
    assert_eq!((bench.state("core0.apic_int"), bench.state("core0.pm")), (0, 0));
    bench.step();
    assert_eq!(bench.count(0, 0), 0x501);
}

/// K8-R64: a write to one counter does not stop other counters, in either core.
#[test]
fn counter_write_stops_only_the_written_counter() {
    let mut bench = Bench::new();
    bench.write(BROADCAST, evtsel(0), ON | RETIRED);
    bench.write(BROADCAST, evtsel(1), ON | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    bench.line(1, RETIRED_LINE, 1);
    bench.write(0, ctr(0), 0x500);
    assert_eq!((bench.count(0, 0), bench.count(0, 1)), (0x500, 1));
    assert_eq!((bench.count(1, 0), bench.count(1, 1)), (1, 1));
}

/// K8-R64: a refused write to a counter's address in another space stops no counter.
#[test]
fn refused_write_does_not_stop_the_counter() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    assert_eq!(bench.access(true, RDPMC, 0, 0, 0x500), (1, 0));
    assert_eq!(bench.count(0, 0), 1);
}

/// K8-R65: interrupt and pin change in the cycle after the overflow.
#[test]
fn overflow_appears_one_cycle_later() {
    let mut bench = Bench::new();
    bench.write(0, ctr(0), MAX);
    bench.write(0, evtsel(0), ON | INT | PC | RETIRED);
    let cycles = [1, 0, 0].map(|n| {
        bench.line(0, RETIRED_LINE, n);
        bench.step();
        (bench.output("core0.apic_int"), bench.output("core0.pm"))
    });
    assert_eq!(cycles, [(0, 0), (1, 1), (0, 1)]);
}

/// A bench in which all state differs from reset.
fn non_reset_state() -> Bench {
    let mut bench = Bench::new();
    for index in 0..4 {
        bench.write(BROADCAST, ctr(index), MAX);
        bench.write(BROADCAST, evtsel(index), ON | INT | 0xE1);
    }
    bench.line(0, "0xE1", 1);
    bench.line(1, "0xE1", 1);
    bench.step();
    bench
}

/// K8-R66: reset restores the state of the description, regardless of other causes in the same cycle.
#[test]
fn reset_takes_priority_over_all_causes() {
    let mut bench = non_reset_state();
    assert_eq!(bench.state("core0.pm"), 0xF);
    assert_eq!(bench.state("core0.apic_int"), 1);
    bench.set("rst", 1);
    bench.write(BROADCAST, ctr(0), 0x999);
    bench.set("rst", 0);
    let description = bench.pmu.description.clone();
    for signal in description.outputs.iter().chain(&description.states) {
        assert_eq!(bench.state(&signal.name), 0, "{}", signal.name);
        assert_eq!(signal.reset, 0, "{}", signal.name);
    }
    bench.step();
    assert_eq!(bench.count(0, 0), 0);
}

/// K8-R66: outputs and reads in the cycle of the reset are those of its start.
#[test]
fn reset_does_not_affect_the_outputs_of_its_cycle() {
    let mut bench = non_reset_state();
    bench.set("rst", 1);
    assert_eq!(bench.read(1, ctr(2)), MAX);
    assert_eq!(bench.output("core0.apic_int"), 1);
    assert_eq!(bench.output("core0.nb_claim"), 0xF);
    assert_eq!(bench.output("core1.nb_block"), 0xF);
    assert_eq!(bench.output("nb_owner1"), 1);
    assert_eq!(bench.access(false, RDPMC, 0, 4, 0), (1, 0));
}

/// Every bit of an observation is written, unused bits with 0.
#[test]
fn all_observation_bits_are_written() {
    let mut bench = Bench::new();
    let frame = vec![0; bench.pmu.frame.words()];
    let mut observation = vec![u64::MAX; bench.pmu.observation.words()];
    bench.model.step(&frame, &mut observation);
    assert_eq!(observation, vec![0; bench.pmu.observation.words()]);
}

/// A batch executes one cycle for each of its frames, in sequence.
#[test]
fn batch_executes_consecutive_frames() {
    let bench = Bench::new();
    let (frame_words, words) = (bench.pmu.frame.words(), bench.pmu.observation.words());
    let mut frames = vec![0; 3 * frame_words];
    let slot = |name| bench.pmu.frame.slot(name);
    for (name, value) in
        [("bus_valid", 1), ("bus_write", 1), ("bus_addr", 0xC001_0000), ("bus_wdata", ON | INV | cnt_mask(1) | 0xC0)]
    {
        slot(name).set(&mut frames, value);
    }
    let mut observations = vec![u64::MAX; 3 * words];
    let mut model = bench.pmu.model();
    model.step_batch(&frames, frame_words, &mut observations, words);
    let count = bench.pmu.observation.slot("core0.PerfCtr0");
    let counts: Vec<_> = observations.chunks(words).map(|o| count.get(o)).collect();
    assert_eq!(counts, [0, 0, 1]);
    model.reset();
    model.step(&frames[frame_words..2 * frame_words], &mut observations[..words]);
    assert_eq!(&observations[..words], vec![0; words]);
}
