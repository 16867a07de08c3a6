//! What a PMU has: units, registers, fields, ports, architectural state, events and requirements.
//!
//! This is the only place where these are named. It says nothing about behaviour.

mod coverage;
mod error;
mod events;
mod instance;
mod load;
mod names;
mod ports;
mod raw;
mod registers;
mod requirements;
mod shared;
mod sub_block;
mod transactions;
mod verilog;

use crate::layout::Layout;

pub use coverage::{CoverAxis, CoverGroup, CoveragePlan, Each, ImpossibleBins};
pub use error::DescriptionError;
pub use events::{EventCatalogue, EventLine, EventRow, EventVector};
pub use load::Files;
pub use ports::{Input, InputField, Port, PortBits, Signal};
pub use registers::{AccessPath, Field, FieldAccess, Register, Selects};
pub use requirements::Requirement;
pub use shared::Shared;
pub use transactions::{InputValue, Lanes, Transaction, TransactionField};
pub use verilog::event_header;

/// A PMU as data.
#[derive(Clone, Debug)]
pub struct Description {
    /// Short name, as in `--pmu`.
    pub id: String,
    /// Its folder in `rtl/`, `testbenches/` and `golden-model/descriptions/`: family and unit, such as `intel_ivt/cbox`.
    pub folder: String,
    /// Full name.
    pub name: String,
    /// The manual that specifies it.
    pub manual: String,
    /// What its requirement ids start with.
    pub requirement_prefixes: Vec<String>,
    /// Kinds of units: units of one kind have the same registers, ports and events.
    pub kinds: Vec<String>,
    /// For each kind the id of the PMU that its units are instances of, if they are.
    pub blocks: Vec<Option<String>>,
    /// For each kind whether its event rows are counted where its block is verified alone, and not here.
    pub rows_alone: Vec<bool>,
    /// The id of the PMU that this one is a block of, if it is.
    pub part_of: Option<String>,
    /// Cores, threads or boxes that have registers or event lines of their own.
    pub units: Vec<Unit>,
    /// The unit number that addresses all units in one write, if there is one.
    pub broadcast: Option<Broadcast>,
    /// Address spaces of the register port.
    pub spaces: Vec<Space>,
    /// Registers, one entry for each index; each exists in every unit of its kind.
    pub registers: Vec<Register>,
    /// Input ports of the RTL top besides clock, reset and register port, in the order of the frame.
    pub in_ports: Vec<Port>,
    /// What programs name in the input ports, event lines apart.
    pub inputs: Vec<Input>,
    /// What several inputs tell together.
    pub transactions: Vec<Transaction>,
    /// The reports that carry events, if any do.
    pub lanes: Option<Lanes>,
    /// Outputs besides the bus response.
    pub outputs: Vec<Signal>,
    /// Architectural state words.
    pub states: Vec<Signal>,
    /// Events and their lines.
    pub events: EventCatalogue,
    /// Requirements that a run can cover.
    pub requirements: Vec<Requirement>,
    /// The ids of those of the PMUs that it is made of, which a run of it does not cover.
    pub requirements_inside: Vec<String>,
    /// What it has in common with other PMUs.
    pub shared: Shared,
    /// What functional coverage is to cover.
    pub coverage: CoveragePlan,
    /// SHA-256 over its files and those of the PMUs inside it.
    pub digest: String,
}

/// A core, thread or box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Name in programs.
    pub name: String,
    /// Value of `bus_unit`; none for a unit without registers.
    pub number: Option<u32>,
    /// Position in [`Description::kinds`].
    pub kind: usize,
    /// Position among the units of its kind.
    pub index: usize,
    /// What is added to the addresses of its registers.
    pub address_offset: u32,
}

/// The name that stands for all units in a write.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Broadcast {
    /// Name in programs.
    pub name: String,
    /// Value of `bus_unit`.
    pub number: u32,
}

/// An address space of the register port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// Name in programs.
    pub name: String,
    /// Value of `bus_space`.
    pub number: u32,
    /// What it is.
    pub doc: String,
    /// Section of the manual.
    pub section: String,
    /// Where it answers whether or not a register lies there: without one it reads 0 and takes no write.
    pub windows: Vec<Window>,
}

/// Addresses at the same distance in an address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Position in [`Description::units`] of the unit that answers; none where each does.
    pub unit: Option<usize>,
    /// Address of the first.
    pub first: u32,
    /// How many.
    pub count: u32,
    /// Distance of two: 4 for dwords.
    pub step: u32,
}

impl Window {
    /// Whether it has this address.
    pub fn answers(&self, address: u32) -> bool {
        let offset = address.wrapping_sub(self.first);
        offset % self.step == 0 && offset / self.step < self.count
    }
}

/// A counter that counts selectable events: a register in a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Position in [`Description::units`].
    pub unit: usize,
    /// Position in [`Description::registers`].
    pub register: usize,
    /// Position in [`Description::registers`] of the register that selects its event.
    pub select: usize,
    /// Number of its register, to which the ranges of [`EventRow::counters`] refer; where registers have no numbers of
    /// their own, number among the counters of its unit.
    pub index: usize,
}

/// Names and widths of the register port's request, the same for every PMU. `rst` stands before them in a frame.
pub const BUS_REQUEST: [(&str, u32); 6] =
    [("bus_valid", 1), ("bus_write", 1), ("bus_space", 4), ("bus_unit", 8), ("bus_addr", 32), ("bus_wdata", 64)];

