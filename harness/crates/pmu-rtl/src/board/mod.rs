//! RTL of a complete board: the link and the generated wrapper with the PMU.

mod wrapper;

use super::design::rtl_design::Design;
use super::error::BuildError;
use super::workspace::Workspace;
use crate::built::{built, BuiltModel};
use crate::cache::key::Components;
use crate::design::code::code;
use crate::design::inputs::Inputs;
use crate::design::interface::{Interface, RequiredPort};
use crate::design::missing_ports::MissingPorts;
use crate::design::port_map::{Parameter, PortMap};
use crate::design::source::RtlSource;
use crate::model::variant::Variant;
use golden_model_core::{Description, Layout};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use verilated::{Direction, Port};
use wrapper::Wrapper;

/// Folder of the RTL of the link.
const LINK: &str = "rtl/hil";
/// Module whose only ports are clock and reset, and the pins of a UART.
const TOP: &str = "hil_uart_top";
/// Define that makes simulators read state words by name.
const HIERARCHY: &str = "`define HIL_HIERARCHY\n";

/// Length of a bit on the line of a simulated board, in cycles.
pub const DIVISOR: u32 = 2;
/// Cycles before a simulated board samples an observation.
pub const SETTLE: u32 = 2;
/// Bits of an observation that a simulated board adds to its CRC signature in one cycle.
pub const SIGNATURE_BITS: u32 = 64;
/// Parameters of a simulated board. It has plenty of memory, and its CRC signature covers the maximum width in one
/// cycle.
const PARAMETERS: [(&str, u32); 6] = [
    ("DIVISOR", DIVISOR),
    ("SETTLE", SETTLE),
    ("SIGNATURE_BITS", SIGNATURE_BITS),
    ("LOG2_MEMORY", 15),
    ("LOG2_PACKET", 11),
    ("LOG2_FIFO", 12),
];

/// Inputs and outputs of a simulated board, as bits of its single word of frame and observation.
pub const PINS: [&str; 3] = ["rst", "uart_rx", "uart_tx"];

/// Everything that a board with the RTL of a PMU consists of.
pub struct BoardRtl {
    design: Design,
    /// Names and contents of the generated files.
    generated: Vec<(&'static str, String)>,
    /// SHA-256 of the interface that model and board share, in hexadecimal.
    pub description_hash: String,
    /// SHA-256 of all RTL on the board, in hexadecimal.
    pub rtl_hash: String,
}

impl BoardRtl {
    /// Collects the RTL of the board for an RTL of the PMU.
    ///
    /// # Errors
    /// [`BuildError`] when a file is missing or wrong.
    pub fn new(workspace: &Workspace, description: &Description, rtl: &RtlSource) -> Result<Self, BuildError> {
        let design = Design::load(workspace, rtl, description)?;
        if design.map.is_some() {
            let what = "a board needs RTL with an rtl.toml; --top is for simulation".to_owned();
            return Err(BuildError::Manifest { path: design.name, what });
        }
        let interface = Interface::of(description);
        let Wrapper { verilog, script } = Wrapper::new(&design, &interface);
        let mut components = Components::default();
        components.extend(Inputs::read(workspace, &design)?.code());
        components.content("hil_pmu.v", code(&verilog).as_bytes());
        for file in link_sources(workspace)? {
            let place = workspace.root.join(&file);
            let text = fs::read_to_string(&place).map_err(BuildError::io("read", &place))?;
            components.content(file.display().to_string(), code(&text).as_bytes());
        }
        let rtl_hash = components.hash();
        let mut components = Components::default();
        components.text("description", &description.digest);
        components.content("interface", interface.view().as_bytes());
        let description_hash = components.hash();
        let header = header(&interface, &description_hash, &rtl_hash);
        let files = list(workspace, &design)?;
        let generated =
            vec![("hil_pmu.vh", header), ("hil_pmu.v", verilog), ("hil_pmu.ys", script), ("hil_pmu.f", files)];
        Ok(Self { design, generated, description_hash, rtl_hash })
    }

    /// Writes the generated files into a folder, which is created.
    ///
    /// # Errors
    /// [`BuildError::Io`] when a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, BuildError> {
        fs::create_dir_all(folder).map_err(BuildError::io("create", folder))?;
        let write = |(name, text): &(&str, String)| {
            let file = folder.join(name);
            // Another process may be reading the file: it is not written if its contents are already right.
            if !fs::read_to_string(&file).is_ok_and(|found| found == *text) {
                fs::write(&file, text).map_err(BuildError::io("write", &file))?;
            }
            Ok(file)
        };
        self.generated.iter().map(write).collect()
    }

