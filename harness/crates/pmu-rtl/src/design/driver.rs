//! Locates the drivers of observable values in an RTL.

use super::declaration;
use super::drivers::{Drivers, Found, Position};
use super::port_map::PortMapping;
use super::rtl_design::Design;
use super::source::RtlSource;
use super::state_path::{Select, StateLocation};
use super::structure::Module;
use crate::error::BuildError;
use crate::workspace::Workspace;
use golden_model_core::Description;
use std::path::PathBuf;

/// Most places that are named in addition to a driver, such as other drivers.
const MOST_OTHERS: usize = 3;
/// Most instantiations of a driver that are named.
const MOST_WIRED: usize = 3;

/// Where an RTL drives a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Driver {
    /// The instance that contains the driver, from the top module down. `[*]` is an index that is not in the text.
    pub instance: String,
    /// The always block, continuous assignment or declaration of a net that drives the value.
    pub place: SourcePlace,
    /// Whether the driver was not found, and the place is the declaration of the signal.
    pub is_declaration: bool,
    /// The lines that assign the signal, if the block assigns others too.
    pub assigned: Vec<u32>,
    /// The signal whose value it takes, if there is only one, and where that signal is driven.
    pub source: Option<(String, Vec<SourcePlace>)>,
    /// If the module is a building block: its instantiation, and those of the modules around it while they are too.
    pub wired: Vec<SourcePlace>,
    /// Other drivers of parts of the value, or in other alternatives of a generate construct, each with its instance.
    pub others: Vec<(String, SourcePlace)>,
}

/// A line of a file of the RTL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourcePlace {
    /// The file, relative to the workspace's root if it is below it.
    pub file: PathBuf,
    /// Its line, from 1; `None` if it was not found and the file is the manifest, port map or folder.
    pub line: Option<u32>,
}

/// Locates the driver of an output, a state word or a port of the response.
///
/// It is the always block, continuous assignment or declaration of a net that drives the register or port, in the instance that
/// contains it. Outputs are traced through instances whose ports they are connected to. `bit` is a bit of an output that differs:
/// it selects among drivers of several bits. If no driver is found, it is the declaration.
///
/// # Errors
/// [`BuildError::Manifest`] for any error in the manifest or port map.
pub fn driver(
    workspace: &Workspace,
    description: &Description,
    rtl: &RtlSource,
    value: &str,
    bit: Option<u32>,
) -> Result<Driver, BuildError> {
    let design = Design::load(workspace, rtl, description)?;
    let sources = Sources::read(workspace, &design);
    let state = description.states.iter().position(|word| word.name == value);
    let found = match state.and_then(|position| design.states[position].as_ref()) {
        Some(place) => sources.of_state(place),
        None => {
            let ports = state.map_or_else(|| ports(&design, description, value), |_| Vec::new());
            ports.iter().find_map(|(port, low)| sources.of_port(port, bit.map(|bit| low + bit)))
        }
    };
    Ok(found.unwrap_or_else(|| Driver {
        place: SourcePlace { file: design.settings.clone().unwrap_or_else(|| design.folder.clone()), line: None },
        instance: design.top.clone(),
        is_declaration: true,
        ..Driver::default()
    }))
}

/// The port of the top that is the value, or the first of several.
pub(super) fn port(design: &Design, description: &Description, value: &str) -> Option<String> {
    ports(design, description, value).into_iter().next().map(|(name, _)| name)
}

/// The ports of the top that are the value, each with the bit at which the value begins.
fn ports(design: &Design, description: &Description, value: &str) -> Vec<(String, u32)> {
    let output = description.outputs.iter().find(|output| output.name == value);
    let port = output.map_or(value, |output| output.verilog.as_str());
    match design.map().ports.get(port) {
        Some(PortMapping::Port { name, low, .. }) => vec![(name.clone(), low.unwrap_or(0))],
        Some(PortMapping::Ports { names, .. }) => names.iter().map(|name| (name.clone(), 0)).collect(),
        Some(PortMapping::AbsentInput(_) | PortMapping::AbsentOutput) => Vec::new(),
        None => vec![(port.to_owned(), 0)],
    }
}

/// The sources of a design.
struct Sources<'d> {
    design: &'d Design,
    texts: Vec<(PathBuf, String)>,
    drivers: Drivers,
}

