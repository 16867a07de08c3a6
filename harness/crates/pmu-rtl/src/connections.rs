//! Where the values of a frame and an observation are in a top module, for code that connects to it in another simulator.

use crate::built::compared;
use crate::design::files::{state_words, StateWord};
use crate::design::interface::{required_ports, Interface, CLOCK};
use crate::design::rtl_design::Design;
use crate::design::source::RtlSource;
use crate::error::BuildError;
use crate::model::binding::{bind, Binding, BoundPort};
use crate::model::elaborated;
use crate::tools::toolchain::find_verilator;
use crate::workspace::Workspace;
use golden_model_core::{Description, Layout, Slot};
use verilated::{Direction, Port};

/// A top module with the places of the values of its description.
#[derive(Clone, Debug)]
pub struct Connections {
    /// Name of the module.
    pub top: String,
    /// Its ports that belong to the description: name, width in bits, and whether it is an input of the module.
    pub ports: Vec<(String, u32, bool)>,
    /// Its inputs with constant bits that the description does not have: name, width in bits, value.
    pub tied_ports: Vec<(String, u32, u64)>,
    /// Name of the clock port.
    pub clock: String,
    /// Whether the falling edge of the clock port is the clock edge.
    pub inverted_clock: bool,
    /// Whether the reset acts without a clock edge.
    pub asynchronous_reset: bool,
    /// The values of a frame.
    pub inputs: Vec<Connection>,
    /// The values of an observation that are outputs.
    pub outputs: Vec<Connection>,
    /// The values of an observation that are state words.
    pub states: Vec<StateWord>,
    /// The inputs that the module lacks, with their values.
    pub tied: Vec<(Slot, u64)>,
    /// Outputs and state words that are not observable.
    pub not_compared: Vec<String>,
}

/// A value of a frame or an observation in the ports of a top module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// Its slot.
    pub slot: Slot,
    /// Its bits.
    pub pieces: Vec<ConnectedBits>,
    /// Whether they are inverted in the module.
    pub invert: bool,
}

/// Consecutive bits of a value in a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectedBits {
    /// Name of the port.
    pub port: String,
    /// Lowest bit in the port.
    pub low: u32,
    /// Lowest bit in the value.
    pub at: u32,
    /// Number of bits.
    pub width: u32,
}

impl Connections {
    /// Reads them. RTL without a manifest is elaborated with Verilator; `notice` receives a message before its installation.
    ///
    /// # Errors
    /// [`BuildError::Manifest`] for errors in the manifest or port map, a register port on a bus, and asynchronous inputs other than the
    /// reset; [`BuildError::Mismatch`] for ports and state words that the module does not have.
    pub fn read(
        workspace: &Workspace,
        description: &Description,
        rtl: impl Into<RtlSource>,
        notice: &mut dyn FnMut(&str),
    ) -> Result<Self, BuildError> {
        let design = Design::load(workspace, &rtl.into(), description)?;
        design.precheck(workspace, description)?;
        let wrong = |what: &str| BuildError::Manifest { path: design.name.clone(), what: what.to_owned() };
        if design.map().bus.is_some() {
            return Err(wrong("[bus]: the checker needs a register port that answers in each cycle; bind it to a module of the block whose register port answers in the cycle of the access"));
        }
        let binding = binding(workspace, description, &design, notice)?;
        let asynchronous: Vec<_> = binding.bound.iter().filter(|bound| bound.at.asynchronous).collect();
        let is_reset = |bound: &&BoundPort| bound.slots.iter().all(|(slot, _)| slot == "rst");
        if !asynchronous.iter().all(is_reset) {
            return Err(wrong("[ports]: the checker supports `async` for rst only"));
        }
        let layouts = (description.frame_layout(), description.observation_layout());
        let of = |direction: Direction, layout: &Layout| {
            let bound = binding.bound.iter().filter(|bound| bound.direction == direction);
            bound.flat_map(|bound| connections(bound, layout, &binding.ports)).collect()
        };
        let slots = layouts.1.slots().iter().zip(compared(description, &design));
        let named = |position: usize| &binding.ports[position];
        let clock = binding.clock.0;
        let is_used = |position: &usize| {
            let mut pieces = binding.bound.iter().flat_map(|bound| &bound.at.pieces);
            *position == clock || pieces.any(|piece| piece.port == *position)
        };
        let ports = (0..binding.ports.len()).filter(is_used).map(named);
        Ok(Self {
            ports: ports.map(|port| (port.name.clone(), port.width, port.direction == Direction::Input)).collect(),
            tied_ports: binding
                .tied
                .iter()
                .map(|&(port, value)| (named(port).name.clone(), named(port).width, value))
                .collect(),
            clock: named(clock).name.clone(),
            inverted_clock: binding.clock.1,
            asynchronous_reset: !asynchronous.is_empty(),
            inputs: of(Direction::Input, &layouts.0),
            outputs: of(Direction::Output, &layouts.1),
            states: state_words(description, &design),
            tied: design.absences.tied.inputs().to_vec(),
            not_compared: slots.filter(|(_, compared)| !compared).map(|(slot, _)| slot.name.clone()).collect(),
            top: design.top,
        })
    }
}

/// The ports of the description in the top module.
fn binding(
    workspace: &Workspace,
    description: &Description,
    design: &Design,
    notice: &mut dyn FnMut(&str),
) -> Result<Binding, BuildError> {
    if design.map.is_some() {
        let verilator = find_verilator(workspace, notice)?;
        let place = tempfile::tempdir().map_err(BuildError::io("create a directory in", std::env::temp_dir()))?;
        let folder = place.path().join("top");
        return Ok(elaborated(workspace, &verilator, design, &Interface::of(description), &folder)?.0);
    }
    // The ports of RTL with a manifest are those of the description; a build checks that.
    let wanted = required_ports(description);
    let is_absent = |name: &str| {
        let tied = design.absences.tied.inputs().iter().map(|(slot, _)| slot.name.as_str());
        tied.chain(design.absences.unseen.iter().map(String::as_str)).any(|absent| absent == name)
    };
    let wanted: Vec<_> = wanted
        .into_iter()
        .filter(|wanted| wanted.port.name == CLOCK || !wanted.slots.iter().all(|(slot, _)| is_absent(slot)))
        .collect();
    let found: Vec<Port> = wanted.iter().map(|wanted| wanted.port.clone()).collect();
    let mismatch = |faults| BuildError::Mismatch { design: design.name.clone(), top: design.top.clone(), faults };
    bind(found, &wanted, None, None).map_err(mismatch)
}

/// The values in a port of the description.
fn connections<'a>(
    bound: &'a BoundPort,
    layout: &'a Layout,
    ports: &'a [Port],
) -> impl Iterator<Item = Connection> + 'a {
    bound.slots.iter().filter_map(move |(name, first)| {
        let slot = layout.find(name)?;
        let end = first + slot.width;
        let piece = |piece: &crate::model::locate::Piece| {
            let (from, to) = (piece.at.max(*first), (piece.at + piece.width).min(end));
            (from < to).then(|| ConnectedBits {
                port: ports[piece.port].name.clone(),
                low: piece.low + from - piece.at,
                at: from - first,
                width: to - from,
            })
        };
        let pieces = bound.at.pieces.iter().filter_map(piece).collect();
        Some(Connection { slot: slot.clone(), pieces, invert: bound.at.invert })
    })
}
