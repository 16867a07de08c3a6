//! Connects the triage of divergences to the RTL or board of a run.

use super::commands::replay;
use super::monitor::Monitor;
use super::output::OutputFolder;
use crate::board::Address;
use crate::dut::{Dut, DutError, SimulatedDut};
use crate::dut_source::DutSource;
use crate::lockstep::Divergence;
use crate::program::Program;
use crate::results::{Driver, DriverSource, OtherDriver, SourceLine};
use crate::rtl::{driver, BuiltModel, Driver as RtlDriver, SourcePlace, Variant, Workspace};
use crate::rtl_selection::RtlSelection;
use crate::triage::Rig;
use crate::waves::{CycleRange, Waves, WavesError};
use crate::Error;
use golden_model_core::Pmu;
use pmu_support::display_path;
use std::path::Path;

/// The DUT of a run, for triage.
pub(super) struct RunRig<'a> {
    pub workspace: &'a Workspace,
    pub pmu: &'a Pmu,
    pub dut_source: &'a DutSource,
    pub rtl: &'a RtlSelection,
    /// Address of the board, if the DUT is one.
    pub board: Option<&'a Address>,
    /// Folder of the run.
    pub output: &'a OutputFolder,
    pub monitor: &'a dyn Monitor,
    /// The model with tracing, which is built for the first waves.
    pub traced: Option<BuiltModel>,
}

impl Rig for RunRig<'_> {
    type Error = Error;

    fn dut(&self, seed: u32) -> Result<Box<dyn Dut>, DutError> {
        self.dut_source.dut(seed)
    }

    fn seeds(&self, wanted: &[u32]) -> Vec<u32> {
        self.dut_source.seeds(wanted.iter().copied())
    }

    fn waves(
        &mut self,
        program: &Program,
        divergence: &Divergence,
        seed: u32,
        file: &Path,
    ) -> Result<Option<String>, Error> {
        let built = match &mut self.traced {
            Some(built) => built,
            none => {
                let notice = |text: &str| self.monitor.notice(&format!("{text}; for waves, which --no-waves disables"));
                none.insert(self.rtl.model(self.workspace, self.pmu, Variant::Trace, &notice)?)
            }
        };
        let dut = SimulatedDut::new(built, seed)?;
        let rtl = self.rtl.signals(self.workspace, self.pmu)?;
        let around = Some((divergence, CycleRange::default()));
        match (Waves { pmu: self.pmu, program, around, rtl: &rtl }).write(dut, file) {
            Ok(()) => Ok(Some(self.display_path(file))),
            // The model with tracing does not reproduce the divergence.
            Err(error @ WavesError::NotThere { .. }) => {
                let (id, program) = (&self.pmu.description.id, &divergence.program);
                self.monitor.notice(&format!("{id}: no waves of {program}: {error}"));
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn driver(&self, value: &str, bit: Option<u32>) -> Result<Driver, Error> {
        let rtl = self.rtl.source(self.workspace, self.pmu)?;
        Ok(reported(driver(self.workspace, &self.pmu.description, &rtl, value, bit)?))
    }

    fn command(&self, file: &str, seed: u32) -> String {
        replay(file, seed, self.rtl, self.board)
    }

    fn display_path(&self, file: &Path) -> String {
        display_path(&self.output.published(file))
    }

    fn notice(&self, text: &str) {
        self.monitor.notice(text);
    }
}

/// A driver as the results state it.
fn reported(driver: RtlDriver) -> Driver {
    let RtlDriver { instance, place, is_declaration, assigned, source, wired, others } = driver;
    let line = |place: SourcePlace| Some(SourceLine { file: place.file.display().to_string(), line: place.line? });
    let lines = |places: Vec<SourcePlace>| places.into_iter().filter_map(line).collect();
    let other = |(instance, place)| Some(OtherDriver { instance, at: line(place)? });
    Driver {
        file: Some(place.file.display().to_string()),
        line: place.line,
        instance: Some(instance),
        declared: is_declaration,
        assigned,
        value_from: source.map(|(signal, places)| DriverSource { signal, driven_at: lines(places) }),
        wired_at: lines(wired),
        also_driven_by: others.into_iter().filter_map(other).collect(),
    }
}
