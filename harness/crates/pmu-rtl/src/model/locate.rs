//! Locates a port of the description in the ports of an elaborated top module.

use crate::design::interface::RequiredPort;
use crate::design::missing_ports::{bits, is_needed};
use crate::design::port_map::{PortMap, PortMapping};
use golden_model_core::suggest::{nearest, unknown};
use verilated::{Direction, Port};

const NAME_IT: &str = "name its port in [ports] of the --ports file";

/// Consecutive bits of a port of the description in a port of the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Position among the ports of the top.
    pub port: usize,
    /// Lowest bit in that port.
    pub low: u32,
    /// Lowest bit in the port of the description.
    pub at: u32,
    /// Number of bits.
    pub width: u32,
}

/// A port of the description in the top.
#[derive(Debug)]
pub(crate) struct Located {
    /// Its bits in the top, without gaps from bit 0 upward.
    pub pieces: Vec<Piece>,
    /// Whether they are inverted in the top.
    pub invert: bool,
    /// Whether the top reacts to them at once, as to an asynchronous reset.
    pub asynchronous: bool,
}

/// The ports of a top with the port map.
pub(crate) struct Top<'a> {
    /// All its ports.
    pub found: &'a [Port],
    /// The ports that the description requires.
    pub wanted: &'a [RequiredPort],
    /// The port map; `None` for RTL with a manifest, whose errors do not mention a map.
    pub map: Option<&'a PortMap>,
}

