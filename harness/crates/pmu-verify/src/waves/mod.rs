//! Waves of a program: the signals of the DUT and the values of the model in one VCD file, and files that open it in viewers.

mod gtkwave;
mod merge;
mod names;
mod signals;
mod surfer;
mod view;

use crate::lockstep::{observe, Window};
use golden_model_core::Pmu;
use pmu_dut::{DutError, TracingDut};
use pmu_program::Program;
use pmu_results::{Difference, Divergence, SimulationEnd, ViewerFiles};
use signals::{AddedSignals, Observed};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use view::{Declared, View};

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

impl CycleRange {
    /// The cycles around `cycle`.
    fn around(self, cycle: u64) -> Range<u64> {
        cycle.saturating_sub(self.before)..cycle + 1 + self.after
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

/// A program and the part of it whose waves are written.
pub struct Waves<'a> {
    /// The PMU.
    pub pmu: &'a Pmu,
    /// The program.
    pub program: &'a Program,
    /// The divergence of the program, and the cycles around it; `None` for all cycles of a program that passes.
    pub around: Option<(&'a Divergence, CycleRange)>,
    /// For values of the DUT, and `clk`, the path of the signal in the RTL, from the top module down. Viewers show those that
    /// exist.
    pub rtl: &'a BTreeMap<String, String>,
}

impl Waves<'_> {
    /// Writes the waves to `file`, and next to it a save file of GTKWave and a command file of Surfer.
    ///
    /// Runs the program on `dut` with tracing. Cycle n of the program begins at 10 n ns with the falling edge of `clk`, when
    /// DUT and model are observed.
    ///
    /// # Errors
    /// [`WavesError`]; [`WavesError::NotThere`] unless all differing values differ again in the diverging cycle.
    pub fn write<D: TracingDut>(&self, dut: D, file: &Path) -> Result<(), WavesError> {
        let Self { pmu, program, around, rtl } = *self;
        let cycle = around.map(|(divergence, _)| Divergent::of(divergence).cycle);
        let cycles = match around {
            Some((divergence, extent)) => extent.around(Divergent::of(divergence).cycle),
            None => 0..program.cycles(),
        };
        let failed = |source| WavesError::File { file: file.to_owned(), source };
        let folder = folder(file);
        std::fs::create_dir_all(folder).map_err(failed)?;
        let raw = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
        let observable = dut.observable().to_vec();
        let mut started = 0;
        let open = |dut: &mut D| {
            started = dut.time();
            dut.trace(raw.path())
        };
        let window = observe(pmu, &program.extended(cycles.end), dut, cycles, open, D::end_trace)?;
        let observed = Observed { pmu, program, observable: &observable, window: &window, cycle };
        let added = AddedSignals::new(&observed, D::CYCLE_NS);
        if let Some((divergence, _)) = around {
            Divergent::of(divergence).check(&window, &added)?;
        }
        // The time of the DUT includes the cycles of its reset before the program.
        let shift = started - window.cycles.start * D::CYCLE_NS;
        let dut = std::fs::File::open(raw.path()).map_err(failed)?;
        let header = atomically(file, |to| merge::merge(std::io::BufReader::new(dut), shift, &added, to))?;
        let first =
            around.map_or("", |(divergence, _)| divergence.signature.value.split(' ').next().unwrap_or_default());
        let view = View {
            title: self.title(),
            groups: Declared { added: &added, header: &header, rtl }.groups(first),
            cursor: cycle.unwrap_or(window.cycles.start) * D::CYCLE_NS,
            times: (window.cycles.start * D::CYCLE_NS, window.cycles.end * D::CYCLE_NS),
            cycle_ns: D::CYCLE_NS,
        };
        let files = ViewerFiles::of(file);
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let save_file = gtkwave::save_file(&view, &name(file), &name(&files.gtkwave));
        write_own(&files.gtkwave, gtkwave::START, &save_file)?;
        write_own(&files.surfer, surfer::START, &surfer::command_file(&view))
    }

    /// One line that describes the waves.
    fn title(&self) -> String {
        let Self { pmu, program, around, .. } = self;
        let what = match around {
            Some((divergence, _)) => divergence.shortest_headline(),
            None => "no divergence".to_owned(),
        };
        format!("{}: {}: {what}", pmu.description.id, program.name)
    }
}

/// The failure of the program whose waves are written: that of the shrunk program if there is one.
struct Divergent<'a> {
    cycle: u64,
    differences: &'a [Difference],
    end: Option<&'a SimulationEnd>,
}

impl<'a> Divergent<'a> {
    fn of(divergence: &'a Divergence) -> Self {
        match &divergence.shrunk {
            Some(shrunk) => {
                Self { cycle: shrunk.cycle, differences: &shrunk.differences, end: shrunk.simulation_end.as_ref() }
            }
            None => Self {
                cycle: divergence.cycle,
                differences: &divergence.differences,
                end: divergence.simulation_end.as_ref(),
            },
        }
    }

    /// Checks that the failure repeats.
    fn check(&self, window: &Window, added: &AddedSignals) -> Result<(), WavesError> {
        let missing = match self.end {
            Some(end) if window.cycles.end != self.cycle + 1 => Some(end.place()),
            _ => self.differences.iter().find(|one| !added.differs(&one.name)).map(|one| one.name.clone()),
        };
        missing.map_or(Ok(()), |value| Err(WavesError::NotThere { value, cycle: self.cycle }))
    }
}

/// The folder of a file.
fn folder(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a text, which begins with `start`, to a file. A file that begins otherwise, such as one that the user has saved from a
/// viewer, remains.
fn write_own(file: &Path, start: &str, text: &str) -> Result<(), WavesError> {
    match std::fs::read(file) {
        Ok(before) if !before.starts_with(start.as_bytes()) => Ok(()),
        _ => atomically(file, |to| to.write_all(text.as_bytes())),
    }
}

/// Writes a file that appears under its name only when it is complete.
fn atomically<T>(file: &Path, write: impl FnOnce(&mut File) -> std::io::Result<T>) -> Result<T, WavesError> {
    let failed = |source| WavesError::File { file: file.to_owned(), source };
    let mut temporary = pmu_results::temporary_in(folder(file)).map_err(failed)?;
    let result = write(temporary.as_file_mut()).map_err(failed)?;
    temporary.persist(file).map_err(|error| failed(error.error))?;
    Ok(result)
}
