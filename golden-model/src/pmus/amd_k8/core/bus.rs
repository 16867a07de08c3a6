//! The register port: which registers an access reaches.

use super::counter_set::{CounterSet, PER_CORE};
use crate::bus::Request;
use crate::description::Description;

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

/// Consecutive addresses of a space that lead to a register of counter 0 to 3.
#[derive(Clone)]
struct Way {
    space: u32,
    first: u32,
    read_only: bool,
    register: Register,
}

/// The address map.
#[derive(Clone)]
pub(super) struct AddressMap {
    units: [u32; 2],
    broadcast: Option<u32>,
    ways: Vec<Way>,
}

impl AddressMap {
    /// The map of a description.
    ///
    /// # Panics
    /// When it has not two units, or not four registers of a kind at consecutive addresses.
    pub fn new(description: &Description) -> Self {
        assert_eq!(description.units.len(), 2, "number of cores");
        let selects = ways(description, "PerfEvtSel", Register::Select);
        let counters = ways(description, "PerfCtr", Register::Counter);
        Self {
            units: [0, 1].map(|core: usize| description.units[core].number.expect("a core has a number")),
            broadcast: description.broadcast.as_ref().map(|unit| unit.number),
            ways: [selects, counters].concat(),
        }
    }

    /// What a request does.
    #[inline]
    pub fn decode(&self, request: &Request) -> Access {
        let index = |way: &Way| request.addr.wrapping_sub(way.first);
        let mut ways = self.ways.iter();
        let here = |way: &&Way| way.space == request.space && index(way) < PER_CORE as u32;
        let Some(way) = ways.find(here) else {
            return Access::Refused;
        };
        let in_core = self.units.map(|unit| unit == request.unit);
        let numbers = [0, PER_CORE].map(|first| first + index(way) as usize);
        if request.write {
            let everywhere = self.broadcast == Some(request.unit);
            let counters = CounterSet::from(in_core[0] || everywhere) << numbers[0]
                | CounterSet::from(in_core[1] || everywhere) << numbers[1];
            if way.read_only || counters == 0 {
                return Access::Refused;
            }
            return Access::Write(way.register, counters, request.data);
        }
        match in_core.iter().position(|&here| here) {
            Some(core) => Access::Read(way.register, numbers[core]),
            None => Access::Refused,
        }
    }
}

/// All ways to the registers `name`0 to `name`3.
fn ways(description: &Description, name: &str, register: Register) -> Vec<Way> {
    let accesses = |index: usize| match description.register(0, &format!("{name}{index}")) {
        Some(register) => register.access.as_slice(),
        None => panic!("the description has no register {name}{index}"),
    };
    for index in 1..PER_CORE {
        for (first, this) in accesses(0).iter().zip(accesses(index)) {
            let expected = first.address + index as u32;
            assert_eq!(this.address, expected, "address of {name}{index}");
        }
    }
    let way = |access: &crate::description::Access| Way {
        space: access.space_number,
        first: access.address,
        read_only: access.read_only,
        register,
    };
    accesses(0).iter().map(way).collect()
}
