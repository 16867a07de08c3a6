//! Waves around a divergence: the signals of the DUT and the values of the model in one VCD file.

mod merge;
mod signals;

use crate::lockstep::observe;
use golden_model::Pmu;
use pmu_dut::{DutError, TracingDut};
use pmu_program::Program;
use pmu_results::Divergence;
use signals::ModelSignals;
use std::path::{Path, PathBuf};

/// Number of cycles around the diverging one; fewer before it where the program begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CycleRange {
    /// Cycles before it.
    pub before: u64,
    /// Cycles after it. A program that ends earlier is extended by cycles without an access.
    pub after: u64,
}

impl Default for CycleRange {
    fn default() -> Self {
        Self { before: 64, after: 16 }
    }
}

/// Errors in writing waves.
#[derive(Debug, thiserror::Error)]
pub enum WavesError {
    /// The DUT stopped with an error.
    #[error(transparent)]
    Dut(#[from] DutError),
    /// A file cannot be read or written.
    #[error("{}: {source}; is the folder writable and the disk not full?", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The DUT with tracing does not repeat the divergence of the one without.
    #[error(
        "the DUT with tracing does not repeat the failure of {value} in cycle {cycle}; does reset reach every register?"
    )]
    NotThere {
        /// The value that should differ, or where the RTL should end the simulation.
        value: String,
        /// The cycle, from 0.
        cycle: u64,
    },
}

/// Writes the waves around the diverging cycle of `program` to `file`.
///
/// Runs `program`, which has `divergence`, on `dut` with tracing. Cycle n of the program begins at 10 n ns with the falling
/// edge of `clk`, when DUT and model are observed.
///
/// # Errors
/// [`WavesError`]; [`WavesError::NotThere`] unless all differing values differ again in that cycle.
pub fn write<D: TracingDut>(
    pmu: &Pmu,
    program: &Program,
    dut: D,
    divergence: &Divergence,
    extent: CycleRange,
    file: &Path,
) -> Result<(), WavesError> {
    let (cycle, differences, end) = match &divergence.shrunk {
        Some(shrunk) => (shrunk.cycle, &shrunk.differences, &shrunk.simulation_end),
        None => (divergence.cycle, &divergence.differences, &divergence.simulation_end),
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
    if let Some(end) = end.as_ref().filter(|_| window.cycles.end != cycle + 1) {
        return Err(WavesError::NotThere { value: end.place(), cycle });
    }
    let values = ModelSignals::new(pmu, &observable, &window, cycle, D::CYCLE_NS);
    if let Some(missing) = differences.iter().find(|difference| !values.differs(&difference.name)) {
        return Err(WavesError::NotThere { value: missing.name.clone(), cycle });
    }
    let dut = std::fs::File::open(raw.path()).map_err(failed)?;
    // The time of the DUT includes the cycles of its reset before the program.
    let shift = started - window.cycles.start * D::CYCLE_NS;
    let mut merged = pmu_results::temporary_in(folder).map_err(failed)?;
    merge::merge(std::io::BufReader::new(dut), shift, &values, merged.as_file_mut()).map_err(failed)?;
    merged.persist(file).map_err(|error| failed(error.error))?;
    Ok(())
}
