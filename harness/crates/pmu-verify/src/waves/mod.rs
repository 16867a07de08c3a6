//! Waves around a divergence: the device's signals and, beside them, what the model says, in one VCD file.

mod merge;
mod signals;

use crate::lockstep::observe;
use golden_model::Pmu;
use pmu_dut::{DutError, TracingDut};
use pmu_program::Program;
use pmu_results::Divergence;
use signals::ModelSignals;
use std::path::{Path, PathBuf};

/// How many clocks are shown around the diverging one; fewer where the program begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CycleRange {
    /// Clocks before it.
    pub before: u64,
    /// Clocks after it. Where the program ends before that, it goes on with clocks without an access.
    pub after: u64,
}

impl Default for CycleRange {
    fn default() -> Self {
        Self { before: 64, after: 16 }
    }
}

/// Waves that could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WavesError {
    /// The device stopped.
    #[error(transparent)]
    Dut(#[from] DutError),
    /// A file cannot be read or written.
    #[error("{}: {source}; is the folder writable and the disk not full?", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The model with tracing does not show what the one without did.
    #[error(
        "the model with tracing does not show the difference of {value} in cycle {cycle}; does reset reach every register?"
    )]
    NotThere {
        /// The value that should differ.
        value: String,
        /// The clock, from 0.
        cycle: u64,
    },
}

/// Runs `program`, which shows `divergence`, on `device`, which can trace, and writes the waves around the diverging clock
/// to `file`. Clock n of the program begins at 10 n ns with the falling edge; that is when device and model are observed.
///
/// # Errors
/// [`WavesError`]; [`WavesError::NotThere`] unless all that differs does so again in that clock.
pub fn write<D: TracingDut>(
    pmu: &Pmu,
    program: &Program,
    dut: D,
    divergence: &Divergence,
    extent: CycleRange,
    file: &Path,
) -> Result<(), WavesError> {
    let (cycle, differences) = match &divergence.shrunk {
        Some(shrunk) => (shrunk.cycle, &shrunk.differences),
        None => (divergence.cycle, &divergence.differences),
    };
    let failed = |source| WavesError::File { file: file.to_owned(), source };
    let cycles = cycle.saturating_sub(extent.before)..cycle + 1 + extent.after;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let raw = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    let observable = dut.observable().to_vec();
    let mut started = 0;
    let open = |dut: &mut D| {
        started = dut.time();
        dut.trace(raw.path())
    };
    let window = observe(pmu, &program.extended(cycles.end), dut, cycles, open, D::end_trace)?;
    let values = ModelSignals::new(pmu, &observable, &window, cycle, D::CYCLE_NS);
    if let Some(missing) = differences.iter().find(|difference| !values.differs(&difference.name)) {
        return Err(WavesError::NotThere { value: missing.name.clone(), cycle });
    }
    let dut = std::fs::File::open(raw.path()).map_err(failed)?;
    // The device's own time has the clocks of its reset in front of the program.
    let shift = started - window.cycles.start * D::CYCLE_NS;
    let mut merged = pmu_results::temporary_in(folder).map_err(failed)?;
    merge::merge(std::io::BufReader::new(dut), shift, &values, merged.as_file_mut()).map_err(failed)?;
    merged.persist(file).map_err(|error| failed(error.error))?;
    Ok(())
}
