//! A regression: all directed programs of a PMU and random programs of a seed, or a shard of these, spread over threads.

mod directed;
mod judge;
mod left_out;
mod pool;
mod shard;
mod tally;

pub use directed::{
    find as find_directed, find_with_collisions, folder as programs_folder, list as list_directed, DirectedError,
    DirectedFile,
};
pub use judge::{Red, Run};
pub use left_out::{leave_out, need};
pub use pool::Running;
pub use pool::Stop;
pub use shard::{Shard, ShardError};

use crate::generate::{Generator, Profile};
use crate::jobs;
use golden_model::Pmu;
use pmu_dut::{Devices, DutError};
use pmu_program::Program;
use pmu_results::{name, LeftOut, Part};
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
    pub left_out: &'p [LeftOut],
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
    fn jobs(&self) -> u64 {
        self.directed.len() as u64 + self.random_programs()
    }

    /// Whether a program is in the shard: the directed ones are numbered first, then the random ones.
    fn has(&self, job: u64) -> bool {
        let pmu = &self.pmu.description.id;
        match self.directed.get(job as usize) {
            Some(program) => self.shard.has(pmu, &program.name),
            None => self.shard.has(pmu, &name::of(self.seed, job - self.directed.len() as u64)),
        }
    }

    /// What the shard is of a whole; none where it is all.
    fn part(&self) -> Option<Part> {
        self.shard.is_part().then(|| {
            let mut hasher = Xxh3::new();
            let directed = self.directed.iter().cloned();
            let first = self.probe(&Generator::new(self.pmu, self.profile));
            directed.chain(first).for_each(|program| (program.name, program.ops).hash(&mut hasher));
            Part {
                seed: self.seed,
                cycles: self.random_cycles,
                shards: self.shard.of(),
                here: vec![self.shard.number()],
                programs: format!("{:032x}", hasher.digest128()),
            }
        })
    }

    /// Runs everything. `device` makes one device for each thread; `progress` hears of finished clocks.
    ///
    /// All directed programs run. Random programs stop at the first that diverges: the one with the lowest number, whatever
    /// the number of threads.
    pub fn run(&self, device: &Devices, progress: &(dyn Fn(u64) + Sync), stop: &Stop) -> Result<Run, DutError> {
        let running = Running::new(self, None, device, progress, stop);
        jobs::run(&[&running], self.jobs, stop)?;
        running.finish()
    }

    /// The program on which the independence of the model is measured: a random one, whatever else runs, in every shard.
    fn probe(&self, generator: &Generator) -> Option<Program> {
        match self.random_programs() {
            0 => self.directed.first().cloned(),
            _ => Some(generator.program(self.seed, 0)),
        }
    }
}
