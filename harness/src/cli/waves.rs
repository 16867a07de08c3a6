//! Waves around a divergence, from a model with tracing that is built when the first are asked for.

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

/// The model with tracing of one RTL.
pub(super) struct Tracing<'a> {
    workspace: &'a Workspace,
    pmu: &'a Pmu,
    rtl: &'a Rtl,
    built: Option<BuiltModel>,
}

impl<'a> Tracing<'a> {
    /// Not built yet.
    pub fn new(workspace: &'a Workspace, pmu: &'a Pmu, rtl: &'a Rtl) -> Self {
        Self { workspace, pmu, rtl, built: None }
    }

    /// Writes the waves around the divergence of `program` and returns the file's name; none where the model with tracing
    /// does not show it, which is told.
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
                let reason = "; for the waves, which --no-waves leaves out";
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
