//! Event coverage.

use super::super::coverage::Coverage;
use super::bench::*;

/// A bench that records coverage.
struct Recorder {
    bench: Bench,
    coverage: Coverage,
}

impl Recorder {
    fn new(configuration: &str, changes: &str) -> Self {
        let bench = Bench::with(configuration, changes);
        Self { coverage: Coverage::new(&bench.hpm), bench }
    }

    /// Steps one cycle with a write, if any.
    fn step(&mut self, write: Option<(u32, u64)>) {
        let request =
            |(addr, data)| golden_model_core::register_port::Request { write: true, space: 0, unit: 0, addr, data };
        self.bench.inputs.request = write.map(request);
        let (hpm, inputs) = (&self.bench.hpm, &self.bench.inputs);
        self.coverage.record(hpm, inputs, &hpm.access(inputs), &hpm.increments(inputs));
        self.bench.step();
    }

    /// The pairs of position of the counter and row that are counted.
    fn counted(&self) -> Vec<(usize, usize)> {
        let coverage = self.coverage.counted();
        let all = (0..coverage.counters()).flat_map(|counter| (0..coverage.rows()).map(move |row| (counter, row)));
        all.filter(|&(counter, row)| coverage.contains(counter, row)).collect()
    }
}

/// A counter covers the row of its event when it adds occurrences that pass its filter, and not in the cycle of a write.
#[test]
fn a_row_is_counted_when_its_lines_add() {
    let mut recorder = Recorder::new(HPM64, "counters = [4, 9]");
    recorder.step(Some((0x329, LOADS | SINH)));
    recorder.bench.line("ld1", 1).port_mode(1, S);
    recorder.step(None);
    recorder.bench.port_mode(1, M);
    recorder.step(Some((0xB09, 0)));
    assert!(recorder.counted().is_empty());
    recorder.step(None);
    // LOADS is the third event.
    assert_eq!(recorder.counted(), [(1, 2)]);
    recorder.coverage.clear();
    assert!(recorder.counted().is_empty());
    recorder.step(None);
    assert_eq!(recorder.counted(), [(1, 2)]);
}

/// Of several selected events only one that occurs alone is covered.
#[test]
fn of_several_events_only_one_that_occurs_alone_is_counted() {
    let mut recorder = Recorder::new(HPM32, "");
    recorder.step(Some((MHPMEVENT3, 0x60)));
    recorder.bench.line("load", 1).line("store", 1);
    recorder.step(None);
    assert!(recorder.counted().is_empty());
    recorder.bench.line("load", 0);
    recorder.step(None);
    // Bit 6 is the sixth event: bit 1 is not listed.
    assert_eq!(recorder.counted(), [(0, 5)]);
    recorder.bench.line("load", 1).line("store", 0);
    recorder.step(None);
    assert_eq!(recorder.counted(), [(0, 4), (0, 5)]);
}

/// A counter with a hard-wired selector counts its own event, also after software has written another one.
#[test]
fn a_hard_wired_counter_counts_its_own_event() {
    let mut recorder = Recorder::new(HPM32, "");
    recorder.step(Some((0x32B, 0x20)));
    recorder.bench.line("load", 1);
    recorder.step(None);
    assert!(recorder.counted().is_empty());
    recorder.bench.line("mul_wait", 1);
    recorder.step(None);
    assert_eq!(recorder.counted(), [(8, 10)]);
}
