//! A regression: all directed programs of a PMU and random programs of a seed, spread over threads.

mod directed;
mod judge;
mod left_out;
mod pool;

pub use directed::{
    files as directed_files, find as find_directed, find_with_collisions, folder as programs_folder, DirectedError,
};
pub use judge::{events, requirements, Red, Run};
pub use left_out::{leave_out, need};
pub use pool::Stop;

use crate::coverage::Points;
use crate::dut::{Dut, DutError};
use crate::generate::{Generator, Profile};
use crate::program::Program;
use crate::results::LeftOut;
use golden_model::Pmu;

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
    /// Threads.
    pub jobs: usize,
}

impl<'p> Plan<'p> {
    /// Number of random programs.
    pub fn random_programs(&self) -> u64 {
        self.random_cycles.div_ceil(self.profile.clocks)
    }

    /// Runs everything. `device` makes one device for each thread; `progress` hears of finished clocks.
    ///
    /// All directed programs run. Random programs stop at the first that diverges: the one with the lowest number, whatever
    /// the number of threads.
    pub fn run(
        &self,
        device: &(dyn Fn() -> Result<Box<dyn Dut>, DutError> + Sync),
        progress: &(dyn Fn(u64) + Sync),
        stop: &Stop,
    ) -> Result<Run, DutError> {
        self.run_covering(None, device, progress, stop)
    }

    /// The same, and finds out which of these coverage bins are hit.
    pub fn run_covering(
        &self,
        points: Option<&Points>,
        device: &(dyn Fn() -> Result<Box<dyn Dut>, DutError> + Sync),
        progress: &(dyn Fn(u64) + Sync),
        stop: &Stop,
    ) -> Result<Run, DutError> {
        let generator = Generator::new(self.pmu, self.profile);
        let started = std::time::Instant::now();
        let finished = pool::run(self, &generator, points, device, progress, stop)?;
        let seconds = started.elapsed().as_secs_f64();
        let values_from_dut = match self.probe(&generator) {
            Some(program) => crate::lockstep::values_from_device(self.pmu, &program, device)?,
            None => return Err(DutError("there is no program to run".to_owned())),
        };
        Ok(Run { finished, seconds, values_from_dut })
    }

    /// The program on which the independence of the model is measured: a random one, whatever else runs.
    fn probe(&self, generator: &Generator) -> Option<Program> {
        match self.random_programs() {
            0 => self.directed.first().cloned(),
            _ => Some(generator.program(self.seed, 0)),
        }
    }
}
