//! The files of an RTL, for tools other than the build.

use super::inputs::Inputs;
use super::rtl_design::{macro_options, Design};
use super::source::RtlSource;
use crate::error::BuildError;
use crate::workspace::Workspace;
use golden_model::Description;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The files of an RTL, relative to the workspace's root if they are below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RtlFiles {
    /// Top module.
    pub top: String,
    /// Verilog files, in order.
    pub sources: Vec<PathBuf>,
    /// The sources of the sub-block alone, if the RTL is a sub-block, or those that the port map names; empty for all.
    pub own: Vec<PathBuf>,
    /// Directories of include files.
    pub include: Vec<PathBuf>,
    /// Macros, with their values.
    pub define: BTreeMap<String, String>,
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
    /// [`BuildError::Manifest`] for any error in the manifest or port map.
    pub fn read(
        workspace: &Workspace,
        description: &Description,
        rtl: impl Into<RtlSource>,
    ) -> Result<Self, BuildError> {
        let design = Design::load(workspace, &rtl.into(), description)?;
        let placed = description.states.iter().zip(&design.states);
        let states = placed.filter_map(|(word, place)| {
            let (signal, select) = place.as_ref()?.path.parts();
            Some(StateWord { name: word.name.clone(), signal, select })
        });
        let states = states.collect();
        let inputs = Inputs::read(workspace, &design)?.files().cloned().collect();
        let Design { top, sources, own, include, define, .. } = design;
        Ok(Self { top, sources, own, include, define, inputs, states })
    }
}
