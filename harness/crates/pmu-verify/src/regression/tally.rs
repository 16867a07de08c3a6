//! The outcomes of programs, combined in order.

use super::plan::Plan;
use crate::lockstep::LockstepOutcome;
use golden_model_core::{CollisionCoverage, EventCoverage};
use pmu_program::Program;
use std::collections::BTreeMap;
use std::time::Duration;

/// Outcome of one program, or of several.
pub struct ProgramOutcome {
    /// Position among the jobs: directed programs first, then random ones. For several programs, that of the first.
    pub job: u64,
    /// Number of programs.
    pub programs: u64,
    /// Their outcome, with the first divergence.
    pub outcome: LockstepOutcome,
    /// Event rows counted in passing programs.
    pub counted: EventCoverage,
    /// Collisions covered by passing programs.
    pub collisions: Option<CollisionCoverage>,
    /// Sum of the hashes of their operations, independent of their order.
    pub stimulus: u128,
    /// The program that reproduces the divergence.
    pub repro: Option<Program>,
    /// Run time of DUT and model, summed over all threads.
    pub took: Duration,
}

impl ProgramOutcome {
    /// Adds the outcome of a later program.
    fn absorb(&mut self, next: Self) {
        self.programs += next.programs;
        self.outcome.absorb(next.outcome);
        self.counted.merge(&next.counted);
        if let (Some(mine), Some(more)) = (&mut self.collisions, &next.collisions) {
            mine.merge(more);
        }
        self.stimulus = self.stimulus.wrapping_add(next.stimulus);
        self.repro = self.repro.take().or(next.repro);
        self.took += next.took;
    }
}

/// Combines the outcomes of the jobs of a plan while they run, in order, so memory does not grow with their number.
pub(super) struct Tally<'p> {
    plan: &'p Plan<'p>,
    /// Each directed program, and the random ones as one.
    finished: Vec<ProgramOutcome>,
    /// The next random program to be added, and later ones that finished earlier.
    next: u64,
    early: BTreeMap<u64, ProgramOutcome>,
    /// Whether a random program has diverged: later ones do not count.
    is_over: bool,
    random: Option<ProgramOutcome>,
    /// Time of all jobs, summed over all threads.
    busy: Duration,
}

impl<'p> Tally<'p> {
    pub fn new(plan: &'p Plan<'p>) -> Self {
        let mut empty = Self {
            plan,
            finished: Vec::new(),
            next: plan.directed.len() as u64,
            early: BTreeMap::new(),
            is_over: false,
            random: None,
            busy: Duration::ZERO,
        };
        empty.pass_others();
        empty
    }

    /// Advances to the next program of the shard.
    fn pass_others(&mut self) {
        while self.next < self.plan.jobs() && !self.plan.has(self.next) {
            self.next += 1;
        }
    }

    /// Adds a program with the time of its job.
    pub fn add(&mut self, finished: ProgramOutcome, job: Duration) {
        self.busy += job;
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

    /// Returns each directed program in order, the random ones up to the first that diverges as one, and the time.
    pub fn end(mut self) -> (Vec<ProgramOutcome>, Duration) {
        self.finished.sort_by_key(|finished| finished.job);
        self.finished.extend(self.random);
        (self.finished, self.busy)
    }
}
