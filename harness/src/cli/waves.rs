//! Writes waves around a divergence with a model with tracing, which is built on first use.

use super::args::Rtl;
use super::build;
use super::status::Failure;
use crate::dut::SimulatedDut;
use crate::lockstep::Divergence;
use crate::program::Program;
use crate::rtl::{BuiltModel, Variant, Workspace};
use crate::waves::{write, CycleRange, WavesError};
use golden_model::Pmu;
use std::path::Path;

/// Model with tracing of one RTL.
pub(super) struct Tracing<'a> {
    workspace: &'a Workspace,
    pmu: &'a Pmu,
    rtl: &'a Rtl,
    built: Option<BuiltModel>,
}

impl<'a> Tracing<'a> {
    /// Creates the writer; the model is built by the first [`write`](Self::write).
    pub fn new(workspace: &'a Workspace, pmu: &'a Pmu, rtl: &'a Rtl) -> Self {
        Self { workspace, pmu, rtl, built: None }
    }

    /// Writes the waves around the divergence of `program` and returns the file's name.
    ///
    /// Returns `None` and prints a message if the model with tracing does not reproduce the divergence.
    pub fn write(
        &mut self,
        program: &Program,
        divergence: &Divergence,
        seed: u32,
        file: &Path,
    ) -> Result<Option<String>, Failure> {
        let built = match &mut self.built {
            Some(built) => built,
            none => {
                let reason = "; for waves, which --no-waves disables";
                none.insert(build::model_because(self.workspace, self.pmu, self.rtl, Variant::Trace, reason)?)
            }
        };
        let dut = SimulatedDut::new(built, seed)?;
        match write(self.pmu, program, dut, divergence, CycleRange::default(), file) {
            Ok(()) => Ok(Some(build::display_path(file))),
            Err(error @ WavesError::NotThere { .. }) => {
                eprintln!("{}: no waves of {}: {error}", self.pmu.description.id, divergence.program);
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }
}
