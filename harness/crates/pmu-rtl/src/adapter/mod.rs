//! RTL with the ports of its description, for tools other than the build.
//!
//! RTL with a manifest has them. Around other RTL, a generated module, the adapter, has exactly these ports and connects them to
//! the user's top module as the port map says.

mod elements;
mod module;

use self::elements::Element;
use crate::design::files::RtlFiles;
use crate::design::interface::Interface;
use crate::design::port_map::{PortMap, PortMapping};
use crate::design::rtl_design::Design;
use crate::design::source::RtlSource;
use crate::error::BuildError;
use crate::model::elaborated;
use crate::tools::toolchain::find_verilator;
use crate::tools::yosys::Yosys;
use crate::workspace::Workspace;
use golden_model_core::Description;
use pmu_dut::TiedInputs;
use std::fs;
use std::path::Path;

/// The file of the adapter in its folder.
const FILE: &str = "adapter.sv";

/// RTL with the ports of its description.
#[derive(Clone, Debug)]
pub struct AdaptedRtl {
    /// The files. If there is an adapter, it is the top module, the first path of a state word begins with the user's top module
    /// in it, and `own` lists the user's files whose code counts, never the adapter.
    pub files: RtlFiles,
    /// The adapter; RTL with a manifest has none.
    pub adapter: Option<Adapter>,
}

/// The module around the user's top module.
#[derive(Clone, Debug)]
pub struct Adapter {
    /// Whether an input of the top acts only with the clock edge that ends its cycle, as an asynchronous reset does.
    pub asynchronous: bool,
    /// Whether `clk` is inverted for the top.
    pub inverted_clock: bool,
    /// Inputs of the description that the top lacks, with their values.
    pub tied: TiedInputs,
    /// The ports of the description that the top lacks, as entries of `[ports]`.
    pub absent: String,
    /// State words in elements of arrays, whose bits in the array are not yet known.
    elements: Vec<Element>,
}

impl AdaptedRtl {
    /// Reads an RTL. If it has no manifest, Verilator elaborates it, and the adapter is written to `folder`. `notice` receives a
    /// message about an installation before it begins.
    ///
    /// # Errors
    /// [`BuildError`]; wrong names in the port map and a missing top module are reported before anything is installed.
    pub fn make(
        workspace: &Workspace,
        description: &Description,
        rtl: &RtlSource,
        folder: &Path,
        notice: &mut dyn FnMut(&str),
    ) -> Result<Self, BuildError> {
        let mut files = RtlFiles::read(workspace, description, rtl.clone())?;
        let RtlSource::Folder { .. } = rtl else { return Ok(Self { files, adapter: None }) };
        let design = Design::load(workspace, rtl, description)?;
        if design.map().bus.is_some() {
            let what = "[bus]: mutation campaigns and proofs need RTL whose register port answers in the cycle of the access, without a bridge";
            let path = design.settings.unwrap_or(design.name);
            return Err(BuildError::Manifest { path, what: what.to_owned() });
        }
        let verilator = find_verilator(workspace, notice)?;
        let interface = Interface::of(description);
        fs::create_dir_all(folder).map_err(BuildError::io("create", folder))?;
        let place = tempfile::tempdir_in(folder).map_err(BuildError::io("create a directory in", folder))?;
        let (binding, states) =
            elaborated(workspace, &verilator, &design, &interface, &place.path().join("elaborated"))?;

        let mut elements = Vec::new();
        for (position, word) in files.states.iter_mut().enumerate() {
            word.signal = format!("{}.{}", module::BLOCK, word.signal);
            let access = states.iter().find(|(slot, _)| slot.name == word.name).map(|(_, access)| access);
            if let Some(access) = access.filter(|access| access.is_in_array()) {
                elements.push(Element::new(position, word, access));
            }
        }
        let text = module::text(&design, &interface.ports, &binding) + &elements::text(&design, &elements);
        let file = folder.join(FILE);
        fs::write(&file, text).map_err(BuildError::io("write", &file))?;
        if files.own.is_empty() {
            files.own = files.verilog().cloned().collect();
        }
        let file = workspace.relative(&file);
        files.sources.push(file.clone());
        files.inputs.push(file);
        // The adapter sets them.
        files.parameters.clear();
        files.top = module::ADAPTER.to_owned();
        let adapter = Adapter {
            asynchronous: binding.asynchronous().next().is_some(),
            inverted_clock: binding.clock.1,
            absent: absent(design.map()),
            tied: design.absences.tied,
            elements,
        };
        Ok(Self { files, adapter: Some(adapter) })
    }

    /// Finds the bits of state words that are elements of arrays, in the order in which Yosys stores arrays. `folder` has the copies
    /// of the files.
    ///
    /// # Errors
    /// [`BuildError`] if Yosys does not read the RTL or does not keep such an array.
    pub fn place_elements(&mut self, yosys: &Yosys, folder: &Path) -> Result<(), BuildError> {
        match &self.adapter {
            Some(adapter) => elements::place(yosys, folder, &mut self.files, &adapter.elements),
            None => Ok(()),
        }
    }

    /// The name that the RTL gives a module of the netlist, where each instance below an adapter is a separate module.
    pub fn module_name(name: &str) -> &str {
        name.split_once(&format!("${}.", module::ADAPTER)).map_or(name, |(module, _)| module)
    }

    /// The path from the user's top module of a signal in the flattened netlist.
    pub fn signal_name(name: &str) -> &str {
        name.strip_prefix(module::BLOCK).and_then(|rest| rest.strip_prefix('.')).unwrap_or(name)
    }
}

/// Entries of `[ports]` for the absent ports.
fn absent(map: &PortMap) -> String {
    let entry = |(name, mapping): (&String, &PortMapping)| match mapping {
        PortMapping::AbsentOutput => Some(format!("{name} = {{ absent = true }}\n")),
        PortMapping::AbsentInput(value) => Some(format!("{name} = {{ absent = {value} }}\n")),
        PortMapping::Port { .. } | PortMapping::Ports { .. } => None,
    };
    map.ports.iter().filter_map(entry).collect()
}
