//! What a regression is to run.

use super::shard::Shard;
use crate::stimulus::{Generator, Profile};
use golden_model::Pmu;
use pmu_program::Program;
use pmu_results::{name, ShardSet, SkippedProgram};
use std::hash::Hash;
use xxhash_rust::xxh3::Xxh3;

/// What to run on one PMU.
pub struct Plan<'p> {
    /// The PMU.
    pub pmu: &'p Pmu,
    /// How its random programs look.
    pub profile: &'p Profile,
    /// Its directed programs.
    pub directed: &'p [Program],
    /// Those that the device does not allow to be judged; they do not run.
    pub skipped: &'p [SkippedProgram],
    /// Seed of the random programs.
    pub seed: u64,
    /// Clocks of random programs at least; 0 for none.
    pub random_cycles: u64,
    /// Which of all these programs run.
    pub shard: Shard,
    /// Threads.
    pub jobs: usize,
}

impl<'p> Plan<'p> {
    /// Number of random programs.
    pub fn random_programs(&self) -> u64 {
        self.random_cycles.div_ceil(self.profile.cycles)
    }

    /// Number of programs, directed and random, whether they are in the shard or not.
    pub(super) fn jobs(&self) -> u64 {
        self.directed.len() as u64 + self.random_programs()
    }

    /// Whether a program is in the shard: the directed ones are numbered first, then the random ones.
    pub(super) fn has(&self, job: u64) -> bool {
        let pmu = &self.pmu.description.id;
        match self.directed.get(job as usize) {
            Some(program) => self.shard.has(pmu, &program.name),
            None => self.shard.has(pmu, &name::of(self.seed, job - self.directed.len() as u64)),
        }
    }

    /// What the shard is of a whole; none where it is all.
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

    /// The program on which the independence of the model is measured: a random one, whatever else runs, in every shard.
    pub(super) fn probe(&self, generator: &Generator) -> Option<Program> {
        match self.random_programs() {
            0 => self.directed.first().cloned(),
            _ => Some(generator.program(self.seed, 0)),
        }
    }
}