/// Names and widths of the register port's response, the same for every PMU.
pub const BUS_RESPONSE: [(&str, u32); 2] = [("bus_error", 1), ("bus_rdata", 64)];

impl Description {
    /// The layout of a frame: reset, the bus request, the other input ports.
    pub fn frame_layout(&self) -> Layout {
        let ports = self.in_ports.iter().map(|port| (port.name.as_str(), port.width));
        Layout::pack(std::iter::once(("rst", 1)).chain(BUS_REQUEST).chain(ports))
    }

    /// The frame of the reset before the first clock: `rst` is 1, and so is what else makes the state a known one.
    pub fn reset_frame(&self) -> Vec<u64> {
        let layout = self.frame_layout();
        let mut frame = vec![0; layout.words()];
        layout.slot("rst").set(&mut frame, 1);
        for port in self.in_ports.iter().filter(|port| port.at_start != 0) {
            layout.slot(&port.name).set(&mut frame, port.at_start);
        }
        frame
    }

    /// The layout of an observation: the bus response, the outputs, the architectural state.
    pub fn observation_layout(&self) -> Layout {
        let signals = self.outputs.iter().chain(&self.states).map(|signal| (signal.name.as_str(), signal.width));
        Layout::pack(BUS_RESPONSE.into_iter().chain(signals))
    }

    /// The position of the unit of that name.
    pub fn unit(&self, name: &str) -> Option<usize> {
        self.units.iter().position(|unit| unit.name == name)
    }

    /// The positions of a kind's registers.
    pub fn registers_of(&self, kind: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.registers.len()).filter(move |&position| self.registers[position].kind == kind)
    }

    /// Whether an address without a register is answered in units of that number: it reads 0 and takes no write.
    pub fn answers(&self, space: u32, unit: u32, address: u32) -> bool {
        let is_there = |of: &Unit| of.number == Some(unit);
        let has = |window: &Window| {
            let own = window.unit.map_or_else(|| self.units.iter().any(is_there), |of| is_there(&self.units[of]));
            own && window.answers(address)
        };
        self.spaces.iter().filter(|known| known.number == space).any(|known| known.windows.iter().any(has))
    }

    /// The register of that name in a kind of units.
    pub fn register(&self, kind: usize, name: &str) -> Option<&Register> {
        self.registers.iter().find(|register| register.kind == kind && register.name == name)
    }

    /// Whether a program may name a requirement: its own, or one of what it has in common with others.
    pub fn knows(&self, id: &str) -> bool {
        Requirement::is_known(id, &self.requirements)
    }

    /// Whether a table of the PMU may name a requirement: one that a program may name, or one of the PMUs that it is made of.
    pub fn knows_inside(&self, id: &str) -> bool {
        self.knows(id) || self.requirements_inside.iter().any(|known| known == id)
    }

    /// The requirements with one of these ids, and those that restate nothing else than what these ids stand for.
    pub fn covered_by(&self, ids: &[&str]) -> Vec<&Requirement> {
        let named = |id: &str| ids.contains(&id);
        let is_restated =
            |requirement: &Requirement| !requirement.restates.is_empty() && requirement.restated().all(named);
        self.requirements.iter().filter(|requirement| named(&requirement.id) || is_restated(requirement)).collect()
    }

    /// The name of the register with that short name in a kind of units.
    pub fn register_named(&self, kind: usize, short: &str) -> Option<&str> {
        let named = |register: &&Register| register.kind == kind && register.short.as_deref() == Some(short);
        self.registers.iter().find(named).map(|register| register.name.as_str())
    }

    /// A name that begins with a unit and the short name of a register, with that of the register instead; any other as
    /// it is.
    pub fn full_name(&self, name: &str) -> String {
        let full = || {
            let (unit, rest) = name.split_once('.')?;
            let (short, field) = rest.split_at(rest.find('.').unwrap_or(rest.len()));
            let kind = self.units.iter().find(|known| known.name == unit)?.kind;
            Some(format!("{unit}.{}{field}", self.register_named(kind, short)?))
        };
        full().unwrap_or_else(|| name.to_owned())
    }

    /// The input of that name, such as `core0.cpl`.
    pub fn input(&self, name: &str) -> Option<&Input> {
        self.inputs.iter().find(|input| input.name == name)
    }

    /// All counters that count selectable events: units in order, and in each its counters in order.
    pub fn counters(&self) -> Vec<Counter> {
        let of_unit = |(unit, of): (usize, &Unit)| {
            let selected = self.registers_of(of.kind).filter_map(|register| {
                let select = self.registers[register].select?;
                Some((register, select))
            });
            let counter = |(place, (register, select)): (usize, (usize, usize))| {
                let index = self.registers[register].number.unwrap_or(place);
                Counter { unit, register, select, index }
            };
            selected.enumerate().map(counter).collect::<Vec<_>>()
        };
        self.units.iter().enumerate().flat_map(of_unit).collect()
    }

    /// Name of a counter, such as `core1.PerfCtr3`.
    pub fn counter_name(&self, counter: &Counter) -> String {
        format!("{}.{}", self.units[counter.unit].name, self.registers[counter.register].name)
    }

    /// Whether a counter counts events of the row's kind of units at all, the row stands for an event and is to be counted here;
    /// if so, whether the counter may count the row.
    pub fn may_count(&self, counter: &Counter, row: &EventRow) -> Option<bool> {
        let is_counted = self.units[counter.unit].kind == row.kind && !row.counters.is_empty();
        (is_counted && !self.rows_alone[row.kind]).then(|| row.may_count(counter.index))
    }
}
