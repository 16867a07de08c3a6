//! Lockstep: one program on DUT and golden model, compared in every cycle.

mod agreement;
mod cycle_trace;
mod diagnosis;
mod digest;
mod excerpt;
mod folded;
mod history;
mod independence;
mod live;
mod masks;
mod named_inputs;
mod observed;
mod pair;
mod scoreboard;
mod statements;
mod stimulus_text;
mod unknown_bits;
mod window;

pub use agreement::agreeing_options;
pub use cycle_trace::{trace_cycles, TracedCycle, ValueChange};
pub use excerpt::excerpt;
pub use independence::values_from_dut;
pub use live::{LiveLockstep, Step};
pub use named_inputs::{named_inputs, NamedInput};
pub use observed::{Observation, ObservedLockstep};
pub use window::{observe, Window};
pub(crate) use {
    folded::{folded_register, folded_signal},
    statements::Statements,
    stimulus_text::access,
};

use crate::coverage::{Hits, Points, Sampler};
use crate::known::{Known, KnownUse};
use diagnosis::Failure;
use golden_model_core::{CoveredModel, Pmu};
use masks::{Compared, Masks};
use pair::{Ended, Pair, BATCH};
use pmu_dut::{lowering, Dut, DutError};
use pmu_program::{Batch, Check, Program, ReadBack};
use pmu_results::Divergence;
use scoreboard::{Mismatch, Scoreboard};
use std::sync::atomic::{AtomicBool, Ordering};

/// Like [`BATCH`], for a DUT that generates its frames.
const LONG_BATCH: u64 = 4096;

/// Appends the given number of frames.
pub type MoreFrames<'f> = dyn FnMut(usize, &mut Vec<u64>) -> Result<(), DutError> + 'f;

/// Result of a program.
#[derive(Debug, Default)]
pub struct LockstepOutcome {
    /// Cycles compared, the diverging one included.
    pub cycles: u64,
    /// Values compared: one for each compared slot in each cycle.
    pub comparisons: u64,
    /// Expectations checked.
    pub expectations: u64,
    /// Expectations of which only the model has the value, because it is not observable on the DUT or masked by a known
    /// divergence.
    pub unseen: u64,
    /// Uses of each known divergence.
    pub known: Vec<KnownUse>,
    /// The first divergence.
    pub divergence: Option<Box<Divergence>>,
    /// Coverage bins hit by this program and by no earlier one of this lockstep; empty if it failed.
    pub covered: Hits,
    /// Whether a stop was requested before the end of the program.
    pub interrupted: bool,
}

impl LockstepOutcome {
    /// Adds the outcome of a later program.
    pub(crate) fn absorb(&mut self, next: Self) {
        self.cycles += next.cycles;
        self.comparisons += next.comparisons;
        self.expectations += next.expectations;
        self.unseen += next.unseen;
        self.known.iter_mut().zip(&next.known).for_each(|(sum, one)| sum.add(one));
        self.divergence = self.divergence.take().or(next.divergence);
        self.covered.join(&next.covered);
        self.interrupted |= next.interrupted;
    }
}

/// A DUT and a golden model, with the memory for their observations.
pub struct Lockstep<'p, D> {
    pmu: &'p Pmu,
    pair: Pair<D>,
    scoreboard: Scoreboard,
    masks: Masks<'p>,
    read_back: ReadBack,
    sampler: Option<Sampler<'p>>,
}

impl<'p, D: Dut> Lockstep<'p, D> {
    /// Combines a DUT with a new golden model of `pmu`.
    pub fn new(pmu: &'p Pmu, dut: D) -> Self {
        let scoreboard = Scoreboard::new(pmu, dut.observable());
        let masks = Masks::new(pmu, Known::none());
        Self { pmu, pair: Pair::new(pmu, dut), scoreboard, masks, read_back: ReadBack::new(pmu), sampler: None }
    }

    /// Accepts these known divergences from now on.
    pub fn accepting(self, known: &'p Known) -> Self {
        Self { masks: Masks::new(self.pmu, known), ..self }
    }

