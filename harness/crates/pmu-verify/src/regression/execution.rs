//! Runs the programs of a plan in parallel. The results do not depend on the number of threads.

use super::findings::RegressionRun;
use super::plan::Plan;
use super::tally::{ProgramOutcome, Tally};
use crate::coverage::Points;
use crate::jobs::{self, JobRunner, Task};
use crate::lockstep::Lockstep;
use crate::stimulus::Generator;
use pmu_dut::{Dut, DutError, DutFactory};
use pmu_program::Program;
use pmu_results::Divergence;
use pmu_support::caught;
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Instant, UNIX_EPOCH};
use xxhash_rust::xxh3::Xxh3;

/// Flag that ends a run early.
pub type Stop = Arc<AtomicBool>;

/// Progress of a plan.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'p> {
    /// A program has ended.
    Program {
        /// Cycles of the program.
        cycles: u64,
        /// Its divergence.
        divergence: Option<&'p Divergence>,
    },
    /// All programs of the plan have ended.
    End,
}

/// Receives the progress of a plan, from several threads.
pub type OnProgress<'p> = dyn Fn(Progress) + Sync + 'p;

/// A plan that is being run. Random programs after the first that diverges need not run.
pub struct RegressionTask<'p> {
    plan: &'p Plan<'p>,
    generator: Generator<'p>,
    points: Option<&'p Points>,
    dut_factory: &'p DutFactory<'p>,
    progress: &'p OnProgress<'p>,
    stop: &'p Stop,
    first_diverged: AtomicU64,
    /// Jobs that have not ended.
    left: AtomicU64,
    /// Time of the first program, in seconds since 1970.
    began_at: OnceLock<u64>,
    tally: Mutex<Tally<'p>>,
}

impl<'p> RegressionTask<'p> {
    /// Creates the task.
    ///
    /// `dut_factory` creates a DUT for each thread, `progress` is called after each program and at the end, and functional
    /// coverage is sampled for `points`.
    pub fn new(
        plan: &'p Plan<'p>,
        points: Option<&'p Points>,
        dut_factory: &'p DutFactory<'p>,
        progress: &'p OnProgress<'p>,
        stop: &'p Stop,
    ) -> Self {
        let generator = Generator::new(plan.pmu, plan.profile);
        let (first_diverged, left) = (AtomicU64::new(u64::MAX), AtomicU64::new(plan.jobs()));
        let tally = Mutex::new(Tally::new(plan));
        let began_at = OnceLock::new();
        Self { plan, generator, points, dut_factory, progress, stop, first_diverged, left, began_at, tally }
    }

    /// The result, with the independence check.
    pub fn finish(self) -> Result<RegressionRun, DutError> {
        let probe = self.plan.probe(&self.generator).ok_or_else(|| DutError::unusable("there is no program to run"))?;
        let start = Instant::now();
        let values_from_dut = crate::lockstep::values_from_dut(self.plan.pmu, &probe, self.dut_factory)?;
        let independence = start.elapsed();
        let (finished, busy) = self.tally.into_inner().unwrap_or_else(PoisonError::into_inner).end();
        // The busy time of the threads, divided by their number.
        let seconds = busy.as_secs_f64() / self.plan.jobs.max(1) as f64;
        let began_at = self.began_at.into_inner();
        Ok(RegressionRun { finished, seconds, began_at, independence, values_from_dut })
    }

    fn job<D: Dut>(&self, lockstep: &mut Lockstep<D>, job: u64) -> Result<(), DutError> {
        if job > self.first_diverged.load(Ordering::Relaxed) || !self.plan.has(job) {
            return Ok(());
        }
        let directed = self.plan.directed.len() as u64;
        self.began_at.get_or_init(|| UNIX_EPOCH.elapsed().map_or(0, |elapsed| elapsed.as_secs()));
        let start = Instant::now();
        let program = match self.plan.directed.get(job as usize) {
            Some(program) => Cow::Borrowed(program),
            None => Cow::Owned(self.generator.program(self.plan.seed, job - directed)),
        };
        let finished = caught(|| one(lockstep, &program, job, self.stop)).unwrap_or_else(|panic| {
            let (id, name) = (&self.plan.pmu.description.id, &program.name);
            Err(DutError::Panicked(format!("{id}: {name}: {}", jobs::Panicked(panic))))
        })?;
        if job >= directed && finished.outcome.divergence.is_some() {
            self.first_diverged.fetch_min(job, Ordering::Relaxed);
        }
        let divergence = finished.outcome.divergence.as_deref();
        (self.progress)(Progress::Program { cycles: finished.outcome.cycles, divergence });
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).add(finished, start.elapsed());
        Ok(())
    }
}