impl<'d> Sources<'d> {
    fn read(workspace: &Workspace, design: &'d Design) -> Self {
        let read = |file: &PathBuf| Some((file.clone(), std::fs::read_to_string(workspace.root().join(file)).ok()?));
        let texts: Vec<_> = design.sources.iter().filter_map(read).collect();
        let drivers = Drivers::read(&texts);
        Self { design, texts, drivers }
    }

    fn of_state(&self, place: &StateLocation) -> Option<Driver> {
        let scopes = place.path.scopes();
        let position = self.drivers.top(&self.design.top).and_then(|top| self.drivers.at(top, scopes));
        let position = position.filter(|at| place.module == "*" || at.module.name == place.module);
        let part = place.path.selects().first().copied();
        let found = position.as_ref().map(|at| self.drivers.of(at, &place.signal, part)).unwrap_or_default();
        let module = match &position {
            Some(position) => &position.module.name,
            None => &place.module,
        };
        self.driver(&found, part).or_else(|| {
            let shown = scopes.iter().map(|scope| format!(".{scope}"));
            self.declaration(module, &place.signal, self.design.top.clone() + &shown.collect::<String>())
        })
    }

    fn of_port(&self, port: &str, bit: Option<u32>) -> Option<Driver> {
        let top = self.drivers.top(&self.design.top)?;
        // The index of an element of a packed array is not that of a bit.
        let is_vector = top.module.ports.iter().any(|one| one.name == port && one.is_vector);
        let part = bit.filter(|_| is_vector).map(|bit| Select { high: bit, low: bit });
        let found = self.drivers.of(&top, port, part);
        self.driver(&found, part).or_else(|| self.declaration(&top.module.name, port, top.module.name.clone()))
    }

    fn driver(&self, found: &[Found], part: Option<Select>) -> Option<Driver> {
        let (first, others) = found.split_first()?;
        let others =
            others.iter().map(|other| (other.instance.clone(), place(other.position.module, other.block.line)));
        Some(Driver {
            instance: first.instance.clone(),
            place: place(first.position.module, first.block.line),
            is_declaration: false,
            assigned: first.lines(part),
            source: self.source(first),
            wired: self.wired(&first.position),
            others: several(others.collect()),
        })
    }

    /// The only signal whose value the driver takes, and where it is driven.
    fn source(&self, found: &Found) -> Option<(String, Vec<SourcePlace>)> {
        let name = found.source()?;
        let driven = self.drivers.within(found, name);
        let places: Vec<_> = driven.iter().map(|one| place(one.position.module, one.block.line)).collect();
        (!places.is_empty()).then(|| (name.to_owned(), several(places)))
    }

    /// Where an instance and the modules around it are instantiated, while they are building blocks.
    fn wired(&self, position: &Position) -> Vec<SourcePlace> {
        let shared = position.chain.iter().rev().take_while(|(_, instance)| self.is_shared(&instance.module));
        shared.take(MOST_WIRED).map(|(parent, instance)| place(parent, instance.line)).collect()
    }

    /// Whether a module is a building block: it has several instances, or is not in the folder of the design.
    fn is_shared(&self, module: &str) -> bool {
        let Design { folder, own, .. } = self.design;
        let is_elsewhere = |file: &PathBuf| !file.starts_with(folder) && !own.contains(file);
        self.drivers.has_several(module) || self.drivers.module(module).is_some_and(|one| is_elsewhere(&one.file))
    }

    fn declaration(&self, module: &str, signal: &str, instance: String) -> Option<Driver> {
        let line = |(file, text): &(PathBuf, String)| Some((file.clone(), declaration::line(text, module, signal)?));
        let (file, line) = self.texts.iter().find_map(line)?;
        let place = SourcePlace { file, line: Some(line) };
        Some(Driver { instance, place, is_declaration: true, ..Driver::default() })
    }
}

/// A few of them.
fn several<T: PartialEq>(mut all: Vec<T>) -> Vec<T> {
    all.dedup();
    all.truncate(MOST_OTHERS);
    all
}

fn place(module: &Module, line: u32) -> SourcePlace {
    SourcePlace { file: module.file.clone(), line: Some(line) }
}
