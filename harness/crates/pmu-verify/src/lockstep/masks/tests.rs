//! Masks of K8 on observations that are written by hand.

use super::super::{first_failure, Mismatch, Scoreboard};
use super::*;
use crate::known::KnownDivergences;
use pmu_program::{Batch, Lowering, Source};
use std::path::Path;

/// Four cycles of a program, and changes of the DUT's observations.
struct Case {
    pmu: Pmu,
    batch: Batch,
    actual: Vec<u64>,
    expected: Vec<u64>,
}

impl Case {
    fn new(program: &str) -> Self {
        let pmu = Pmu::find("k8").expect("a PMU");
        let source = Source::parse(Path::new("test.pmu"), &format!("pmu k8\n{program}"));
        let program = source.and_then(|source| source.resolve("test".to_owned(), &pmu)).expect("a program");
        let mut batch = Batch::default();
        assert!(Lowering::new(&pmu, &program.ops).next_batch(&mut batch, 64));
        let expected = vec![0; batch.ops.len() * pmu.observation.words()];
        Self { actual: expected.clone(), expected, pmu, batch }
    }

    /// Sets a value of the DUT in a cycle. That of the model is 0.
    fn differing(mut self, cycle: usize, slot: &str, value: u64) -> Self {
        let words = self.pmu.observation.words();
        self.pmu.observation.slot(slot).set(&mut self.actual[cycle * words..(cycle + 1) * words], value);
        self
    }

    /// The first failure with these entries; and the uses of each, up to the failure.
    fn failure(&self, entries: &[&str]) -> (Option<Mismatch>, Vec<KnownUse>) {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let entry = |entry: &&str| format!("[[known]]\n{entry}\nreason = \"r\"\nexpires = 9999-12-31\n");
        std::fs::write(file.path(), entries.iter().map(entry).collect::<String>()).expect("a file");
        let known = KnownDivergences::read(file.path()).and_then(|file| file.of(&self.pmu, true)).expect("entries");
        let mut masks = Masks::new(&self.pmu, &known);
        masks.reset();
        let mut scoreboard = Scoreboard::new(&self.pmu, &vec![true; self.pmu.observation.slots().len()]);
        let batch = Compared {
            program: "test",
            start: 0,
            frames: &self.batch.frames,
            before: None,
            actual: &self.actual,
            expected: &self.expected,
        };
        let found = first_failure(&self.pmu, &mut scoreboard, &mut masks, &batch, &self.batch.checks);
        let end = found.as_ref().map_or(self.batch.ops.len() as u64, |found| found.cycle + 1);
        masks.count(0, end, &self.batch.frames, self.pmu.frame.words());
        (found, masks.take())
    }

    /// The cycle and the names of the values of the first failure.
    fn names(&self, entries: &[&str]) -> Option<(u64, Vec<&str>)> {
        let found = self.failure(entries).0?;
        Some((found.cycle, found.slots.iter().map(|&slot| self.pmu.observation.slots()[slot].name.as_str()).collect()))
    }
}

const EN: u64 = 1 << 22;
const OS: u64 = 1 << 17;

#[test]
fn only_the_value_of_the_entry_is_masked_and_only_from_its_first_difference_on() {
    let case = Case::new("wait 4").differing(1, "core0.pm", 1).differing(3, "core1.pm", 1);
    assert_eq!(case.names(&[]), Some((1, vec!["core0.pm"])));
    assert_eq!(case.names(&["value = \"core0.pm\""]), Some((3, vec!["core1.pm"])));
    let (found, uses) = case.failure(&["signature = \"pm (output)\""]);
    assert!(found.is_none(), "{found:?}");
    // core0.pm in cycles 1 to 3, core1.pm in cycle 3.
    assert_eq!((uses[0].programs, uses[0].values), (1, 4));
    let first = uses[0].first.as_ref().map(|first| (first.cycle, first.difference.as_str()));
    assert_eq!(first, Some((1, "core0.pm expected 0x0, got 0x1")));
}

#[test]
fn other_values_of_the_same_cycle_are_compared() {
    let case = Case::new("wait 4").differing(1, "core0.pm", 1).differing(1, "core0.PerfCtr2", 1);
    assert_eq!(case.names(&["value = \"core0.pm\""]), Some((1, vec!["core0.PerfCtr2"])));
}