    /// Samples these coverage bins from now on.
    pub fn covering(self, points: &'p Points) -> Self {
        Self { sampler: Some(Sampler::new(points)), ..self }
    }

    /// Records collision coverage from now on.
    pub fn recording_collisions(mut self) -> Self {
        self.pair.model.enable_collision_coverage(&self.pmu.collisions);
        self
    }

    /// The golden model, for its coverage.
    pub fn model(&mut self) -> &mut dyn CoveredModel {
        self.pair.model.as_mut()
    }

    /// The DUT, for settings between programs.
    pub fn dut(&mut self) -> &mut D {
        &mut self.pair.dut
    }

    /// Returns the DUT.
    pub fn into_dut(self) -> D {
        self.pair.dut
    }

    /// Number of slots that are compared in each cycle.
    pub fn compared_slots(&self) -> u64 {
        self.scoreboard.compared_slots()
    }

    /// Whether the DUT has returned the value of a check, directly or as the data of a read, and it was compared. If not because
    /// of a known divergence, counts the expectation there.
    fn is_observed(&mut self, batch: &Batch, check: &Check) -> bool {
        let cycle = (check.cycle - batch.start) as usize;
        let at = |words: usize| cycle * words..(cycle + 1) * words;
        let frame = &batch.frames[at(self.pmu.frame.words())];
        let answer = &self.pair.expected[at(self.pmu.observation.words())];
        let Check { target, value, .. } = check;
        let is_observable = self.pair.dut.observable()[target.slot];
        if is_observable && !self.masks.hides(target, frame) {
            return true;
        }
        let is_read = self.read_back.answers(target, *value, frame, answer) && !self.masks.hides_response(frame);
        if is_observable && !is_read {
            self.masks.count_expectation(target, frame);
        }
        is_read
    }

    /// Resets both sides and runs `program` to its end, its first divergence, or until `stop` is set.
    pub fn run(&mut self, program: &Program, stop: &AtomicBool) -> Result<LockstepOutcome, DutError> {
        let mut ended = self.pair.reset(program.power_on)?;
        self.masks.reset();
        self.scoreboard.hide(&self.masks);
        let mut lowering = lowering(self.pmu, &program.ops, &self.pair.dut);
        let mut batch = Batch::default();
        let mut outcome = LockstepOutcome::default();
        let mut before: Option<diagnosis::LastCycle> = None;
        while lowering.next_batch(&mut batch, BATCH) {
            if stop.load(Ordering::Relaxed) {
                outcome.interrupted = true;
                break;
            }
            if ended.is_none() {
                ended = self.pair.step(&batch)?;
            }
            let (actual, expected) = (&self.pair.actual, &self.pair.expected);
            let observed = batch.start + (actual.len() / self.pmu.observation.words()) as u64;
            let checks = &batch.checks[..batch.checks.partition_point(|check| check.cycle < observed)];
            let view = Compared {
                program: &program.name,
                start: batch.start,
                frames: &batch.frames,
                before: before.as_ref().map(|before| before.frame.as_slice()),
                actual,
                expected,
            };
            let mismatch = first_failure(self.pmu, &mut self.scoreboard, &mut self.masks, &view, checks);
            let compared = mismatch.as_ref().map_or(observed, |mismatch| mismatch.cycle + 1);
            outcome.comparisons += (compared - batch.start) * self.scoreboard.compared_slots();
            outcome.comparisons -= self.masks.count(batch.start, compared, &batch.frames, self.pmu.frame.words());
            for check in checks.iter().filter(|check| check.cycle < compared) {
                outcome.expectations += 1;
                outcome.unseen += u64::from(!self.is_observed(&batch, check));
            }
            let (actual, expected) = (&self.pair.actual, &self.pair.expected);
            let failure = mismatch.map(Failure::Mismatch);
            let failure = failure.or(ended.take().map(|Ended { text }| Failure::Ended { cycle: observed, text }));
            let last = failure.as_ref().map_or(observed, |failure| failure.cycle() + 1);
            outcome.cycles += last - batch.start;
            if let Some(failure) = failure {
                let diagnosis =
                    diagnosis::Diagnosis { pmu: self.pmu, program, batch: &batch, actual, expected, before };
                outcome.divergence = Some(Box::new(diagnosis.describe(&failure)));
                break;
            }
            if let Some(sampler) = &mut self.sampler {
                sampler.sample(&batch.frames, expected);
            }
            before = Some(diagnosis::LastCycle::last_of(self.pmu, &batch, expected));
        }
        if let Some(sampler) = &mut self.sampler {
            outcome.covered = sampler.finish(outcome.divergence.is_none() && !outcome.interrupted);
        }
        outcome.known = self.masks.take();
        Ok(outcome)
    }

