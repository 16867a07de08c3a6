//! The files of an RTL, for tools other than the build.

use super::inputs::Inputs;
use super::language::Language;
use super::rtl_design::{macro_options, Design};
use super::source::RtlSource;
use crate::error::BuildError;
use crate::workspace::Workspace;
use golden_model_core::Description;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The files of an RTL, relative to the workspace's root if they are below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RtlFiles {
    /// Top module.
    pub top: String,
    /// The language that tools must read.
    pub language: Language,
    /// Verilog files, in order, and files with waivers for Verilator.
    pub sources: Vec<PathBuf>,
    /// The sources of the sub-block alone, if the RTL is a sub-block, or those that the port map names; empty for all.
    pub own: Vec<PathBuf>,
    /// Directories of include files.
    pub include: Vec<PathBuf>,
    /// Macros, with their values.
    pub define: BTreeMap<String, String>,
    /// Parameters of the top module that the port map sets, with their values.
    pub parameters: BTreeMap<String, String>,
    /// Every file that a tool may read: the sources, the manifest and all Verilog in the include directories.
    pub inputs: Vec<PathBuf>,
    /// The signals of the description's state words.
    pub states: Vec<StateWord>,
}

impl RtlFiles {
    /// Options that define its macros, as Verilator, Icarus and Yosys read them.
    pub fn macro_options(&self) -> impl Iterator<Item = String> + '_ {
        macro_options(&self.define)
    }

    /// The sources without waivers for Verilator, which other tools do not know.
    pub fn verilog(&self) -> impl Iterator<Item = &PathBuf> {
        self.sources.iter().filter(|source| source.extension().is_none_or(|extension| extension != "vlt"))
    }
}

/// A state word and its signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateWord {
    /// Name in the description.
    pub name: String,
    /// Hierarchical path from the top module, such as `u_core0.g_counter[2].u_counter.value_q`.
    pub signal: String,
    /// The bits or elements of the signal, such as `[3:2]`; empty for all of it.
    pub select: String,
}

impl RtlFiles {
    /// Reads them.
    ///
    /// # Errors
    /// [`BuildError::Manifest`] for any error in the manifest or port map, [`BuildError::Mismatch`] for names in the port map that
    /// do not exist, and if no source declares the top module.
    pub fn read(
        workspace: &Workspace,
        description: &Description,
        rtl: impl Into<RtlSource>,
    ) -> Result<Self, BuildError> {
        let rtl = rtl.into();
        let design = Design::load(workspace, &rtl, description)?;
        design.precheck(workspace, description)?;
        let states = state_words(description, &design);
        let inputs = Inputs::read(workspace, &design)?.files().cloned().collect();
        let parameters = design.map().parameters.iter().map(|(name, value)| (name.clone(), value.0.clone())).collect();
        let language = rtl.language();
        let Design { top, sources, own, include, define, .. } = design;
        Ok(Self { top, language, sources, own, include, define, parameters, inputs, states })
    }
}

/// The state words that have a signal.
pub(crate) fn state_words(description: &Description, design: &Design) -> Vec<StateWord> {
    let placed = description.states.iter().zip(&design.states);
    let words = placed.filter_map(|(word, place)| {
        let (signal, select) = place.as_ref()?.path.parts();
        Some(StateWord { name: word.name.clone(), signal, select })
    });
    words.collect()
}
