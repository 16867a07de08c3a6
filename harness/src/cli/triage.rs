//! Connects the triage of divergences to the RTL and the board of the command line.

use super::args::Rtl;
use super::build;
use super::dut_source::DutSource;
use super::status::Failure;
use super::waves::Tracing;
use crate::board::Address;
use crate::dut::{Dut, DutError};
use crate::lockstep::Divergence;
use crate::program::Program;
use crate::rtl::{declarations, Workspace};
use crate::triage::Rig;
use golden_model::Pmu;
use std::path::Path;

/// The DUT of a run, for triage.
pub(super) struct RunRig<'a> {
    pub workspace: &'a Workspace,
    pub pmu: &'a Pmu,
    pub dut_source: &'a DutSource,
    pub rtl: &'a Rtl,
    /// Address of the board, if the DUT is one.
    pub dut: Option<&'a Address>,
    pub tracing: Tracing<'a>,
}

impl Rig for RunRig<'_> {
    type Error = Failure;

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
    ) -> Result<Option<String>, Failure> {
        self.tracing.write(program, divergence, seed, file)
    }

    fn declaration(&self, value: &str) -> Result<(String, Option<u32>), Failure> {
        let rtl = build::source(self.workspace, self.pmu, self.rtl)?;
        let place = declarations(self.workspace, &self.pmu.description, &rtl, value)?;
        Ok((place.file.display().to_string(), place.line))
    }

    fn command(&self, file: &str, seed: u32) -> String {
        let options = build::rtl_options(self.rtl) + &build::dut_option(self.dut);
        let seed = if seed == 0 { String::new() } else { format!(" --seed {seed}") };
        format!("target/release/pmu-cosim replay {file}{seed}{options}")
    }

    fn display_path(&self, file: &Path) -> String {
        build::display_path(file)
    }

    fn notice(&self, text: &str) {
        eprintln!("{text}");
    }
}
