//! Writes waves around a divergence with a model with tracing, which is built on first use.

use super::commands::display_path;
use super::monitor::Monitor;
use crate::dut::SimulatedDut;
use crate::lockstep::Divergence;
use crate::program::Program;
use crate::rtl::{BuiltModel, Variant, Workspace};
use crate::rtl_selection::RtlSelection;
use crate::waves::{write, CycleRange, WavesError};
use crate::Error;
use golden_model::Pmu;
use std::path::Path;

/// Model with tracing of one RTL.
pub(super) struct Tracing<'a> {
    workspace: &'a Workspace,
    pmu: &'a Pmu,
    rtl: &'a RtlSelection,
    monitor: &'a dyn Monitor,
    built: Option<BuiltModel>,
}

impl<'a> Tracing<'a> {
    /// Creates the writer; the model is built by the first [`write`](Self::write).
    pub fn new(workspace: &'a Workspace, pmu: &'a Pmu, rtl: &'a RtlSelection, monitor: &'a dyn Monitor) -> Self {
        Self { workspace, pmu, rtl, monitor, built: None }
    }

    /// Writes the waves around the divergence of `program` and returns the file's name.
    ///
    /// Returns `None` with a notice if the model with tracing does not reproduce the divergence.
    pub fn write(
        &mut self,
        program: &Program,
        divergence: &Divergence,
        seed: u32,
        file: &Path,
    ) -> Result<Option<String>, Error> {
        let built = match &mut self.built {
            Some(built) => built,
            none => {
                let notice = |text: &str| self.monitor.notice(&format!("{text}; for waves, which --no-waves disables"));
                none.insert(self.rtl.model(self.workspace, self.pmu, Variant::Trace, &notice)?)
            }
        };
        let dut = SimulatedDut::new(built, seed)?;
        match write(self.pmu, program, dut, divergence, CycleRange::default(), file) {
            Ok(()) => Ok(Some(display_path(file))),
            Err(error @ WavesError::NotThere { .. }) => {
                let (id, program) = (&self.pmu.description.id, &divergence.program);
                self.monitor.notice(&format!("{id}: no waves of {program}: {error}"));
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }
}
