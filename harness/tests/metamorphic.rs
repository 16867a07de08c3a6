//! Metamorphic checks: a DUT without a fault passes all of them, and each check finds its fault.
//!
//! The DUT is a golden model, mostly that of the K8, whose frames are modified before each step. It behaves like RTL with
//! that fault.

use golden_model_all as _;
use golden_model_core::{CoveredModel, Pmu};
use harness::dut::{Dut, DutError, TiedInputs};
use harness::metamorphic::{claims, run, MetamorphicPlan, MetamorphicRules};
use harness::regression::Shard;
use harness::stimulus::Profile;
use rstest::rstest;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

type Fault = fn(&Pmu, &mut [u64]);

struct Falsified {
    pmu: Pmu,
    model: Box<dyn CoveredModel>,
    fault: Fault,
    observable: Vec<bool>,
    tied: TiedInputs,
}

impl Falsified {
    fn new(id: &str, fault: Fault) -> Self {
        let pmu = Pmu::find(id).expect("a PMU");
        let observable = vec![true; pmu.observation.slots().len()];
        Self { model: pmu.model(), fault, observable, tied: TiedInputs::default(), pmu }
    }
}

impl Dut for Falsified {
    fn reset(&mut self) -> Result<(), DutError> {
        self.model.reset();
        Ok(())
    }

    fn step(&mut self, frames: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        let words = self.pmu.observation.words();
        let frames = frames.chunks_exact(self.pmu.frame.words());
        for (frame, observation) in frames.zip(observations.chunks_exact_mut(words)) {
            let mut frame = frame.to_vec();
            (self.fault)(&self.pmu, &mut frame);
            self.model.step(&frame, observation);
        }
        Ok(())
    }

    fn observable(&self) -> &[bool] {
        &self.observable
    }

    fn tied_inputs(&self) -> &TiedInputs {
        &self.tied
    }
}

fn value(pmu: &Pmu, frame: &[u64], name: &str) -> u64 {
    pmu.frame.slot(name).get(frame)
}

fn without_events(pmu: &Pmu, frame: &mut [u64]) {
    for slot in pmu.frame.slots().iter().filter(|slot| slot.width > 64) {
        frame[slot.word..slot.word + slot.word_count()].fill(0);
    }
}

fn nothing(_: &Pmu, _: &mut [u64]) {}

fn read_stops_counting(pmu: &Pmu, frame: &mut [u64]) {
    if value(pmu, frame, "bus_valid") == 1 && value(pmu, frame, "bus_write") == 0 {
        without_events(pmu, frame);
    }
}

fn address_decoded_without_bit_9(pmu: &Pmu, frame: &mut [u64]) {
    let address = value(pmu, frame, "bus_addr");
    pmu.frame.slot("bus_addr").set(frame, address & !0x200);
}

fn reset_ignored(pmu: &Pmu, frame: &mut [u64]) {
    pmu.frame.slot("rst").set(frame, 0);
}

fn counter_2_never_enabled(pmu: &Pmu, frame: &mut [u64]) {
    if value(pmu, frame, "bus_addr") == 0xC001_0002 {
        let data = value(pmu, frame, "bus_wdata");
        pmu.frame.slot("bus_wdata").set(frame, data & !(1 << 22));
    }
}

fn counter_write_loses_events(pmu: &Pmu, frame: &mut [u64]) {
    let is_counter = (0xC001_0004..0xC001_0008).contains(&value(pmu, frame, "bus_addr"));
    if is_counter && value(pmu, frame, "bus_valid") == 1 && value(pmu, frame, "bus_write") == 1 {
        without_events(pmu, frame);
    }
}

fn counter_write_lost(pmu: &Pmu, frame: &mut [u64]) {
    let is_counter = (0xC001_0004..0xC001_0008).contains(&value(pmu, frame, "bus_addr"));
    if is_counter && value(pmu, frame, "bus_write") == 1 {
        pmu.frame.slot("bus_valid").set(frame, 0);
    }
}

fn every_reset_is_cold(pmu: &Pmu, frame: &mut [u64]) {
    pmu.input("ha.rst_cold").set(frame, 1);
}

fn no_reset_is_cold(pmu: &Pmu, frame: &mut [u64]) {
    pmu.input("ha.rst_cold").set(frame, 0);
}

fn reset_is_lost_unless_cold(pmu: &Pmu, frame: &mut [u64]) {
    let is_cold = pmu.input("ha.rst_cold").get(frame);
    let rst = value(pmu, frame, "rst") & is_cold;
    pmu.frame.slot("rst").set(frame, rst);
}