impl Top<'_> {
    /// The location of a port of the description; `None` if it is absent.
    ///
    /// # Errors
    /// The mismatch, in one line.
    pub fn locate(&self, port: &Port) -> Result<Option<Located>, String> {
        let located = |pieces, invert, asynchronous| Ok(Some(Located { pieces, invert, asynchronous }));
        match self.place(port) {
            None => located(self.same_name(port)?, false, false),
            Some(PortMapping::Port { asynchronous: true, .. })
                if port.direction == Direction::Output || port.name == "clk" =>
            {
                Err(format!("[ports] {}: async is for inputs other than clk", port.name))
            }
            Some(PortMapping::Port { name, low, invert, asynchronous }) => {
                located(self.one(port, name, *low)?, *invert, *asynchronous)
            }
            Some(PortMapping::Ports { names, invert }) => located(self.several(port, names)?, *invert, false),
            Some(PortMapping::AbsentInput(_) | PortMapping::AbsentOutput) => {
                let (name, kind) = (&port.name, kind_of(port.direction));
                match self.names(port.direction).any(|own| own == name) {
                    true => Err(format!("[ports] {name}: the top has an {kind} of that name, so it is not absent")),
                    false => Ok(None),
                }
            }
        }
    }

    /// The ports of the top that the map entry of a port names, or that have its name.
    pub fn meant_by(&self, port: &Port) -> Vec<usize> {
        let names = match self.place(port) {
            Some(PortMapping::Port { name, .. }) => std::slice::from_ref(name),
            Some(PortMapping::Ports { names, .. }) => names.as_slice(),
            _ => std::slice::from_ref(&port.name),
        };
        let meant = |name: &String| self.position(name).or_else(|| self.position(&self.meant(port, name)?));
        names.iter().filter_map(meant).collect()
    }

    /// Names of the ports of a direction.
    pub fn names(&self, direction: Direction) -> impl Iterator<Item = &String> {
        self.found.iter().filter(move |own| own.direction == direction).map(|own| &own.name)
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.found.iter().position(|port| port.name == name)
    }

    fn place(&self, port: &Port) -> Option<&PortMapping> {
        self.map?.ports.get(&port.name)
    }

    fn same_name(&self, port: &Port) -> Result<Vec<Piece>, String> {
        let (kind, name) = (kind_of(port.direction), &port.name);
        let Some(position) = self.position(name) else {
            let hint = match (self.map, self.meant(port, name)) {
                (None, _) => String::new(),
                (Some(_), Some(own)) => format!("; {NAME_IT}, perhaps {name} = \"{own}\""),
                (Some(_), None) if is_needed(port) => format!("; {NAME_IT}"),
                (Some(_), None) => format!("; {NAME_IT}, or declare it absent there"),
            };
            return Err(format!("{kind} {name} is missing ({} in the description){hint}", bits(port.width)));
        };
        let own = &self.found[position];
        if own.direction != port.direction {
            let other = kind_of(own.direction);
            return Err(format!("port {name} is an {other} where the description has an {kind}"));
        }
        let hint = self.map.map_or("", |_| part_or_several(own, port));
        full_width(position, own, port).ok_or_else(|| {
            format!("{kind} {name} has {} where the description has {}{hint}", bits(own.width), port.width)
        })
    }

    fn one(&self, port: &Port, own: &str, low: Option<u32>) -> Result<Vec<Piece>, String> {
        let (name, width) = (&port.name, port.width);
        let position = self.find(port, own)?;
        let own = &self.found[position];
        let has = bits(own.width);
        let pieces = match low {
            None => full_width(position, own, port).ok_or_else(|| {
                let hint = part_or_several(own, port);
                format!("[ports] {name}: port {} has {has} where the description has {width}{hint}", own.name)
            }),
            Some(low) if u64::from(low) + u64::from(width) <= u64::from(own.width) => {
                Ok(vec![Piece { port: position, low, at: 0, width }])
            }
            Some(low) => Err(format!(
                "[ports] {name}: port {} has {has}, too few for {} from bit {low} upward",
                own.name,
                bits(width)
            )),
        };
        match name == "clk" && own.width > 1 {
            true => Err(format!("[ports] clk: port {} has {has}; the clock input needs a separate port", own.name)),
            false => pieces,
        }
    }

    fn several(&self, port: &Port, names: &[String]) -> Result<Vec<Piece>, String> {
        let mut pieces = Vec::new();
        let mut at = 0;
        for own in names {
            let position = self.find(port, own)?;
            let width = self.found[position].width;
            pieces.push(Piece { port: position, low: 0, at, width });
            at += width;
        }
        match at == port.width {
            true => Ok(pieces),
            false => {
                let (has, together) = (bits(at), names.join(", "));
                let (name, wants) = (&port.name, port.width);
                Err(format!("[ports] {name}: {together} together have {has} where the description has {wants}"))
            }
        }
    }

    /// The position of a port that the map names.
    fn find(&self, port: &Port, own: &str) -> Result<usize, String> {
        let (name, kind) = (&port.name, kind_of(port.direction));
        match self.position(own) {
            None => {
                let what = unknown(&format!("{kind} of the top"), own, self.names(port.direction));
                Err(format!("[ports] {name}: {what}"))
            }
            Some(position) if self.found[position].direction != port.direction => {
                let other = kind_of(self.found[position].direction);
                Err(format!("[ports] {name}: port {own} is an {other} where the description has an {kind}"))
            }
            Some(position) => Ok(position),
        }
    }

    /// The port of the top whose name is most similar to a name that the top does not have.
    fn meant(&self, port: &Port, name: &str) -> Option<String> {
        let is_wanted = |own: &str| self.wanted.iter().any(|wanted| wanted.port.name == own);
        let is_mapped = |own: &str| self.map.is_some_and(|map| map.ports.values().any(|place| place.names(own)));
        let free = self.names(port.direction).filter(|own| !is_wanted(own) && !is_mapped(own));
        nearest(name, free)
    }
}

/// All bits of a port, if it is as wide as the description's.
fn full_width(position: usize, own: &Port, port: &Port) -> Option<Vec<Piece>> {
    (own.width == port.width).then(|| vec![Piece { port: position, low: 0, at: 0, width: port.width }])
}

/// The hint for a port of another width.
fn part_or_several(own: &Port, port: &Port) -> &'static str {
    match own.width > port.width {
        true => "; { port = ..., low = N } selects some of its bits",
        false => "; { ports = [...] } concatenates several ports",
    }
}

fn kind_of(direction: Direction) -> &'static str {
    match direction {
        Direction::Input => "input",
        Direction::Output => "output",
    }
}
