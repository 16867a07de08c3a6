//! Tests of the engine with a golden model as the DUT.

use super::{CampaignError, Fault, FaultCampaign, FaultRunner, FaultStatus, ModelUse};
use golden_model_core::{CoveredModel, Pmu};
use pmu_dut::{Dut, DutError, TiedInputs};
use pmu_program::{Op, OpKind, Program};
use rstest::rstest;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A model with many faults.
struct TestModel {
    pmu: Pmu,
    /// Number of DUTs.
    created: AtomicUsize,
}

impl TestModel {
    fn new() -> Self {
        Self { pmu: Pmu::find("ivt_ubox").expect("the U-Box"), created: AtomicUsize::new(0) }
    }

    fn diverges_in(&self, cycle: u64) -> TestFault<'_> {
        TestFault { model: self, effect: Effect::DivergesIn(cycle) }
    }
}

#[derive(Clone, Copy)]
enum Effect {
    /// An output is inverted in this cycle of every program.
    DivergesIn(u64),
    Stops,
}

#[derive(Clone, Copy)]
struct TestFault<'m> {
    model: &'m TestModel,
    effect: Effect,
}

impl Fault for TestFault<'_> {
    type Dut = TestDut;

    fn dut(&self) -> Result<TestDut, DutError> {
        self.model.created.fetch_add(1, Ordering::Relaxed);
        let pmu = &self.model.pmu;
        Ok(TestDut {
            model: pmu.model(),
            words: (pmu.frame.words(), pmu.observation.words()),
            observable: vec![true; pmu.observation.slots().len()],
            tied: TiedInputs::default(),
            effect: self.effect,
            cycle: 0,
        })
    }

    fn select(&self, dut: &mut TestDut) -> Result<(), DutError> {
        dut.effect = self.effect;
        Ok(())
    }

    fn is_in_model_of(&self, other: &Self) -> bool {
        std::ptr::eq(self.model, other.model)
    }
}

struct TestDut {
    model: Box<dyn CoveredModel>,
    /// Words of a frame and of an observation.
    words: (usize, usize),
    observable: Vec<bool>,
    tied: TiedInputs,
    effect: Effect,
    cycle: u64,
}

impl Dut for TestDut {
    fn reset(&mut self) -> Result<(), DutError> {
        self.model.reset();
        self.cycle = 0;
        Ok(())
    }

    fn step(&mut self, frames: &[u64], observations: &mut [u64]) -> Result<(), DutError> {
        let (frame_words, words) = self.words;
        self.model.step_batch(frames, frame_words, observations, words);
        for observation in observations.chunks_exact_mut(words) {
            match self.effect {
                Effect::DivergesIn(cycle) => observation[0] ^= u64::from(cycle == self.cycle),
                Effect::Stops => return Err(DutError::unusable("stopped")),
            }
            self.cycle += 1;
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

/// Programs of 5, 10 and 20 cycles with their length as the name.
fn programs() -> [Program; 3] {
    [5, 10, 20].map(|cycles| Program {
        name: cycles.to_string(),
        file: None,
        pmu: "ivt_ubox".to_owned(),
        covers: Vec::new(),
        requires: Vec::new(),
        power_on: 0,
        ops: vec![Op { line: 0, kind: OpKind::Wait(cycles) }],
    })
}

static RUNNING: AtomicBool = AtomicBool::new(false);

fn campaign(pmu: &Pmu, models: ModelUse) -> FaultCampaign<'_> {
    FaultCampaign { pmu, models, threads: 2, stop: &RUNNING }
}

/// The program that detects a fault, with the cycle of that program and the cycles of all programs until then.
fn detected<'c>(runner: &mut FaultRunner<'c, TestFault<'c>>, fault: TestFault<'c>) -> Option<(String, u64, u64)> {
    let found = runner.detect(fault, programs()).expect("a status").detection().expect("no stop")?;
    Some((found.divergence.program, found.divergence.cycle, found.cycles))
}

#[rstest]
#[case::one_for_all_programs(ModelUse::Shared, 1)]
#[case::one_for_each_program(ModelUse::OneProgram, 1 + 2 + 3 + 1)]
fn first_program_that_diverges_detects_a_fault(#[case] models: ModelUse, #[case] created: usize) {
    let model = TestModel::new();
    let mut runner = FaultRunner::new(campaign(&model.pmu, models));
    assert_eq!(detected(&mut runner, model.diverges_in(2)), Some(("5".to_owned(), 2, 3)));
    assert_eq!(detected(&mut runner, model.diverges_in(7)), Some(("10".to_owned(), 7, 5 + 8)));
    assert_eq!(detected(&mut runner, model.diverges_in(20)), None);
    assert_eq!(detected(&mut runner, model.diverges_in(0)), Some(("5".to_owned(), 0, 1)));
    assert_eq!(model.created.into_inner(), created);
}

#[test]
fn stopped_and_other_models_are_not_used_again() {
    let (model, other) = (TestModel::new(), TestModel::new());
    let mut runner = FaultRunner::new(campaign(&model.pmu, ModelUse::Shared));
    assert_eq!(detected(&mut runner, other.diverges_in(20)), None);
    let stops = TestFault { model: &model, effect: Effect::Stops };
    let status = runner.detect(stops, programs()).expect("a status");
    assert!(matches!(&status, FaultStatus::Stopped(error) if error.to_string() == "the DUT stopped: stopped"));
    assert_eq!(status.detection().expect_err("it has stopped").to_string(), "the DUT stopped: stopped");
    assert_eq!(detected(&mut runner, model.diverges_in(20)), None);
    assert_eq!((model.created.into_inner(), other.created.into_inner()), (2, 1));
}

#[test]
fn stopped_campaign_is_interrupted() {
    let (model, stop) = (TestModel::new(), AtomicBool::new(true));
    let mut runner = FaultRunner::new(FaultCampaign { stop: &stop, ..campaign(&model.pmu, ModelUse::Shared) });
    let status = runner.detect(model.diverges_in(0), programs());
    assert!(matches!(status, Err(CampaignError::Interrupted(_))));
}

#[test]
fn results_are_in_the_order_of_the_faults() {
    let model = TestModel::new();
    let cycles: Vec<u64> = (0..40).collect();
    let found = campaign(&model.pmu, ModelUse::Shared)
        .check_each(&cycles, |runner, &cycle| Ok(detected(runner, model.diverges_in(cycle)).map(|(_, cycle, _)| cycle)))
        .expect("results");
    assert_eq!(found, cycles.iter().map(|&cycle| (cycle < 20).then_some(cycle)).collect::<Vec<_>>());
}
