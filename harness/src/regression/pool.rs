//! Programs over threads, with results that do not depend on their number.

use super::Plan;
use crate::coverage::Points;
use crate::dut::{Dut, DutError};
use crate::generate::Generator;
use crate::lockstep::{Lockstep, Outcome};
use crate::program::Program;
use golden_model::{Collisions, CountedRows};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Arc;

/// Set from outside to end a run early.
pub type Stop = Arc<AtomicBool>;

/// A program that has run.
pub struct Finished {
    /// Position among the jobs: directed programs first, then random ones.
    pub job: u64,
    /// What came of it.
    pub outcome: Outcome,
    /// The rows that its counters counted.
    pub counted: CountedRows,
    /// The collisions that the model has met in it.
    pub collisions: Option<Collisions>,
    /// Hash of its operations.
    pub stimulus: u64,
    /// The program that reproduces its divergence.
    pub repro: Option<Program>,
}

/// Runs all jobs of a plan. The result is in the order of the jobs and ends with the first diverging random program.
pub(super) fn run(
    plan: &Plan,
    generator: &Generator,
    points: Option<&Points>,
    device: &(dyn Fn() -> Result<Box<dyn Dut>, DutError> + Sync),
    progress: &(dyn Fn(u64) + Sync),
    stop: &Stop,
) -> Result<Vec<Finished>, DutError> {
    let directed = plan.directed.len() as u64;
    let jobs = directed + plan.random_programs();
    let next = AtomicU64::new(0);
    let first_diverged = AtomicU64::new(u64::MAX);
    let failed = AtomicBool::new(false);
    let (sender, receiver) = crossbeam::channel::unbounded::<Result<Finished, DutError>>();

    let work = || -> Result<(), DutError> {
        let lockstep = Lockstep::new(plan.pmu, device()?);
        let mut lockstep = match points {
            Some(points) => lockstep.covering(points),
            None => lockstep,
        };
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            let ended = stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
            if ended || job >= jobs || job > first_diverged.load(Ordering::Relaxed) {
                return Ok(());
            }
            let program = match plan.directed.get(job as usize) {
                Some(program) => Cow::Borrowed(program),
                None => Cow::Owned(generator.program(plan.seed, job - directed)),
            };
            let finished = one(&mut lockstep, &program, job, stop)?;
            progress(finished.outcome.cycles);
            if job >= directed && finished.outcome.divergence.is_some() {
                first_diverged.fetch_min(job, Ordering::Relaxed);
            }
            // The receiver lives until all workers are done.
            let _ = sender.send(Ok(finished));
        }
    };
    let joined = crossbeam::thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            scope.spawn(|_| {
                if let Err(error) = work() {
                    failed.store(true, Ordering::Relaxed);
                    let _ = sender.send(Err(error));
                }
            });
        }
    });
    if joined.is_err() {
        return Err(DutError("a worker thread panicked; see its message above".to_owned()));
    }
    drop(sender);
    let mut finished = receiver.into_iter().collect::<Result<Vec<_>, _>>()?;
    let last = first_diverged.load(Ordering::Relaxed);
    finished.retain(|finished| finished.job <= last);
    finished.sort_by_key(|finished| finished.job);
    Ok(finished)
}

fn one<D: Dut>(lockstep: &mut Lockstep<D>, program: &Program, job: u64, stop: &Stop) -> Result<Finished, DutError> {
    lockstep.model().clear_counted();
    lockstep.model().clear_collisions();
    let outcome = lockstep.run(program, stop)?;
    let repro = outcome.divergence.as_ref().map(|divergence| divergence.truncate(program));
    let mut hasher = xxhash_rust::xxh3::Xxh3::new();
    program.ops.hash(&mut hasher);
    let model = lockstep.model();
    let (counted, collisions) = (model.counted().clone(), model.collisions().cloned());
    Ok(Finished { job, outcome, counted, collisions, stimulus: hasher.finish(), repro })
}
