//! The register port: which registers an access reaches.

use super::counter_set::{CounterSet, PER_CORE};
use crate::description::Description;
use crate::register_port::{AddressMap, Request};

/// The registers that every counter has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Register {
    /// PerfEvtSel.
    Select,
    /// PerfCtr.
    Counter,
}

/// What a clock does at the register port.
#[derive(Clone, Copy)]
pub(super) enum Access {
    /// Nothing.
    None,
    /// An access that no register answers.
    Refused,
    /// A read of one register.
    Read(Register, usize),
    /// A write of one register, or with the broadcast unit of one in each core.
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

/// What accesses reach.
#[derive(Clone)]
pub(super) struct Registers {
    broadcast: Option<u32>,
    /// Registers with the number of their counter in its core.
    addresses: AddressMap<(Register, usize)>,
}

impl Registers {
    /// Those of a description.
    ///
    /// # Panics
    /// When it has not two units, or other registers.
    pub fn new(description: &Description) -> Self {
        assert_eq!(description.units.len(), 2, "number of cores");
        Self {
            broadcast: description.broadcast.as_ref().map(|unit| unit.number),
            addresses: AddressMap::new(description, &[0, 1], named),
        }
    }

    /// What a request does.
    #[inline]
    pub fn decode(&self, request: &Request) -> Access {
        let Some((way, (register, index))) = self.addresses.at(request.space, request.addr) else {
            return Access::Refused;
        };
        let core = self.addresses.unit(request.unit);
        let number = |core: usize| core * PER_CORE + index;
        match core {
            Some(core) if !request.write => Access::Read(register, number(core)),
            Some(core) if way.writable => Access::Write(register, 1 << number(core), request.data),
            None if request.write && way.writable && self.broadcast == Some(request.unit) => {
                Access::Write(register, 1 << number(0) | 1 << number(1), request.data)
            }
            _ => Access::Refused,
        }
    }
}

/// The register of that name.
fn named(name: &str) -> Option<(Register, usize)> {
    let registers = [("PerfEvtSel", Register::Select), ("PerfCtr", Register::Counter)];
    let (index, register) =
        registers.into_iter().find_map(|(prefix, register)| Some((name.strip_prefix(prefix)?, register)))?;
    Some((register, index.parse().ok().filter(|&index| index < PER_CORE)?))
}