impl Plan<'_> {
    /// Runs all programs.
    ///
    /// `dut` creates a DUT for each thread; `progress` is called after each program and at the end.
    ///
    /// All directed programs run. Random programs stop at the diverging one with the lowest number, regardless of the
    /// number of threads.
    pub fn run(&self, dut: &DutFactory, progress: &OnProgress, stop: &Stop) -> Result<RegressionRun, DutError> {
        let running = RegressionTask::new(self, None, dut, progress, stop);
        jobs::run(&[&running], self.jobs, stop)?;
        running.finish()
    }
}

impl Task<DutError> for RegressionTask<'_> {
    fn jobs(&self) -> u64 {
        self.plan.jobs()
    }

    fn worker(&self) -> Result<JobRunner<'_, DutError>, DutError> {
        let lockstep =
            Lockstep::new(self.plan.pmu, (self.dut_factory)()?).accepting(self.plan.known).recording_collisions();
        let mut lockstep = match self.points {
            Some(points) => lockstep.covering(points),
            None => lockstep,
        };
        Ok(Box::new(move |job| {
            self.job(&mut lockstep, job)?;
            // The last job sees what the others have reported.
            if self.left.fetch_sub(1, Ordering::AcqRel) == 1 {
                (self.progress)(Progress::End);
            }
            Ok(())
        }))
    }
}

fn one<D: Dut>(
    lockstep: &mut Lockstep<D>,
    program: &Program,
    job: u64,
    stop: &Stop,
) -> Result<ProgramOutcome, DutError> {
    lockstep.model().clear_event_coverage();
    lockstep.model().clear_collisions();
    let start = Instant::now();
    let outcome = lockstep.run(program, stop)?;
    let took = start.elapsed();
    let repro = outcome.divergence.as_ref().map(|divergence| program.up_to(divergence.last_op, divergence.cycle));
    let mut hasher = BufferedXxh3::new();
    program.ops.hash(&mut hasher);
    let model = lockstep.model();
    if outcome.divergence.is_some() {
        model.clear_event_coverage();
        model.clear_collisions();
    }
    let (counted, collisions) = (model.event_coverage().clone(), model.collisions().cloned());
    Ok(ProgramOutcome { job, programs: 1, outcome, counted, collisions, stimulus: hasher.digest128(), repro, took })
}

/// XXH3 of a buffer at a time: it takes long for each of many short values.
struct BufferedXxh3 {
    hasher: Xxh3,
    buffer: Vec<u8>,
}

impl BufferedXxh3 {
    /// Bytes of the buffer.
    const SIZE: usize = 1 << 14;

    fn new() -> Self {
        Self { hasher: Xxh3::new(), buffer: Vec::with_capacity(Self::SIZE) }
    }

    fn digest128(mut self) -> u128 {
        self.hasher.update(&self.buffer);
        self.hasher.digest128()
    }
}

impl Hasher for BufferedXxh3 {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        if self.buffer.len() + bytes.len() > Self::SIZE {
            self.hasher.update(&self.buffer);
            self.buffer.clear();
        }
        self.buffer.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        let mut hasher = self.hasher.clone();
        hasher.update(&self.buffer);
        hasher.digest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffered_hash_is_that_of_all_bytes() {
        let values: Vec<u64> = (0..3 * BufferedXxh3::SIZE as u64 / 8 + 1).collect();
        let (mut buffered, mut direct) = (BufferedXxh3::new(), Xxh3::new());
        values.iter().for_each(|value| value.hash(&mut buffered));
        values.iter().for_each(|value| value.hash(&mut direct));
        assert_eq!(buffered.finish(), direct.finish());
        assert_eq!(buffered.digest128(), direct.digest128());
    }
}
