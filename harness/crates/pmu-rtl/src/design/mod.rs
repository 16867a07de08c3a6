//! An RTL as the build takes it, whichever way it was named.

mod absent;
mod code;
mod declared;
mod files;
mod folder;
mod inputs;
mod manifest;
mod parameters;
mod place;
mod port_map;
mod source;
mod state_path;
mod wanted;

pub(crate) use absent::{bits, is_needed, Absences};
pub(crate) use code::code;
pub use declared::{declared, Declared};
pub use files::{RtlFiles, StateWord};
pub(crate) use inputs::Inputs;
pub(crate) use parameters::refused as refused_parameters;
pub(crate) use port_map::{Parameter, Place, PortMap};
pub use source::RtlSource;
pub(crate) use state_path::{StatePath, StatePlace};
pub(crate) use wanted::{wanted, Interface, Wanted, CLOCK};

use crate::{BuildError, Workspace};
use golden_model::Description;
use std::path::{Path, PathBuf};

/// An RTL and how it stands to a description. Paths are relative to the workspace's root where they lie below it.
#[derive(Clone, Debug)]
pub(crate) struct Design {
    /// What errors name: the manifest, or the folder.
    pub name: PathBuf,
    /// Where the names of its files start from.
    pub folder: PathBuf,
    /// The file besides the Verilog: the manifest, or the port map if there is one.
    pub settings: Option<PathBuf>,
    /// Top module.
    pub top: String,
    /// Verilog files, in order.
    pub sources: Vec<PathBuf>,
    /// Directories of include files.
    pub include: Vec<PathBuf>,
    /// For each entry of [`Description::states`] its place, if one is given.
    pub states: Vec<Option<StatePlace>>,
    /// An input of the top that no program drives: it chooses among the behaviours that one model holds.
    pub select: Option<String>,
    /// The sources that it is about, where it is a block of something; none where these are all.
    pub own: Vec<PathBuf>,
    /// Sources that are verified elsewhere, to which code coverage leaves them: those of blocks that are verified alone, or, of
    /// a block, those that are not its own.
    pub elsewhere: Vec<PathBuf>,
    /// How its ports differ from the description's; none for RTL with a manifest, which has the description's own.
    pub map: Option<PortMap>,
    /// The ports that it lacks.
    pub absences: Absences,
    /// What is wrong in the map, to be told together with what does not fit the elaborated top.
    pub faults: Vec<String>,
}

impl Design {
    /// Reads and checks what `source` names.
    ///
    /// # Errors
    /// [`BuildError::Manifest`] for anything that is wrong in it, a missing file included.
    pub fn load(workspace: &Workspace, source: &RtlSource, description: &Description) -> Result<Self, BuildError> {
        match source {
            RtlSource::Manifest(path) => manifest::load(workspace, path, description),
            RtlSource::Folder { folder, top, map } => folder::load(workspace, folder, top, map.as_deref(), description),
        }
    }

    /// How its ports differ from the description's.
    pub fn map(&self) -> &PortMap {
        self.map.as_ref().unwrap_or(PortMap::none())
    }

    /// Whether it lies in the workspace's own `rtl/`.
    pub fn is_of_workspace(&self) -> bool {
        self.folder.starts_with("rtl")
    }
}

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}
