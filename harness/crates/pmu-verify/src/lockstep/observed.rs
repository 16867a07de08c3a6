//! Lockstep with a DUT that another simulator steps: its inputs and observations arrive cycle by cycle.

use super::diagnosis::{Diagnosis, Failure, LastCycle};
use super::history::History;
use super::masks::{Compared, Masks};
use super::scoreboard::{Mismatch, Scoreboard};
use super::unknown_bits::show_unknown;
use super::LockstepOutcome;
use crate::coverage::{Points, Sampler};
use crate::known::Known;
use golden_model_core::{CoveredModel, Pmu};
use pmu_program::{Batch, Op, Program};
use pmu_results::{CheckKind, Difference, Divergence, Signature};

/// Cycles in which the independence of the model is measured.
const PROBED: usize = 1024;

/// Number of different frames before a divergence whose operations can be listed.
const DESCRIBED: usize = 2048;

/// The observation of one cycle, in the layout of [`Pmu::observation`].
#[derive(Clone, Copy, Debug)]
pub struct Observation<'o> {
    /// The values; bits that are unknown have any value.
    pub value: &'o [u64],
    /// Ones at the bits whose value the simulator does not know: X or Z.
    pub unknown: &'o [u64],
}

/// A golden model, and the comparison of its observations with those of a DUT that another simulator steps.
///
/// The model steps before the observation of the DUT is read, and receives inputs only.
pub struct ObservedLockstep<'p> {
    pmu: &'p Pmu,
    name: String,
    model: Box<dyn CoveredModel>,
    scoreboard: Scoreboard,
    masks: Masks<'p>,
    sampler: Sampler<'p>,
    history: History,
    compared_slots: u64,
    actual: Vec<u64>,
    expected: Vec<u64>,
    before: Option<LastCycle>,
    outcome: LockstepOutcome,
    /// The frame of the reset before the first cycle.
    start: Vec<u64>,
    /// Frames and observations of the model in the first cycles.
    probe: (Vec<u64>, Vec<u64>),
}

impl<'p> ObservedLockstep<'p> {
    /// A lockstep that results call `name`. `observable` says for each slot of the observation whether it is compared; `points`
    /// are the bins that it samples.
    pub fn new(pmu: &'p Pmu, name: &str, observable: &[bool], points: &'p Points) -> Self {
        let mut model = pmu.model();
        model.enable_collision_coverage(&pmu.collisions);
        let scoreboard = Scoreboard::new(pmu, observable);
        Self {
            pmu,
            name: name.to_owned(),
            model,
            compared_slots: scoreboard.compared_slots(),
            scoreboard,
            masks: Masks::new(pmu, Known::none()),
            sampler: Sampler::new(points),
            history: History::new(pmu),
            actual: vec![0; pmu.observation.words()],
            expected: vec![0; pmu.observation.words()],
            before: None,
            outcome: LockstepOutcome::default(),
            start: Vec::new(),
            probe: (Vec::new(), Vec::new()),
        }
    }

    /// Begins with the cycle of a reset, after which cycle 0 follows. Nothing is compared in it.
    pub fn begin(&mut self, reset: &[u64]) {
        self.start = reset.to_vec();
        self.model.reset();
        self.model.step(reset, &mut self.expected);
    }

    /// Steps the model with the inputs of the next cycle and compares its observation with that of the DUT. A slot with an unknown
    /// bit differs.
    pub fn step(&mut self, frame: &[u64], observed: Observation) -> Option<Box<Divergence>> {
        self.advance(frame);
        let bits = observed.value.iter().zip(observed.unknown).zip(&self.expected);
        self.actual.clear();
        // A bit that is unknown must never be equal.
        self.actual.extend(bits.map(|((value, unknown), expected)| value & !unknown | !expected & unknown));
        let cycle = self.history.len() - 1;
        let view = Compared {
            program: &self.name,
            start: cycle,
            frames: frame,
            before: None,
            actual: &self.actual,
            expected: &self.expected,
        };
        let mismatch = self.scoreboard.first_failure(&view, cycle, &[], &self.masks);
        self.outcome.comparisons += self.compared_slots;
        let divergence = mismatch.map(|mismatch| {
            let mut divergence = self.describe(frame, &Failure::Mismatch(mismatch));
            show_unknown(self.pmu, &mut divergence, observed);
            self.keep(divergence)
        });
        self.sample(frame, divergence.is_none());
        divergence
    }

