//! Runs programs in lockstep on a model that counts.

use golden_model::Pmu;
use pmu_dut::{Dut, DutError};
use pmu_program::Program;
use pmu_results::{write_atomically, ResultsError};
use pmu_rtl::SimulatedDut;
use pmu_rtl::{BuiltModel, CountsError, Points, COUNTS_SOURCE};
use pmu_support::entries_to_evict;
use pmu_support::joined;
use pmu_verify::lockstep::Lockstep;
use pmu_verify::regression::{Plan, Stop};
use pmu_verify::stimulus::Generator;
use std::hash::Hash;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use xxhash_rust::xxh3::Xxh3;

/// Code coverage that could not be measured.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// The device cannot go on.
    #[error(transparent)]
    Device(#[from] DutError),
    /// Verilator's data is not what it should be.
    #[error(transparent)]
    Counts(#[from] CountsError),
    /// What was measured cannot be kept.
    #[error(transparent)]
    Keep(#[from] ResultsError),
    /// Verilator's data cannot be read.
    #[error("coverage data of the model: {0}")]
    Io(#[from] std::io::Error),
}

/// The programs that are run: all directed ones of a plan and the first of its random ones.
pub struct Stimulus<'p> {
    /// The PMU.
    pub pmu: &'p Pmu,
    /// The programs.
    pub programs: Vec<std::borrow::Cow<'p, Program>>,
    /// Seed of initial values.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
}

impl<'p> Stimulus<'p> {
    /// The programs of a plan, with random ones of at most `random_cycles` clocks together.
    pub fn of(plan: &Plan<'p>, random_cycles: u64) -> Self {
        let generator = Generator::new(plan.pmu, plan.profile);
        let random = random_cycles.min(plan.random_cycles).div_ceil(plan.profile.cycles);
        let directed = plan.directed.iter().map(std::borrow::Cow::Borrowed);
        let random = (0..random).map(|number| std::borrow::Cow::Owned(generator.program(plan.seed, number)));
        Self { pmu: plan.pmu, programs: directed.chain(random).collect(), seed: plan.seed, jobs: plan.jobs }
    }

    /// Clocks of all programs together.
    pub fn cycles(&self) -> u64 {
        self.programs.iter().map(|program| program.cycles()).sum()
    }

    /// What tells this stimulus and a model from others, and how both are used.
    fn key(&self, built: &BuiltModel) -> String {
        let mut hasher = Xxh3::new();
        [COUNTS_SOURCE, include_str!("measure.rs")].hash(&mut hasher);
        self.seed.hash(&mut hasher);
        self.programs.iter().for_each(|program| program.ops.hash(&mut hasher));
        built.key.hash(&mut hasher);
        format!("{:032x}", hasher.digest128())
    }
}

/// What programs have covered.
#[derive(Default)]
pub struct MeasuredCoverage {
    /// The points.
    pub points: Points,
    /// The first program that diverges on the model that counts, and where.
    pub diverged: Option<String>,
}

/// Measurements kept in a folder, so that going back to an earlier RTL or seed costs none.
const KEPT: usize = 8;

/// What programs cover; from the folder `kept` where the same was measured before. `notice` hears when it was not. Ends
/// early when `stop` is set.
///
/// # Errors
/// [`MeasureError`].
pub fn measure(
    stimulus: &Stimulus,
    built: &BuiltModel,
    kept: &Path,
    notice: &mut dyn FnMut(),
    stop: &Stop,
) -> Result<MeasuredCoverage, MeasureError> {
    // A file of its own for each measurement: runs beside each other, of other RTL, do not replace what the others kept.
    let file = kept.join(stimulus.key(built)).with_extension("json");
    let old = std::fs::read_to_string(&file).ok().and_then(|text| serde_json::from_str(&text).ok());
    if let Some(points) = old {
        return Ok(MeasuredCoverage { points, diverged: None });
    }
    notice();
    let next = AtomicUsize::new(0);
    let work = || coverage_dut(stimulus, built, &next, stop);
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

/// Removes the measurements that were made first. What cannot be removed does no harm.
fn drop_old(kept: &Path) {
    let finished = |file: &Path| file.extension().is_some_and(|extension| extension == "json").then(|| file.to_owned());
    for file in entries_to_evict(kept, KEPT, finished) {
        let _ = std::fs::remove_file(file);
    }
}

/// The first program of a device that diverges: its position and what diverges.
type FirstDivergence = Option<(usize, String)>;

/// Runs programs on one device until none is left.
fn coverage_dut(
    stimulus: &Stimulus,
    built: &BuiltModel,
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
    let mut lockstep = Lockstep::new(stimulus.pmu, dut);
    let mut diverged = None;
    loop {
        let position = next.fetch_add(1, Ordering::Relaxed);
        let Some(program) = stimulus.programs.get(position).filter(|_| !stop.load(Ordering::Relaxed)) else {
            break;
        };
        let outcome = lockstep.run(program, stop)?;
        // Positions grow, so the first that this device finds is its lowest.
        if let Some(divergence) = outcome.divergence.filter(|_| diverged.is_none()) {
            diverged = Some((position, format!("{} diverges in {}", divergence.program, divergence.headline())));
        }
        // Whatever a program has set goes back, so that it does not matter on which device it ran.
        lockstep.dut().reset()?;
    }
    let after = counts(lockstep.dut())?;
    Ok((Points::between(&before, &after)?, diverged))
}