fn core_1_counts_in_halt(pmu: &Pmu, frame: &mut [u64]) {
    pmu.input("core1.halted").set(frame, 0);
}

fn violated(fault: Fault, only: Option<&str>, jobs: usize) -> Vec<(&'static str, Option<String>)> {
    violated_on("k8", fault, |_| (), only, if only.is_some() { 20 } else { 70 }, jobs)
}

/// Returns the violations that checks find on the golden model of a PMU with a fault, under modified rules.
fn violated_on(
    id: &str,
    fault: Fault,
    change: impl FnOnce(&mut MetamorphicRules),
    only: Option<&str>,
    experiments: u64,
    jobs: usize,
) -> Vec<(&'static str, Option<String>)> {
    let pmu = Pmu::find(id).expect("a PMU");
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../testbenches").join(Pmu::folder(id));
    let mut rules = MetamorphicRules::read(&folder.join("metamorphic.toml"), &pmu).expect("rules");
    change(&mut rules);
    let plan = MetamorphicPlan {
        pmu: &pmu,
        rules: &rules,
        profile: &Profile::read(&folder.join("stimulus.toml"), &pmu).expect("a profile"),
        seed: 1,
        experiments,
        only,
        shard: Shard::ALL,
        jobs,
    };
    let dut = || -> Result<Box<dyn Dut>, DutError> { Ok(Box::new(Falsified::new(id, fault))) };
    let outcomes = run(&plan, &dut, &AtomicBool::new(false)).expect("a run");
    assert!(outcomes.iter().all(|outcome| outcome.values > 0), "a check that compared nothing");
    outcomes.into_iter().map(|it| (it.name, it.violated.map(|found| found.violation.headline()))).collect()
}

#[test]
fn dut_without_a_fault_passes_all_checks() {
    let found = violated(nothing, None, 2);
    assert_eq!(found.len(), claims().count());
    assert!(found.iter().all(|(_, violation)| violation.is_none()), "{found:?}");
}

/// In the C-Box an event selects the queue that counter 0 samples.
#[test]
fn counter_that_depends_on_another_is_no_violation() {
    let found = |change: fn(&mut MetamorphicRules)| {
        violated_on("ivt_cbox", nothing, change, Some("bystander"), 600, 2).remove(0).1
    };
    assert_eq!(found(|_| ()), None);
    let violation = found(|rules| rules.taps.clear()).expect("no program in which a counter depends on another");
    assert!(violation.contains("cbox.Cn_MSR_PMON_CTR"), "{violation}");
}

/// The match registers of the Home Agent are the only state that survives a reset that is not cold.
#[test]
fn only_match_registers_survive_a_reset() {
    let found = |fault: Fault, change: fn(&mut MetamorphicRules)| {
        violated_on("ivt_ha", fault, change, Some("reset"), 40, 2).remove(0).1
    };
    assert_eq!(found(nothing, |_| ()), None);
    let violation = found(nothing, |rules| rules.reset_exceptions.clear()).expect("a reset that clears everything");
    assert!(violation.contains("MATCH"), "{violation}");
    for fault in [every_reset_is_cold as Fault, no_reset_is_cold] {
        let violation = found(fault, |_| ()).expect("a fault of the match registers");
        assert!(violation.contains("MATCH"), "{violation}");
    }
    let violation = found(reset_is_lost_unless_cold, |_| ()).expect("a reset that is lost");
    assert!(!violation.contains("MATCH"), "{violation}");
}

/// Without one of these rules, a check takes what the RISC-V counters must do for a violation.
#[rstest]
#[case::access_that_an_enable_refuses("riscv_hpm64", "reads", |rules: &mut MetamorphicRules| rules.refusable.clear())]
#[case::output_that_answers_an_access("riscv_hpm64", "reads", |rules: &mut MetamorphicRules| rules.responses.clear())]
#[case::access_through_a_window("riscv_hpm64", "moved", |rules: &mut MetamorphicRules| rules.windows.clear())]
#[case::bits_of_the_counters("riscv_hpm64", "moved", |rules: &mut MetamorphicRules| rules.per_counter.clear())]
#[case::halves_of_exchanged_counters("riscv_hpm32", "moved", |rules: &mut MetamorphicRules| rules.halves.clear())]
#[case::half_of_the_counter("riscv_hpm32", "window", |rules: &mut MetamorphicRules| rules.halves.clear())]
fn rules_of_the_risc_v_counters(#[case] id: &str, #[case] check: &str, #[case] change: fn(&mut MetamorphicRules)) {
    let found = |change: fn(&mut MetamorphicRules)| violated_on(id, nothing, change, Some(check), 30, 2).remove(0).1;
    assert_eq!(found(|_| ()), None);
    assert!(found(change).is_some(), "the rule does not matter");
}

