//! What meets in one clock, and reset.

use super::bench::*;
use crate::GoldenModel;
use rstest::rstest;

/// K8-R62: a read in the clock of an increment gives the value from before it, on either way.
#[rstest]
fn reads_give_the_start_of_the_clock(#[values(0, 1, 2, 3)] index: usize) {
    let mut bench = Bench::new();
    bench.write(0, ctr(index), 0x100);
    bench.write(0, evtsel(index), ON | RETIRED);
    bench.line(0, RETIRED_LINE, 3);
    assert_eq!(bench.read(0, ctr(index)), 0x100);
    assert_eq!(bench.access(false, RDPMC, 0, index as u64, 0), (0, 0x103));
    assert_eq!(bench.count(0, index), 0x106);
}

/// K8-R62: the state observed in the clock of a write is that from before the write.
#[test]
fn a_write_is_not_seen_in_its_clock() {
    let mut bench = Bench::new();
    bench.write(0, ctr(0), 0x77);
    assert_eq!(bench.output("core0.PerfCtr0"), 0);
    bench.write(0, evtsel(0), RETIRED);
    assert_eq!(bench.output("core0.PerfCtr0"), 0x77);
    assert_eq!(bench.output("core0.PerfEvtSel0"), 0);
    assert_eq!(bench.state("core0.PerfEvtSel0"), RETIRED);
}

/// K8-R63: the clock of a write to PerfEvtSel counts as configured before.
#[test]
fn a_select_write_acts_in_the_next_clock() {
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

/// K8-R64: a counter write wins over an increment that would overflow, and nothing of that
/// increment remains.
#[rstest]
fn a_counter_write_wins(#[values(0, PC)] pc: u64, #[values(0, BROADCAST)] unit: u64) {
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

/// K8-R64: a write to one counter does not stop the others, nor those of the other core.
#[test]
fn a_counter_write_stops_one_counter() {
    let mut bench = Bench::new();
    bench.write(BROADCAST, evtsel(0), ON | RETIRED);
    bench.write(BROADCAST, evtsel(1), ON | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    bench.line(1, RETIRED_LINE, 1);
    bench.write(0, ctr(0), 0x500);
    assert_eq!((bench.count(0, 0), bench.count(0, 1)), (0x500, 1));
    assert_eq!((bench.count(1, 0), bench.count(1, 1)), (1, 1));
}

/// K8-R64: a refused write to a counter's address in another space stops nothing.
#[test]
fn a_refused_write_does_not_stop_the_count() {
    let mut bench = Bench::new();
    bench.write(0, evtsel(0), ON | RETIRED);
    bench.line(0, RETIRED_LINE, 1);
    assert_eq!(bench.access(true, RDPMC, 0, 0, 0x500), (1, 0));
    assert_eq!(bench.count(0, 0), 1);
}

/// K8-R65: interrupt and pin appear in the clock after the overflow.
#[test]
fn overflow_shows_one_clock_later() {
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

/// A bench in which everything is different from reset.
fn stirred() -> Bench {
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

/// K8-R66: the reset state is that of the description, whatever else happens in its clock.
#[test]
fn reset_clears_everything() {
    let mut bench = stirred();
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

/// K8-R66: outputs and reads in the clock of the reset are those of its start.
#[test]
fn the_clock_of_the_reset_is_an_ordinary_one_to_look_at() {
    let mut bench = stirred();
    bench.set("rst", 1);
    assert_eq!(bench.read(1, ctr(2)), MAX);
    assert_eq!(bench.output("core0.apic_int"), 1);
    assert_eq!(bench.output("core0.nb_claim"), 0xF);
    assert_eq!(bench.output("core1.nb_block"), 0xF);
    assert_eq!(bench.output("nb_owner1"), 1);
    assert_eq!(bench.access(false, RDPMC, 0, 4, 0), (1, 0));
}

/// Every bit of an observation is written, those between the values with 0.
#[test]
fn observations_have_no_leftovers() {
    let mut bench = Bench::new();
    let frame = vec![0; bench.pmu.frame.words()];
    let mut observation = vec![u64::MAX; bench.pmu.observation.words()];
    bench.model.step(&frame, &mut observation);
    assert_eq!(observation, vec![0; bench.pmu.observation.words()]);
}

/// The model through the trait, many clocks at once.
#[test]
fn batches_are_clocks_in_a_row() {
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
