//! Programs over threads, with results that do not depend on their number.

use super::Plan;
use crate::coverage::Points;
use crate::dut::{Dut, DutError};
use crate::generate::Generator;
use crate::lockstep::{Lockstep, Outcome};
use crate::program::Program;
use crossbeam::channel::Sender;
use golden_model::{Collisions, CountedRows};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Arc;

/// Set from outside to end a run early.
pub type Stop = Arc<AtomicBool>;

/// Programs that have run and wait to be added to the others.
const WAITING: usize = 64;

/// A program that has run, or several that have.
pub struct Finished {
    /// Position among the jobs: directed programs first, then random ones. Of several the first.
    pub job: u64,
    /// How many programs.
    pub programs: u64,
    /// What came of them, with the first divergence.
    pub outcome: Outcome,
    /// The rows that its counters counted in programs that passed.
    pub counted: CountedRows,
    /// The collisions that the model has met in programs that passed.
    pub collisions: Option<Collisions>,
    /// Sum of the hashes of their operations, so that the order does not matter.
    pub stimulus: u128,
    /// The program that reproduces the divergence.
    pub repro: Option<Program>,
}

impl Finished {
    /// Adds what came of a later program.
    fn absorb(&mut self, next: Self) {
        self.programs += next.programs;
        self.outcome.absorb(next.outcome);
        self.counted.merge(&next.counted);
        if let (Some(mine), Some(more)) = (&mut self.collisions, &next.collisions) {
            mine.merge(more);
        }
        self.stimulus = self.stimulus.wrapping_add(next.stimulus);
        self.repro = self.repro.take().or(next.repro);
    }
}

/// What came of the jobs of a plan, put together in their order while they run: the memory does not grow with them.
struct Tally<'p> {
    plan: &'p Plan<'p>,
    /// Each directed program, and then the random ones as one.
    finished: Vec<Finished>,
    /// The next random program to be added, and those behind it that were faster.
    next: u64,
    early: BTreeMap<u64, Finished>,
    /// Whether a random program has diverged: those behind it do not count.
    is_over: bool,
    random: Option<Finished>,
}

impl<'p> Tally<'p> {
    fn new(plan: &'p Plan<'p>) -> Self {
        let directed = plan.directed.len() as u64;
        let mut empty =
            Self { plan, finished: Vec::new(), next: directed, early: BTreeMap::new(), is_over: false, random: None };
        empty.pass_others();
        empty
    }

    /// Goes on to the next program of the shard.
    fn pass_others(&mut self) {
        while self.next < self.plan.jobs() && !self.plan.has(self.next) {
            self.next += 1;
        }
    }

    fn add(&mut self, finished: Finished) {
        if finished.job < self.plan.directed.len() as u64 {
            return self.finished.push(finished);
        }
        self.early.insert(finished.job, finished);
        while let Some(finished) = self.early.remove(&self.next) {
            self.next += 1;
            self.pass_others();
            if self.is_over {
                continue;
            }
            self.is_over = finished.outcome.divergence.is_some();
            match &mut self.random {
                Some(random) => random.absorb(finished),
                None => self.random = Some(finished),
            }
        }
    }

    fn end(mut self) -> Vec<Finished> {
        self.finished.sort_by_key(|finished| finished.job);
        self.finished.extend(self.random);
        self.finished
    }
}

/// Runs all jobs of a plan that are in its shard: each directed program, in their order, and the random ones as one, up to the first that
/// diverges.
pub(super) fn run(
    plan: &Plan,
    generator: &Generator,
    points: Option<&Points>,
    device: &(dyn Fn() -> Result<Box<dyn Dut>, DutError> + Sync),
    progress: &(dyn Fn(u64) + Sync),
    stop: &Stop,
) -> Result<Vec<Finished>, DutError> {
    let directed = plan.directed.len() as u64;
    let jobs = plan.jobs();
    let next = AtomicU64::new(0);
    let first_diverged = AtomicU64::new(u64::MAX);
    let failed = AtomicBool::new(false);
    let (sender, receiver) = crossbeam::channel::bounded::<Result<Finished, DutError>>(WAITING);

    let work = |sender: &Sender<Result<Finished, DutError>>| -> Result<(), DutError> {
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
            if !plan.has(job) {
                continue;
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
            // No one listens any more behind an error.
            let _ = sender.send(Ok(finished));
        }
    };
    let joined = crossbeam::thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            let sender = sender.clone();
            let work = &work;
            let failed = &failed;
            scope.spawn(move |_| {
                if let Err(error) = work(&sender) {
                    failed.store(true, Ordering::Relaxed);
                    let _ = sender.send(Err(error));
                }
            });
        }
        // Ends when the last worker has.
        drop(sender);
        receiver.into_iter().try_fold(Tally::new(plan), |mut tally, finished| {
            tally.add(finished?);
            Ok::<_, DutError>(tally)
        })
    });
    match joined {
        Ok(tally) => Ok(tally?.end()),
        Err(_) => Err(DutError("a worker thread panicked; see its message above".to_owned())),
    }
}

fn one<D: Dut>(lockstep: &mut Lockstep<D>, program: &Program, job: u64, stop: &Stop) -> Result<Finished, DutError> {
    lockstep.model().clear_counted();
    lockstep.model().clear_collisions();
    let outcome = lockstep.run(program, stop)?;
    let repro = outcome.divergence.as_ref().map(|divergence| divergence.truncate(program));
    let mut hasher = xxhash_rust::xxh3::Xxh3::new();
    program.ops.hash(&mut hasher);
    let model = lockstep.model();
    if outcome.divergence.is_some() {
        model.clear_counted();
        model.clear_collisions();
    }
    let (counted, collisions) = (model.counted().clone(), model.collisions().cloned());
    Ok(Finished { job, programs: 1, outcome, counted, collisions, stimulus: hasher.digest128(), repro })
}
