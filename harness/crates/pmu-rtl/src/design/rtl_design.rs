//! An RTL and how it stands to a description.

use super::missing_ports::MissingPorts;
use super::port_map::PortMap;
use super::state_path::StateLocation;
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
    pub states: Vec<Option<StateLocation>>,
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
    pub absences: MissingPorts,
    /// What is wrong in the map, to be told together with what does not fit the elaborated top.
    pub faults: Vec<String>,
}

impl Design {
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
