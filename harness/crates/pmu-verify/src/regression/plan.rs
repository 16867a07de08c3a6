//! The plan of a regression.

use super::name_patterns::NamePatterns;
use super::shard::Shard;
use crate::known::Known;
use crate::stimulus::{Generator, Profile};
use golden_model_core::Pmu;
use pmu_program::Program;
use pmu_results::{name, ShardSet, SkippedProgram};
use std::hash::Hash;
use xxhash_rust::xxh3::Xxh3;

/// The programs to run on one PMU.
pub struct Plan<'p> {
    /// The PMU.
    pub pmu: &'p Pmu,
    /// Its known divergences.
    pub known: &'p Known,
    /// The stimulus profile of its random programs.
    pub profile: &'p Profile,
    /// Its directed programs.
    pub directed: &'p [Program],
    /// Directed programs that the DUT cannot run.
    pub skipped: &'p [SkippedProgram],
    /// Seed of the random programs.
    pub seed: u64,
    /// Least number of cycles of random programs; 0 for none.
    pub random_cycles: u64,
    /// The shard of all these programs that runs.
    pub shard: Shard,
    /// Of these programs, those that run.
    pub only: &'p NamePatterns,
    /// Threads.
    pub jobs: usize,
}

impl<'p> Plan<'p> {
    /// Number of random programs.
    pub fn random_programs(&self) -> u64 {
        self.profile.programs_for(self.seed, self.random_cycles)
    }

    /// Number of programs, directed and random, whether they are in the shard or not.
    pub(super) fn jobs(&self) -> u64 {
        self.directed.len() as u64 + self.random_programs()
    }

    /// Whether a program runs. Directed programs are numbered first, then random ones.
    pub(super) fn has(&self, job: u64) -> bool {
        let pmu = &self.pmu.description.id;
        let is_in = |name: &str| self.shard.has(pmu, name) && self.only.has(name);
        match self.directed.get(job as usize) {
            Some(program) => is_in(&program.name),
            None => is_in(&name::of(self.seed, job - self.directed.len() as u64)),
        }
    }

    /// The shard as results record it; `None` for a complete run.
    pub(super) fn part(&self) -> Option<ShardSet> {
        self.shard.is_part().then(|| {
            let mut hasher = Xxh3::new();
            let directed = self.directed.iter().cloned();
            let first = self.probe(&Generator::new(self.pmu, self.profile));
            directed.chain(first).for_each(|program| (program.name, program.ops).hash(&mut hasher));
            ShardSet {
                seed: self.seed,
                cycles: self.random_cycles,
                shards: self.shard.of(),
                here: vec![self.shard.number()],
                programs: format!("{:032x}", hasher.digest128()),
            }
        })
    }

    /// The program of the independence check: a random one, in every shard.
    pub(super) fn probe(&self, generator: &Generator) -> Option<Program> {
        match self.random_programs() {
            0 => self.directed.first().cloned(),
            _ => Some(generator.program(self.seed, 0)),
        }
    }
}
