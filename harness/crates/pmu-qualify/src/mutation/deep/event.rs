//! Events that conditions count.

use super::candidates::Bit;
use golden_model_core::register_port::{access_paths, Request, RequestPort};
use golden_model_core::{Pmu, Slot};
use std::fmt;

/// Change of a bit between two cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Rise,
    Fall,
    Either,
}

/// Something that happens in a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A bit differs from its value in the cycle before.
    Change {
        /// The bit.
        bit: Bit,
        /// The direction.
        edge: Edge,
    },
    /// A register accepts a write.
    Write(Option<WriteTarget>),
}

/// A register of a unit, as the register port addresses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WriteTarget {
    name: String,
    /// Values of `bus_unit`.
    units: Vec<u32>,
    /// Values of `bus_space` and `bus_addr`.
    paths: Vec<(u32, u32)>,
}

impl WriteTarget {
    /// All registers that software can write, in the order of units and registers.
    pub fn all(pmu: &Pmu) -> Vec<Self> {
        let description = &pmu.description;
        let mut targets: Vec<Self> = Vec::new();
        for (position, unit) in description.units.iter().enumerate() {
            let Some(number) = unit.number else { continue };
            for path in access_paths(description, position).into_iter().filter(|path| path.writable) {
                let name = format!("{}.{}", unit.name, description.registers[path.register].name);
                match targets.last_mut() {
                    Some(last) if last.name == name => last.paths.push((path.space, path.address)),
                    _ => {
                        let broadcast = description.broadcast.as_ref().map(|broadcast| broadcast.number);
                        let units = [Some(number), broadcast].into_iter().flatten().collect();
                        targets.push(Self { name, units, paths: vec![(path.space, path.address)] });
                    }
                }
            }
        }
        targets
    }
}

/// Positions that events read, and the cycle before.
pub(super) struct EventPort {
    request: RequestPort,
    /// Position of `bus_error` in an observation.
    error: Slot,
}

impl EventPort {
    pub fn new(pmu: &Pmu) -> Self {
        Self { request: RequestPort::new(pmu), error: pmu.observation.slot("bus_error") }
    }

    /// Whether `rst` is 1.
    #[inline]
    pub fn rst(&self, frame: &[u64]) -> bool {
        self.request.rst(frame)
    }

    /// Whether a register accepts a write, one of `target` if there is one.
    fn is_write(&self, target: Option<&WriteTarget>, frame: &[u64], observation: &[u64]) -> bool {
        let accepted = |request: &Request| request.write && self.error.get(observation) == 0;
        let reaches = |request: Request| {
            target.is_none_or(|target| {
                target.units.contains(&request.unit) && target.paths.contains(&(request.space, request.addr))
            })
        };
        self.request.request(frame).filter(accepted).is_some_and(reaches)
    }
}

impl Event {
    /// Whether the event happens in a cycle. `last` has the value of its bit in the cycle before, and receives that of this cycle.
    #[inline]
    pub fn happens(&self, port: &EventPort, last: &mut Option<bool>, frame: &[u64], observation: &[u64]) -> bool {
        match self {
            Self::Write(target) => port.is_write(target.as_ref(), frame, observation),
            Self::Change { bit, edge } => {
                let now = bit.get(frame, observation);
                let differs = last.replace(now).is_some_and(|before| before != now);
                differs
                    && match edge {
                        Edge::Rise => now,
                        Edge::Fall => !now,
                        Edge::Either => true,
                    }
            }
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Change { bit, edge: Edge::Rise } => write!(formatter, "rise of {bit}"),
            Self::Change { bit, edge: Edge::Fall } => write!(formatter, "fall of {bit}"),
            Self::Change { bit, edge: Edge::Either } => write!(formatter, "change of {bit}"),
            Self::Write(Some(target)) => write!(formatter, "accepted write to {}", target.name),
            Self::Write(None) => formatter.write_str("accepted write"),
        }
    }
}