    /// Steps the model with the inputs of the next cycle, in which nothing is compared.
    pub fn skip(&mut self, frame: &[u64]) {
        self.advance(frame);
        self.sample(frame, true);
    }

    /// Records that an input is unknown in the next cycle, so that the model cannot run. `section` is that of the manual.
    pub fn unknown_input(&mut self, frame: &[u64], name: &str, section: &str) -> Box<Divergence> {
        self.history.push(frame);
        self.outcome.cycles += 1;
        let nothing = Mismatch { cycle: self.history.len() - 1, slots: Vec::new(), checks: Vec::new() };
        let mut divergence = self.describe(frame, &Failure::Mismatch(nothing));
        let name = name.to_owned();
        divergence.signature =
            Signature { check: CheckKind::Assertion, value: name.clone(), register: name.clone(), field: None };
        divergence.differences.push(Difference {
            name,
            read: None,
            expected: "0 or 1 in each bit".to_owned(),
            actual: "X or Z".to_owned(),
            fields: Vec::new(),
            section: section.to_owned(),
        });
        self.keep(divergence)
    }

    /// The stimulus since cycle 0 as a program; `None` if there are too many cycles, or if no program has these inputs.
    pub fn program(&self) -> Option<Program> {
        self.history.all_ops(self.pmu).map(|ops| self.program_of(ops))
    }

    fn program_of(&self, ops: Vec<Op>) -> Program {
        let description = &self.pmu.description;
        Program {
            name: self.name.clone(),
            file: None,
            pmu: description.id.clone(),
            covers: Vec::new(),
            requires: description.deviations().iter().map(ToString::to_string).collect(),
            power_on: 0,
            ops,
        }
    }

    /// XXH3 over the stimulus since cycle 0, or over its end if there are too many cycles.
    pub fn stimulus_hash(&self) -> u128 {
        self.history.hash()
    }

    /// The outcome of all cycles. Without a divergence it has the bins that they hit.
    pub fn outcome(&mut self) -> &LockstepOutcome {
        let hits = self.sampler.finish(self.outcome.divergence.is_none());
        self.outcome.covered.join(&hits);
        &self.outcome
    }

    /// The model, for its coverage.
    pub fn model(&mut self) -> &mut dyn CoveredModel {
        self.model.as_mut()
    }

    /// Runs a new model without a DUT through the first cycles, and counts the words of its observations that differ.
    pub fn values_from_dut(&self) -> u64 {
        let (frames, expected) = &self.probe;
        let mut again = vec![0; expected.len()];
        let mut model = self.pmu.model();
        let words = self.pmu.observation.words();
        if !self.start.is_empty() {
            model.reset();
            model.step(&self.start, &mut vec![0; words]);
        }
        model.step_batch(frames, self.pmu.frame.words(), &mut again, words);
        again.iter().zip(expected).filter(|(one, other)| one != other).count() as u64
    }

    fn advance(&mut self, frame: &[u64]) {
        self.model.step(frame, &mut self.expected);
        self.history.push(frame);
        self.outcome.cycles += 1;
        let (frames, expected) = &mut self.probe;
        if expected.len() < PROBED * self.expected.len() {
            frames.extend_from_slice(frame);
            expected.extend_from_slice(&self.expected);
        }
    }

    /// Samples the coverage of a cycle that passed.
    fn sample(&mut self, frame: &[u64], passed: bool) {
        if passed && self.outcome.divergence.is_none() {
            self.sampler.sample(frame, &self.expected);
        }
        let before = self.before.get_or_insert_with(|| LastCycle::new(frame, &self.expected));
        before.set(frame, &self.expected);
    }

    /// Describes a failure of the last cycle.
    fn describe(&mut self, frame: &[u64], failure: &Failure) -> Divergence {
        let program = self.program_of(self.history.last_ops(self.pmu, DESCRIBED));
        let batch = Batch {
            start: failure.cycle(),
            frames: frame.to_vec(),
            ops: vec![program.ops.len().saturating_sub(1) as u32],
            ..Batch::default()
        };
        let (actual, expected, before) = (&self.actual, &self.expected, self.before.take());
        Diagnosis { pmu: self.pmu, program: &program, batch: &batch, actual, expected, before }.describe(failure)
    }

    /// Keeps a divergence if it is the first.
    fn keep(&mut self, divergence: Divergence) -> Box<Divergence> {
        let divergence = Box::new(divergence);
        self.outcome.divergence.get_or_insert_with(|| divergence.clone());
        divergence
    }
}
