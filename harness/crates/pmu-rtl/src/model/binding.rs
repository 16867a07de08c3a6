//! Binds the ports of the description to those of the top module.

use super::locate::{Located, Top};
use crate::design::interface::RequiredPort;
use crate::design::missing_ports::bits;
use crate::design::port_map::PortMap;
use crate::design::precheck::unknown_ports;
use golden_model_core::suggest::unknown;
use verilated::{Direction, Port};

/// The ports of an elaborated top, and the bits of the description's ports in them.
#[derive(Debug)]
pub(crate) struct Binding {
    /// All ports of the top.
    pub ports: Vec<Port>,
    /// Position of the clock port, and whether it is inverted.
    pub clock: (usize, bool),
    /// The other ports of the description that the top has.
    pub bound: Vec<BoundPort>,
    /// Inputs with bits at a constant value, in their lowest 64 bits.
    pub tied: Vec<(usize, u64)>,
}

impl Binding {
    /// Positions of the inputs that change only at the clock edge that ends their cycle.
    pub fn asynchronous(&self) -> impl Iterator<Item = usize> + '_ {
        let bound = self.bound.iter().filter(|bound| bound.at.asynchronous);
        bound.flat_map(|bound| bound.at.pieces.iter().map(|piece| piece.port))
    }
}

/// A port of the description in the top.
#[derive(Debug)]
pub(crate) struct BoundPort {
    /// Its direction.
    pub direction: Direction,
    /// Its slots in the frame or observation, each with the lowest bit in the port.
    pub slots: Vec<(String, u32)>,
    /// Its position in the ports of the top.
    pub at: Located,
}

/// Binds the ports that the description requires to those of the top, by name or as the map says; the map is `None` for
/// RTL with a manifest. The input `select` is driven by [`pmu_dut::SimulatedDut::select`].
///
/// # Errors
/// All mismatches, one line each. Outputs that are not in the description are ignored.
pub(crate) fn bind(
    found: Vec<Port>,
    wanted: &[RequiredPort],
    map: Option<&PortMap>,
    select: Option<&str>,
) -> Result<Binding, Vec<String>> {
    let top = Top { found: &found, wanted, map };
    let mut faults = unknown_names(&top);
    let mut inputs = Inputs {
        taken: found.iter().map(|port| vec![None; port.width as usize]).collect(),
        faulty: vec![false; found.len()],
    };
    if let Some(name) = select {
        faults.extend(inputs.leave(name, &top));
    }
    let mut clock = (0, false);
    let mut bound = Vec::new();
    for RequiredPort { port, slots } in wanted {
        match top.locate(port) {
            Ok(None) => {}
            Ok(Some(at)) => {
                if port.direction == Direction::Input {
                    faults.extend(inputs.drive(port, &at, &found));
                }
                match slots.is_empty() {
                    true => clock = (at.pieces[0].port, at.invert),
                    false => bound.push(BoundPort { direction: port.direction, slots: slots.clone(), at }),
                }
            }
            Err(what) => {
                faults.push(what);
                // A port that another error already mentions is not reported again.
                top.meant_by(port).into_iter().for_each(|position| inputs.faulty[position] = true);
            }
        }
    }
    let tied = inputs.tied(&top, &mut faults);
    match faults.is_empty() {
        true => Ok(Binding { clock, bound, tied, ports: found }),
        false => Err(faults),
    }
}

/// Names in the map that do not exist.
fn unknown_names(top: &Top) -> Vec<String> {
    let map = top.map.unwrap_or(PortMap::none());
    let inputs = || top.names(Direction::Input);
    let strangers = unknown_ports(map, top.wanted).into_iter();
    let ties = map.tie.keys().filter(|name| !inputs().any(|known| known == *name));
    strangers.chain(ties.map(|name| format!("[tie] {}", unknown("input of the top", name, inputs())))).collect()
}

/// The state of each port of the top during binding.
struct Inputs<'a> {
    /// For each bit of each port the input of the description that drives it.
    taken: Vec<Vec<Option<&'a str>>>,
    /// For each port whether an error mentions it.
    faulty: Vec<bool>,
}

impl<'a> Inputs<'a> {
    /// Records the bits that an input drives. A bit with two drivers is an error.
    fn drive(&mut self, port: &'a Port, at: &Located, found: &[Port]) -> Option<String> {
        for piece in &at.pieces {
            for bit in piece.low..piece.low + piece.width {
                if let Some(other) = self.taken[piece.port][bit as usize].replace(&port.name) {
                    let own = &found[piece.port].name;
                    return Some(format!("[ports] {}: bit {bit} of {own} is already driven by {other}", port.name));
                }
            }
        }
        None
    }

    /// Records the input that no program drives. It is an error if 32 bits cannot set it.
    fn leave(&mut self, name: &'a str, top: &Top) -> Option<String> {
        let position = top.found.iter().position(|port| port.name == name && port.direction == Direction::Input);
        let Some(position) = position else {
            return Some(format!("select: {}", unknown("input of the top", name, top.names(Direction::Input))));
        };
        self.taken[position].fill(Some("select"));
        let width = top.found[position].width;
        (width > 32).then(|| format!("select: input {name} has {}, more than 32", bits(width)))
    }

    /// The constant bits of inputs. Every bit of an input must be driven or constant.
    fn tied(&self, top: &Top, faults: &mut Vec<String>) -> Vec<(usize, u64)> {
        let map = top.map.unwrap_or(PortMap::none());
        let mut tied = Vec::new();
        for (position, own) in top.found.iter().enumerate() {
            if own.direction == Direction::Output || self.faulty[position] {
                continue;
            }
            let (name, width) = (&own.name, own.width);
            let open: Vec<u32> = (0..width).filter(|&bit| self.taken[position][bit as usize].is_none()).collect();
            match (map.tie.get(name), open.first()) {
                (None, None) => {}
                (None, Some(first)) => {
                    let what = match open.len() {
                        all if all == width as usize => format!("nothing drives input {name}"),
                        1 => format!("nothing drives bit {first} of input {name}"),
                        some => format!("nothing drives bit {first} of input {name}, and {} more", some - 1),
                    };
                    faults.push(match top.map {
                        Some(_) => format!("{what}; map it in [ports] or give it a value in [tie]"),
                        None => format!("{what}, which is not in the description"),
                    });
                }
                (Some(_), None) => faults.push(format!("[tie] {name}: [ports] already drives all of it")),
                (Some(&value), Some(_)) if width < 64 && value >> width != 0 => {
                    faults.push(format!("[tie] {name}: {value:#x} does not fit into {}", bits(width)));
                }
                (Some(&value), Some(_)) => {
                    let mask = open.iter().filter(|&&bit| bit < 64).fold(0, |mask, bit| mask | 1 << bit);
                    tied.push((position, value & mask));
                }
            }
        }
        tied
    }
}
