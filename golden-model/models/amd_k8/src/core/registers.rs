//! The register port: decodes an access into the registers that it reaches.

use super::counter_set::{CounterSet, PER_CORE};
use golden_model_core::description::Description;
use golden_model_core::register_port::{AddressMap, Request};

/// The registers that every counter has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Register {
    /// PerfEvtSel.
    Select,
    /// PerfCtr.
    Counter,
}

/// The effect of a cycle at the register port.
#[derive(Clone, Copy)]
pub(super) enum Access {
    /// No access.
    None,
    /// A refused access.
    Refused,
    /// A read of one register.
    Read(Register, usize),
    /// A write of one register, or of one in each core with the broadcast unit.
    Write(Register, CounterSet, u64),
}

impl Access {
    /// The counters whose PerfCtr is written.
    #[inline]
    pub fn written_counters(&self) -> CounterSet {
        match *self {
            Access::Write(Register::Counter, counters, _) => counters,
            _ => 0,
        }
    }
}

/// The registers that accesses can reach.
#[derive(Clone)]
pub(super) struct Registers {
    broadcast: Option<u32>,
    /// Registers, with the index of their counter within its core.
    addresses: AddressMap<(Register, usize)>,
}

impl Registers {
    /// Builds the address map from a description.
    ///
    /// # Panics
    /// Panics if the description does not have two units, or has other registers.
    pub fn new(description: &Description) -> Self {
        assert_eq!(description.units.len(), 2, "number of cores");
        Self {
            broadcast: description.broadcast.as_ref().map(|unit| unit.number),
            addresses: AddressMap::new(description, &[0, 1], named),
        }
    }

    /// Decodes a request.
    #[inline]
    pub fn decode(&self, request: &Request) -> Access {
        let Some((path, (register, index))) = self.addresses.at(request.space, request.addr) else {
            return Access::Refused;
        };
        let core = self.addresses.unit(request.unit);
        let number = |core: usize| core * PER_CORE + index;
        match core {
            Some(core) if !request.write => Access::Read(register, number(core)),
            Some(core) if path.writable => Access::Write(register, 1 << number(core), request.data),
            None if request.write && path.writable && self.broadcast == Some(request.unit) => {
                Access::Write(register, 1 << number(0) | 1 << number(1), request.data)
            }
            _ => Access::Refused,
        }
    }
}

/// The register with this name, and its index.
fn named(name: &str) -> Option<(Register, usize)> {
    let registers = [("PerfEvtSel", Register::Select), ("PerfCtr", Register::Counter)];
    let (index, register) =
        registers.into_iter().find_map(|(prefix, register)| Some((name.strip_prefix(prefix)?, register)))?;
    Some((register, index.parse().ok().filter(|&index| index < PER_CORE)?))
}
