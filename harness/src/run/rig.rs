//! Connects the triage of divergences to the RTL or board of a run.

use super::commands::{display_path, replay};
use super::monitor::Monitor;
use super::waves::Tracing;
use crate::board::Address;
use crate::dut::{Dut, DutError};
use crate::dut_source::DutSource;
use crate::lockstep::Divergence;
use crate::program::Program;
use crate::rtl::{declarations, Workspace};
use crate::rtl_selection::RtlSelection;
use crate::triage::Rig;
use crate::Error;
use golden_model::Pmu;
use std::path::Path;

/// The DUT of a run, for triage.
pub(super) struct RunRig<'a> {
    pub workspace: &'a Workspace,
    pub pmu: &'a Pmu,
    pub dut_source: &'a DutSource,
    pub rtl: &'a RtlSelection,
    /// Address of the board, if the DUT is one.
    pub board: Option<&'a Address>,
    pub tracing: Tracing<'a>,
    pub monitor: &'a dyn Monitor,
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
        self.tracing.write(program, divergence, seed, file)
    }

    fn declaration(&self, value: &str) -> Result<(String, Option<u32>), Error> {
        let rtl = self.rtl.source(self.workspace, self.pmu)?;
        let place = declarations(self.workspace, &self.pmu.description, &rtl, value)?;
        Ok((place.file.display().to_string(), place.line))
    }

    fn command(&self, file: &str, seed: u32) -> String {
        replay(file, seed, self.rtl, self.board)
    }

    fn display_path(&self, file: &Path) -> String {
        display_path(file)
    }

    fn notice(&self, text: &str) {
        self.monitor.notice(text);
    }
}
