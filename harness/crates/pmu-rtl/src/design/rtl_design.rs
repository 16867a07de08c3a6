//! An RTL with its relation to a description.

use super::bus::Bus;
use super::missing_ports::MissingPorts;
use super::port_map::{Parameters, PortMap};
use super::state_path::StateLocation;
use pmu_dut::PortTiming;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// An RTL with its relation to a description. Paths are relative to the workspace's root if they are below it.
#[derive(Clone, Debug)]
pub(crate) struct Design {
    /// The file or folder that errors name: the manifest, or the folder.
    pub name: PathBuf,
    /// The folder that its file names are relative to.
    pub folder: PathBuf,
    /// The file in addition to the Verilog: the manifest, or the port map if there is one.
    pub settings: Option<PathBuf>,
    /// File lists that the port map names.
    pub lists: Vec<PathBuf>,
    /// Top module.
    pub top: String,
    /// Verilog files, in order.
    pub sources: Vec<PathBuf>,
    /// Directories of include files.
    pub include: Vec<PathBuf>,
    /// Macros, with their values.
    pub define: BTreeMap<String, String>,
    /// For each entry of [`Description::states`] its signal, if there is one.
    pub states: Vec<Option<StateLocation>>,
    /// An input of the top that no program drives: it selects one of the behaviours in the model.
    pub select: Option<String>,
    /// The sources whose code coverage counts: those of the sub-block alone, if the RTL is a sub-block, or those that the port map
    /// names; empty for all.
    pub own: Vec<PathBuf>,
    /// Sources that are verified elsewhere and excluded from code coverage: those of sub-blocks that are also verified
    /// alone, or, for a sub-block, those of other modules.
    pub elsewhere: Vec<PathBuf>,
    /// Parameters of the top module: those of the port map, or those that select options of choices.
    pub parameters: Parameters,
    /// Differences of its ports from the description's; `None` for RTL with a manifest, whose ports are the
    /// description's.
    pub map: Option<PortMap>,
    /// The ports that are absent.
    pub absences: MissingPorts,
    /// Errors of the map, to be reported together with mismatches of the elaborated top.
    pub faults: Vec<String>,
}

impl Design {
    /// Differences of its ports from the description's.
    pub fn map(&self) -> &PortMap {
        self.map.as_ref().unwrap_or(PortMap::none())
    }

    /// The timing of its register port.
    pub fn timing(&self) -> PortTiming {
        self.map().bus.as_ref().map(Bus::timing).unwrap_or_default()
    }

    /// Whether it is in the workspace's own `rtl/`.
    pub fn is_of_workspace(&self) -> bool {
        self.folder.starts_with("rtl")
    }
}

/// Options that define macros, as Verilator, Icarus and Yosys read them.
pub(crate) fn macro_options(define: &BTreeMap<String, String>) -> impl Iterator<Item = String> + '_ {
    define.iter().map(|(name, value)| match value.is_empty() {
        true => format!("-D{name}"),
        false => format!("-D{name}={value}"),
    })
}

/// The folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}