    /// Resets both sides and runs `cycles` cycles of frames without a program, until a value differs, the RTL ends the
    /// simulation, or `stop` is set. Returns the number of equal cycles, and whether the next one fails. `next` appends the requested number of frames.
    pub fn run_frames(
        &mut self,
        cycles: u64,
        next: &mut MoreFrames<'_>,
        stop: &AtomicBool,
    ) -> Result<(u64, bool), DutError> {
        if !self.pair.dut.timing().is_one_cycle() {
            return Err(DutError::unusable(
                "generated frames need a register port that answers in each cycle, without [bus] in the port map",
            ));
        }
        if self.pair.reset(0)?.is_some() {
            return Ok((0, true));
        }
        self.masks.reset();
        self.scoreboard.hide(&self.masks);
        let mut before: Option<diagnosis::LastCycle> = None;
        let mut batch = Batch::default();
        while batch.start < cycles && !stop.load(Ordering::Relaxed) {
            let count = (cycles - batch.start).min(LONG_BATCH) as usize;
            batch.frames.clear();
            next(count, &mut batch.frames)?;
            batch.ops.resize(count, 0);
            self.pair.dut.tied_inputs().apply(&mut batch.frames, self.pmu.frame.words());
            if let Some(failure) = self.step_frames(&batch, &mut before)? {
                return Ok((failure, true));
            }
            batch.start += count as u64;
        }
        Ok((batch.start, false))
    }

    /// Steps both sides through the frames of a batch, `before` being the cycle before it. Returns the first cycle that fails.
    fn step_frames(
        &mut self,
        batch: &Batch,
        before: &mut Option<diagnosis::LastCycle>,
    ) -> Result<Option<u64>, DutError> {
        let ended = self.pair.step(batch)?;
        let (actual, expected) = (&self.pair.actual, &self.pair.expected);
        let view = Compared {
            program: "",
            start: batch.start,
            frames: &batch.frames,
            before: before.as_ref().map(|before| before.frame.as_slice()),
            actual,
            expected,
        };
        if let Some(failure) = first_failure(self.pmu, &mut self.scoreboard, &mut self.masks, &view, &[]) {
            return Ok(Some(failure.cycle));
        }
        if ended.is_some() {
            return Ok(Some(batch.start + (actual.len() / self.pmu.observation.words()) as u64));
        }
        *before = Some(diagnosis::LastCycle::last_of(self.pmu, batch, expected));
        Ok(None)
    }
}

/// Returns the first cycle of a batch with a mismatch or failed expectation. A difference that is a known divergence is masked
/// from its cycle on.
fn first_failure(
    pmu: &Pmu,
    scoreboard: &mut Scoreboard,
    masks: &mut Masks,
    batch: &Compared,
    checks: &[Check],
) -> Option<Mismatch> {
    let mut from = batch.start;
    loop {
        let mismatch = scoreboard.first_failure(batch, from, checks, masks)?;
        if !masks.accept(pmu, batch, mismatch.cycle, &mismatch.slots) {
            return Some(mismatch);
        }
        scoreboard.hide(masks);
        from = mismatch.cycle;
    }
}