    /// Builds a model of the complete board, whose pins are [`PINS`].
    ///
    /// # Errors
    /// [`BuildError`]
    pub fn model(
        &self,
        workspace: &Workspace,
        description: &Description,
        notice: &mut dyn FnMut(&str),
    ) -> Result<BuiltModel, BuildError> {
        let short = self.rtl_hash.get(..16).unwrap_or_default();
        let folder = workspace.build_dir.join("board").join(format!("{}-{short}", description.id));
        self.write(&folder)?;
        let hierarchy = folder.join("hil_hierarchy.v");
        fs::write(&hierarchy, HIERARCHY).map_err(BuildError::io("write", &hierarchy))?;
        let folder = workspace.relative(&folder);
        let mut sources = vec![folder.join("hil_hierarchy.v")];
        sources.extend(self.design.sources.iter().cloned());
        sources.push(folder.join("hil_pmu.v"));
        sources.extend(link_sources(workspace)?);
        let mut include = self.design.include.clone();
        include.push(folder.clone());
        let parameters = PARAMETERS.iter().map(|(name, value)| ((*name).to_owned(), Parameter(value.to_string())));
        let design = Design {
            name: folder.clone(),
            folder,
            settings: None,
            lists: Vec::new(),
            top: TOP.to_owned(),
            sources,
            include,
            define: self.design.define.clone(),
            states: Vec::new(),
            select: None,
            own: Vec::new(),
            elsewhere: Vec::new(),
            parameters: parameters.collect(),
            map: Some(PortMap::default()),
            absences: MissingPorts::default(),
            faults: Vec::new(),
        };
        built(workspace, &pins(&description.id), design, vec![true], Variant::Fast, notice)
    }
}

/// The pins of a board as the interface of a model.
fn pins(id: &str) -> Interface {
    let [rst, rx, tx] = PINS;
    let wanted = |name: &str, direction, slot: Option<&str>| RequiredPort {
        port: Port { name: name.to_owned(), width: 1, direction },
        slots: slot.map(|slot| (slot.to_owned(), 0)).into_iter().collect(),
    };
    let (input, output) = (Direction::Input, Direction::Output);
    Interface {
        id: format!("{id}-board"),
        ports: vec![
            wanted("clk", input, None),
            wanted(rst, input, Some(rst)),
            wanted(rx, input, Some(rx)),
            wanted(tx, output, Some(tx)),
        ],
        frame: Layout::pack([(rst, 1), (rx, 1)]),
        observation: Layout::pack([(tx, 1)]),
        // In reset, with an idle line.
        reset: vec![0b11],
        states: Vec::new(),
    }
}

/// The Verilog files of the link, sorted by name.
fn link_sources(workspace: &Workspace) -> Result<Vec<PathBuf>, BuildError> {
    let folder = workspace.root.join(LINK);
    let entries = fs::read_dir(&folder).map_err(BuildError::io("list", &folder))?;
    let mut names = Vec::new();
    for entry in entries {
        let file = PathBuf::from(entry.map_err(BuildError::io("list", &folder))?.file_name());
        if file.extension().is_some_and(|extension| extension == "v") {
            names.push(Path::new(LINK).join(file));
        }
    }
    names.sort();
    Ok(names)
}

/// Verilog header with the parameters of the PMU that the link needs.
fn header(interface: &Interface, description: &str, rtl: &str) -> String {
    let Interface { id, frame, observation, .. } = interface;
    let mut name: String = id.bytes().take(64).fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    name.extend(std::iter::repeat_n('0', 128 - name.len()));
    format!(
        "// Generated: parameters of the link of a board for {id}.
`define HIL_FRAME_WORDS {}
`define HIL_OBSERVATION_WORDS {}
`define HIL_PMU_ID 512'h{name}
`define HIL_DESCRIPTION_HASH 256'h{description}
`define HIL_RTL_HASH 256'h{rtl}
",
        frame.words(),
        observation.words()
    )
}

/// The files to compile, in addition to the generated ones.
fn list(workspace: &Workspace, design: &Design) -> Result<String, BuildError> {
    let include = design.include.iter().map(|folder| format!("+incdir+{}\n", folder.display()));
    let define = design.define.iter().map(|(name, value)| format!("+define+{name}={value}\n"));
    let sources = design.sources.iter().cloned().chain(link_sources(workspace)?);
    Ok(include.chain(define).chain(sources.map(|file| format!("{}\n", file.display()))).collect())
}