#[test]
fn entry_of_a_field_masks_only_the_field() {
    let both = |cycle| {
        Case::new("wait 4").differing(1, "core0.PerfEvtSel1", EN).differing(cycle, "core0.PerfEvtSel1", EN | OS)
    };
    for entry in ["value = \"core0.PerfEvtSel1.EN\"", "signature = \"PerfEvtSel.EN (state)\""] {
        assert_eq!(both(3).names(&[entry]), Some((3, vec!["core0.PerfEvtSel1"])), "{entry}");
        assert_eq!(both(1).names(&[entry]), Some((1, vec!["core0.PerfEvtSel1"])), "{entry}");
    }
    assert_eq!(both(3).names(&["value = \"core0.PerfEvtSel1\""]), None);
    assert_eq!(both(3).names(&["value = \"core0.PerfEvtSel1.EN\"", "value = \"core0.PerfEvtSel1.OS\""]), None);
    assert!(both(3).names(&["value = \"core0.PerfEvtSel0.EN\""]).is_some());
}

#[test]
fn bus_read_is_masked_only_for_its_register() {
    let text = "read core0.PerfCtr0\nread core0.PerfCtr1\nread core0.PerfCtr0\nwait";
    let of =
        |cycles: &[usize]| cycles.iter().fold(Case::new(text), |case, &cycle| case.differing(cycle, "bus_rdata", 1));
    let entry = "value = \"bus_rdata of core0.PerfCtr0\"";
    assert_eq!(of(&[0, 2]).failure(&[entry]).1[0].values, 2);
    assert_eq!(of(&[0, 2]).names(&[entry]), None);
    assert_eq!(of(&[0, 1]).names(&[entry]), Some((1, vec!["bus_rdata"])));
    assert_eq!(of(&[0, 1, 2]).names(&["signature = \"PerfCtr (bus read)\""]), None);
    // Without an access, no entry of a register applies.
    assert_eq!(of(&[3]).names(&["signature = \"PerfCtr (bus read)\""]), Some((3, vec!["bus_rdata"])));
    assert_eq!(of(&[3]).names(&["value = \"bus_rdata\""]), None);
    assert!(of(&[0]).names(&["value = \"bus_rdata\""]).is_some());
}

#[test]
fn condition_limits_the_first_difference() {
    let text = "write core0.PerfCtr0 = 1\nread core0.PerfCtr1\nwait 2";
    let case = |cycle| Case::new(text).differing(cycle, "core0.PerfCtr0", 1);
    let accepts = |cycle, condition: &str| {
        case(cycle).names(&[&format!("value = \"core0.PerfCtr0\"\ncondition = \"{condition}\"")]).is_none()
    };
    assert!(
        accepts(1, "after write core0.PerfCtr0") && accepts(1, "after write PerfCtr") && accepts(1, "read PerfCtr")
    );
    assert!(accepts(0, "write core0.PerfCtr0"));
    assert!(!accepts(2, "after write core0.PerfCtr0") && !accepts(1, "after write core0.PerfCtr1"));
    assert!(!accepts(1, "after read core0.PerfCtr0") && !accepts(1, "write core0.PerfCtr0"));
    assert!(!accepts(0, "after write core0.PerfCtr0"), "no cycle before the first");
}

/// Of a masked value, the expectation is still checked on the model.
#[test]
fn expectation_of_a_masked_value_is_that_of_the_model() {
    let entry = ["value = \"core0.pm\""];
    let expecting = |value| Case::new(&format!("wait\nexpect core0.pm == {value}\nwait 2")).differing(1, "core0.pm", 1);
    let (found, uses) = expecting(0).failure(&entry);
    assert!(found.is_none() && uses[0].programs == 1, "{found:?}");
    let Some(Mismatch { cycle: 1, slots, checks }) = expecting(1).failure(&entry).0 else { panic!("no failure") };
    assert_eq!((slots.len(), checks), (0, vec![0]));
    let Some(Mismatch { slots, checks, .. }) = expecting(0).failure(&[]).0 else { panic!("no failure") };
    assert_eq!((slots.len(), checks), (1, vec![0]));
}

#[test]
fn masks_of_a_program_end_with_it() {
    let case = Case::new("wait 4").differing(1, "core0.pm", 1);
    let known = Known::none();
    let mut masks = Masks::new(&case.pmu, known);
    masks.masks.push(Mask { entry: 0, slot: 0, bits: vec![1], request: None, since: 0 });
    masks.reset();
    assert_eq!(masks.of_words().count(), 0);
}
