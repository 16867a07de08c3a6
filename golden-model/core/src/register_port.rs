//! The register port, which is the same for every PMU.

use crate::description::Description;
use crate::{Bits, Pmu, WordPosition};

/// An access presented at the register port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Write or read.
    pub write: bool,
    /// Address space, 4 bits.
    pub space: u32,
    /// Unit, 8 bits.
    pub unit: u32,
    /// Address within the space, 32 bits.
    pub addr: u32,
    /// Write data, 64 bits.
    pub data: u64,
}

/// Positions of reset and bus request in a frame.
#[derive(Clone, Copy, Debug)]
pub struct RequestPort {
    rst: Bits,
    valid: Bits,
    write: Bits,
    space: Bits,
    unit: Bits,
    addr: Bits,
    wdata: Bits,
}

impl RequestPort {
    /// The port of a PMU.
    pub fn new(pmu: &Pmu) -> Self {
        let one = |name: &str| pmu.frame.slot(name).bits();
        Self {
            rst: one("rst"),
            valid: one("bus_valid"),
            write: one("bus_write"),
            space: one("bus_space"),
            unit: one("bus_unit"),
            addr: one("bus_addr"),
            wdata: one("bus_wdata"),
        }
    }

    /// Whether `rst` is 1 in the cycle of this frame.
    #[inline]
    pub fn rst(&self, frame: &[u64]) -> bool {
        self.rst.get(frame) != 0
    }

    /// Stores `rst` and an access, or no access, in a frame.
    pub fn put(&self, frame: &mut [u64], rst: bool, request: Option<Request>) {
        self.rst.set(frame, rst.into());
        self.valid.set(frame, request.is_some().into());
        let Some(Request { write, space, unit, addr, data }) = request else { return };
        self.write.set(frame, write.into());
        self.space.set(frame, space.into());
        self.unit.set(frame, unit.into());
        self.addr.set(frame, addr.into());
        self.wdata.set(frame, data);
    }

    /// The access in the cycle of this frame, if any.
    #[inline]
    pub fn request(&self, frame: &[u64]) -> Option<Request> {
        (self.valid.get(frame) != 0).then(|| Request {
            write: self.write.get(frame) != 0,
            space: self.space.get(frame) as u32,
            unit: self.unit.get(frame) as u32,
            addr: self.addr.get(frame) as u32,
            data: self.wdata.get(frame),
        })
    }
}

/// The bus response. It is the default value for an accepted write and without an access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// The access is refused.
    pub error: bool,
    /// Read data.
    pub rdata: u64,
}

impl Response {
    /// The response to an access that no register accepts.
    pub const REFUSED: Self = Self { error: true, rdata: 0 };
}

/// Positions of the bus response in an observation.
#[derive(Clone, Copy, Debug)]
pub struct ResponsePort {
    error: WordPosition,
    rdata: WordPosition,
}

impl ResponsePort {
    /// The port of a PMU.
    pub fn new(pmu: &Pmu) -> Self {
        Self { error: pmu.output("bus_error"), rdata: pmu.output("bus_rdata") }
    }

    /// Stores a response in bits that are 0.
    #[inline]
    pub fn put(&self, observation: &mut [u64], response: Response) {
        self.error.put(observation, response.error);
        self.rdata.put(observation, response.rdata);
    }
}

/// One access path of a register in a unit, with its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MappedAccess {
    /// Position in [`Description::registers`].
    pub register: usize,
    /// Value of `bus_space`.
    pub space: u32,
    /// Value of `bus_addr`.
    pub address: u32,
    /// Whether reads are accepted.
    pub readable: bool,
    /// Whether writes are accepted.
    pub writable: bool,
}

/// All access paths of the registers of a unit.
pub fn access_paths(description: &Description, unit: usize) -> Vec<MappedAccess> {
    let unit = &description.units[unit];
    let of_register = |register: usize| {
        let path = move |access: &crate::description::AccessPath| MappedAccess {
            register,
            space: access.space_number,
            address: access.in_unit(unit),
            readable: !access.write_only,
            writable: !access.read_only,
        };
        description.registers[register].access.iter().map(path).collect::<Vec<_>>()
    };
    description.registers_of(unit.kind).flat_map(of_register).collect()
}

/// Maps accesses to the registers of units of one kind, identified by values of a model.
#[derive(Clone, Debug)]
pub struct AddressMap<R> {
    /// Values of `bus_unit`.
    units: Vec<u32>,
    /// The access paths of one unit, which are the same for each unit.
    paths: Vec<(MappedAccess, R)>,
}

impl<R: Copy> AddressMap<R> {
    /// The map of units, given by their positions. `named` maps the name of a register to its value in the model.
    ///
    /// # Panics
    /// When a unit has no number, or `named` returns `None` for a register: model and description differ.
    pub fn new(description: &Description, units: &[usize], named: impl Fn(&str) -> Option<R>) -> Self {
        let named = |path: MappedAccess| {
            let name = description.registers[path.register].name.as_str();
            (path, named(name).unwrap_or_else(|| panic!("the model has no register {name}")))
        };
        let number = |&unit: &usize| description.units[unit].number.expect("a unit with registers has a number");
        Self {
            units: units.iter().map(number).collect(),
            paths: access_paths(description, units[0]).into_iter().map(named).collect(),
        }
    }

    /// The index of the unit with that number in this map.
    #[inline]
    pub fn unit(&self, number: u32) -> Option<usize> {
        self.units.iter().position(|&unit| unit == number)
    }

    /// The access path at an address of a space, and its register.
    #[inline]
    pub fn at(&self, space: u32, address: u32) -> Option<(MappedAccess, R)> {
        self.paths.iter().find(|(path, _)| path.space == space && path.address == address).copied()
    }

    /// The access path of a space without addresses, and its register.
    #[inline]
    pub fn in_space(&self, space: u32) -> Option<(MappedAccess, R)> {
        self.paths.iter().find(|(path, _)| path.space == space).copied()
    }
}