#[rstest]
#[case::reads("reads", read_stops_counting)]
#[case::refused("refused", address_decoded_without_bit_9)]
#[case::reset("reset", reset_ignored)]
#[case::moved("moved", counter_2_never_enabled)]
#[case::window("window", counter_write_loses_events)]
#[case::window_that_is_not_split("window", counter_write_lost)]
#[case::bystander("bystander", counter_write_loses_events)]
#[case::frozen("frozen", core_1_counts_in_halt)]
fn each_check_finds_its_fault(#[case] check: &str, #[case] fault: Fault) {
    let alone = violated(fault, Some(check), 1);
    assert!(alone[0].1.is_some(), "{alone:?}");
    assert_eq!(violated(fault, Some(check), 2), alone, "the result depends on the number of threads");
}

#[rstest]
#[case::register(
    "[freeze]\nstatements = \"wait\"\nlatency = 0\ncounters = [\"PerfCtr\"]\n",
    "there is no register PerfCtr"
)]
#[case::statement(
    "[freeze]\nstatements = \"frieze\"\nlatency = 0\ncounters = [\"PerfCtr{index}\"]\n",
    "freeze.statements: "
)]
#[case::tap(
    "taps = [{ register = \"PerfCtr{index}\", event = 1 }]\n",
    "there is no register PerfCtr{index} that selects events"
)]
#[case::slot("coupled = [\"owner\"]\n", "there is no output or state word owner")]
#[case::response("responses = [\"owner\"]\n", "there is no output or state word owner")]
#[case::half("[halves]\n\"PerfCtr{index}\" = \"PerfCtr{index}h\"\n", "there is no register PerfCtr{index}h")]
#[case::window("windows = [\"select\"]\n", "there is no register select")]
#[case::written("count_when_written = { PerfCtr = 1 }\n", "there is no register PerfCtr")]
#[case::counter_without_bits(
    "per_counter = [{ register = \"PerfEvtSel{index}\", bits = [0, 1, 2] }]\n",
    "PerfEvtSel{index} has bits of 3 counters, numbered from 0, and none of counter 3"
)]
#[case::input("tied = { box = 1 }\n", "there is no input box")]
#[case::survivor(
    "[[reset_exceptions]]\nregisters = [\"PerfCtr\"]\nunless = \"halted\"\n",
    "there is no register PerfCtr"
)]
#[case::no_input(
    "[[reset_exceptions]]\nregisters = [\"PerfCtr{index}\"]\nunless = \"cold\"\n",
    "there is no input cold"
)]
#[case::space("refusable = [\"cpuid\"]\n", "there is no space cpuid")]
#[case::mirrored("mirrors = [{ space = \"cpuid\", first = 0x100, of = 0, size = 16 }]\n", "there is no space cpuid")]
#[case::size(
    "mirrors = [{ space = \"msr\", first = 0x100, of = 0, size = 17 }]\n",
    "mirrors: size 0x11 must be a power of two, and first 0x100 and of 0x0 multiples of it"
)]
#[case::aligned(
    "mirrors = [{ space = \"msr\", first = 0x108, of = 0, size = 16 }]\n",
    "mirrors: size 0x10 must be a power of two, and first 0x108 and of 0x0 multiples of it"
)]
#[case::field("clear_on_write = [\"PerfCtr{index}.rst\"]\n", "there is no field PerfCtr{index}.rst")]
#[case::old_placeholder("clear_on_write = [\"PerfCtr#.rst\"]\n", "REGISTER.FIELD: `#` is now `{index}`")]
#[case::key("moved = 1\n", "unknown field `moved`")]
#[case::old_key("hold = { halted = 0 }\n", "`hold` is now `tied`")]
fn rules_with_unknown_names_are_rejected(#[case] text: &str, #[case] what: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("metamorphic.toml");
    std::fs::write(&file, text).expect("a file");
    let error = MetamorphicRules::read(&file, &Pmu::find("k8").expect("a PMU")).expect_err("it was accepted");
    assert!(error.to_string().contains(what) && error.to_string().contains("metamorphic.toml"), "{error}");
}
