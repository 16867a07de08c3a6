//! What an RTL consists of, for tools other than the build.

use super::inputs::Inputs;
use super::manifest;
use super::rtl_design::Design;
use crate::error::BuildError;
use crate::workspace::Workspace;
use golden_model::Description;
use std::path::{Path, PathBuf};

/// The files of an RTL, relative to the workspace's root where they lie below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RtlFiles {
    /// Top module.
    pub top: String,
    /// Verilog files, in order.
    pub sources: Vec<PathBuf>,
    /// Of these the ones that it is about, where it is a block of something; none where these are all.
    pub own: Vec<PathBuf>,
    /// Directories of include files.
    pub include: Vec<PathBuf>,
    /// Every file that a tool may read: the sources, the manifest and all Verilog in the include directories.
    pub inputs: Vec<PathBuf>,
    /// Where the state words of the description live.
    pub states: Vec<StateWord>,
}

/// A state word and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateWord {
    /// The description's name.
    pub name: String,
    /// The way from the top module to its signal, such as `u_core0.g_counter[2].u_counter.value_q`.
    pub signal: String,
    /// What of the signal it is, such as `[3:2]`; empty for all of it.
    pub select: String,
}

impl RtlFiles {
    /// Reads them from the manifest at `path`.
    ///
    /// # Errors
    /// [`BuildError::Manifest`] for anything that is wrong in it.
    pub fn read(workspace: &Workspace, description: &Description, path: &Path) -> Result<Self, BuildError> {
        let design = manifest::load(workspace, path, description)?;
        let placed = description.states.iter().zip(&design.states);
        let states = placed.filter_map(|(word, place)| {
            let (signal, select) = place.as_ref()?.path.parts();
            Some(StateWord { name: word.name.clone(), signal, select })
        });
        let states = states.collect();
        let inputs = Inputs::read(workspace, &design)?.files().cloned().collect();
        let Design { top, sources, own, include, .. } = design;
        Ok(Self { top, sources, own, include, inputs, states })
    }
}
