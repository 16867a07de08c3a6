//! Runs programs in lockstep on a model that measures coverage.

use golden_model_core::Pmu;
use pmu_dut::{Dut, DutError};
use pmu_program::Program;
use pmu_results::{write_atomically, ResultsError};
use pmu_rtl::SimulatedDut;
use pmu_rtl::{BuiltModel, CountsError, Points, COUNTS_SOURCE};
use pmu_support::entries_to_evict;
use pmu_support::joined;
use pmu_verify::known::Known;
use pmu_verify::lockstep::Lockstep;
use pmu_verify::regression::{Plan, Stop};
use pmu_verify::stimulus::Generator;
use std::hash::Hash;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;
use xxhash_rust::xxh3::Xxh3;

/// Failure to measure code coverage.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// The DUT failed.
    #[error(transparent)]
    Device(#[from] DutError),
    /// Verilator's coverage data has an unexpected format.
    #[error(transparent)]
    Counts(#[from] CountsError),
    /// The measurement cannot be written to the cache.
    #[error(transparent)]
    Keep(#[from] ResultsError),
    /// Verilator's data cannot be read.
    #[error("coverage data of the model: {0}")]
    Io(#[from] std::io::Error),
}

/// The programs to run: all directed programs of a plan and the first random programs.
pub struct Stimulus<'p> {
    /// The PMU.
    pub pmu: &'p Pmu,
    /// Its known divergences.
    pub known: &'p Known,
    /// The programs.
    pub programs: Vec<std::borrow::Cow<'p, Program>>,
    /// Seed of initial values.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
}

impl<'p> Stimulus<'p> {
    /// The programs of a plan, with random programs of at most `random_cycles` cycles in total.
    pub fn of(plan: &Plan<'p>, random_cycles: u64) -> Self {
        let generator = Generator::new(plan.pmu, plan.profile);
        let random = plan.profile.programs_for(plan.seed, random_cycles.min(plan.random_cycles));
        let directed = plan.directed.iter().map(std::borrow::Cow::Borrowed);
        let random = (0..random).map(|number| std::borrow::Cow::Owned(generator.program(plan.seed, number)));
        let programs = directed.chain(random).collect();
        Self { pmu: plan.pmu, known: plan.known, programs, seed: plan.seed, jobs: plan.jobs }
    }

    /// Cycles of all programs together.
    pub fn cycles(&self) -> u64 {
        self.programs.iter().map(|program| program.cycles()).sum()
    }

    /// Cache key of this stimulus with a model: it covers both and how they are used. Only measurements without a divergence that is
    /// not known are kept, and known divergences change no coverage, so the key does not contain them.
    fn key(&self, built: &BuiltModel) -> String {
        let mut hasher = Xxh3::new();
        (COUNTS_SOURCE, include_str!("measure.rs")).hash(&mut hasher);
        self.seed.hash(&mut hasher);
        self.programs.iter().for_each(|program| program.ops.hash(&mut hasher));
        built.key.hash(&mut hasher);
        format!("{:032x}", hasher.digest128())
    }
}

/// Coverage of the programs.
#[derive(Default)]
pub struct MeasuredCoverage {
    /// The points.
    pub points: Points,
    /// The first program that diverges on the coverage model, with its divergence.
    pub diverged: Option<String>,
}

/// Number of cached measurements, so that going back to an earlier RTL or seed costs nothing.
const KEPT: usize = 8;

/// Measures the coverage of programs, or reads it from the cache folder `kept`.
///
/// Names of source files are relative to `root`. Calls `notice` before a measurement. Ends early when `stop` is set.
///
/// # Errors
/// [`MeasureError`].
pub fn measure(
    stimulus: &Stimulus,
    built: &BuiltModel,
    root: &Path,
    kept: &Path,
    notice: &mut dyn FnMut(),
    stop: &Stop,
) -> Result<MeasuredCoverage, MeasureError> {
    // One file for each measurement, so that concurrent runs of other RTL do not overwrite it.
    let file = kept.join(stimulus.key(built)).with_extension("json");
    let old = std::fs::read_to_string(&file).ok().and_then(|text| serde_json::from_str(&text).ok());
    if let Some(points) = old {
        // It is in use, so others are removed before it. Without a date, it is only measured again.
        let _ = std::fs::File::options().append(true).open(&file).and_then(|file| file.set_modified(SystemTime::now()));
        return Ok(MeasuredCoverage { points, diverged: None });
    }
    notice();
    let next = AtomicUsize::new(0);
    let work = || coverage_dut(stimulus, built, root, &next, stop);
    let parts: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..stimulus.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(joined).collect()
    });
    let (mut points, mut first) = (Points::default(), None);
    for part in parts {
        let (covered, diverged) = part?;
        points.join(covered);
        first = first.into_iter().chain(diverged).min();
    }
    let diverged = first.map(|(_, what)| what);
    if diverged.is_none() && !stop.load(Ordering::Relaxed) {
        write_atomically(&file, &serde_json::to_vec(&points).map_err(std::io::Error::other)?)?;
        drop_old(kept);
    }
    Ok(MeasuredCoverage { points, diverged })
}

/// Removes the oldest measurements. A failure to remove one has no effect.
fn drop_old(kept: &Path) {
    let finished = |file: &Path| file.extension().is_some_and(|extension| extension == "json").then(|| file.to_owned());
    for file in entries_to_evict(kept, KEPT, finished) {
        let _ = std::fs::remove_file(file);
    }
}

/// Position and divergence of the first program that diverges on a DUT.
type FirstDivergence = Option<(usize, String)>;

/// Runs programs on one DUT until none remain.
fn coverage_dut(
    stimulus: &Stimulus,
    built: &BuiltModel,
    root: &Path,
    next: &AtomicUsize,
    stop: &Stop,
) -> Result<(Points, FirstDivergence), MeasureError> {
    let mut dut = SimulatedDut::new(built, stimulus.seed as u32)?;
    let folder = tempfile::tempdir()?;
    let counts = |dut: &mut SimulatedDut| -> Result<String, MeasureError> {
        let file = folder.path().join("coverage.dat");
        dut.write_coverage(&file)?;
        Ok(std::fs::read_to_string(&file)?)
    };
    dut.reset()?;
    let before = counts(&mut dut)?;
    let mut lockstep = Lockstep::new(stimulus.pmu, dut).accepting(stimulus.known);
    let mut diverged = None;
    loop {
        let position = next.fetch_add(1, Ordering::Relaxed);
        let Some(program) = stimulus.programs.get(position).filter(|_| !stop.load(Ordering::Relaxed)) else {
            break;
        };
        let outcome = lockstep.run(program, stop)?;
        // Positions increase, so the first divergence on this DUT has its lowest position.
        if let Some(divergence) = outcome.divergence.filter(|_| diverged.is_none()) {
            diverged = Some((position, format!("{} diverges in {}", divergence.program, divergence.headline())));
        }
        // The reset restores all state, so that the result does not depend on the assignment of programs to DUTs.
        lockstep.dut().reset()?;
    }
    let after = counts(lockstep.dut())?;
    Ok((Points::between(&before, &after, root)?, diverged))
}
