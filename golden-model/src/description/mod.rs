//! What a PMU has: units, registers, fields, ports, architectural state, events and requirements.
//!
//! This is the only place where these are named. It says nothing about behaviour.

mod events;
mod load;
mod raw;
mod requirements;
mod verilog;

use crate::layout::Layout;
use serde::{Deserialize, Serialize};

pub use events::{EventCatalogue, EventLine, EventRow};
pub use load::DescriptionError;
pub use requirements::Requirement;
pub use verilog::event_header;

/// A PMU as data.
#[derive(Clone, Debug)]
pub struct Description {
    /// Short name, as in `--pmu`.
    pub id: String,
    /// Full name.
    pub name: String,
    /// The manual that specifies it.
    pub manual: String,
    /// What its requirement ids start with.
    pub requirement_prefix: String,
    /// Cores, threads or boxes that have registers of their own.
    pub units: Vec<Unit>,
    /// The unit number that addresses all units in one write, if there is one.
    pub broadcast: Option<Unit>,
    /// Address spaces of the register port.
    pub spaces: Vec<Space>,
    /// Registers, one entry for each index; each exists in every unit.
    pub registers: Vec<Register>,
    /// Inputs besides clock, reset, register port and event lines.
    pub inputs: Vec<Signal>,
    /// The event vector of each unit.
    pub event_inputs: Vec<Signal>,
    /// Bits of one event line: the largest number of occurrences in a clock is 2^lane_width - 1.
    pub lane_width: u32,
    /// Outputs besides the bus response.
    pub outputs: Vec<Signal>,
    /// Architectural state words.
    pub states: Vec<Signal>,
    /// Events and their lines.
    pub events: EventCatalogue,
    /// Requirements that a run can cover.
    pub requirements: Vec<Requirement>,
}

/// A core, thread or box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Name in programs.
    pub name: String,
    /// Value of `bus_unit`.
    pub number: u32,
}

/// An address space of the register port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Space {
    /// Name in programs.
    pub name: String,
    /// Value of `bus_space`.
    pub number: u32,
    /// What it is.
    pub doc: String,
    /// Section of the manual.
    pub section: String,
}

/// A register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// Name with its index, such as `PerfCtr2`.
    pub name: String,
    /// Width in bits.
    pub width: u32,
    /// Whether it counts events; the position among all counters of all units is the counter's number.
    pub counter: bool,
    /// Ways to reach it, the usual one first.
    pub access: Vec<Access>,
    /// Fields from the highest bit down; together they cover the register.
    pub fields: Vec<Field>,
    /// Section of the manual.
    pub section: String,
    /// What it is for.
    pub doc: String,
}

/// One way to reach a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// Name of the space.
    pub space: String,
    /// Value of `bus_space`.
    pub space_number: u32,
    /// Value of `bus_addr`.
    pub address: u32,
    /// Whether writes are refused.
    pub read_only: bool,
}

/// How software can use a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldAccess {
    /// Read and write.
    Rw,
    /// Read only; writes are ignored.
    Ro,
    /// Write only; reads as zero.
    Wo,
    /// Read; writing 1 clears.
    W1c,
    /// Reads as zero; writes are ignored.
    Raz,
}

/// A field of a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name of the manual.
    pub name: String,
    /// Lowest bit.
    pub low: u32,
    /// Width in bits.
    pub width: u32,
    /// How software can use it.
    pub access: FieldAccess,
    /// Value after reset.
    pub reset: u64,
    /// Section of the manual.
    pub section: String,
    /// What it does.
    pub doc: String,
}

impl Field {
    /// The field's bits in the register.
    pub fn mask(&self) -> u64 {
        let ones = if self.width >= 64 { u64::MAX } else { (1 << self.width) - 1 };
        ones << self.low
    }

    /// The field's value in a register value.
    pub fn extract(&self, register: u64) -> u64 {
        (register & self.mask()) >> self.low
    }
}

/// An input, output or state word of the PMU, one entry for each unit and index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Name in programs and messages, such as `core0.pm`.
    pub name: String,
    /// Port of the RTL top; empty for state, whose place the RTL's own manifest gives.
    pub verilog: String,
    /// Width in bits.
    pub width: u32,
    /// Position in [`Description::units`], for what exists once per unit.
    pub unit: Option<usize>,
    /// Position in [`Description::registers`] of the register whose fields a state word has.
    pub register: Option<usize>,
    /// Value after reset.
    pub reset: u64,
    /// Section of the manual.
    pub section: String,
    /// What it is.
    pub doc: String,
}

/// Names and widths of the register port's request, the same for every PMU. `rst` stands before them in a frame.
pub const BUS_REQUEST: [(&str, u32); 6] =
    [("bus_valid", 1), ("bus_write", 1), ("bus_space", 4), ("bus_unit", 8), ("bus_addr", 32), ("bus_wdata", 64)];

/// Names and widths of the register port's response, the same for every PMU.
pub const BUS_RESPONSE: [(&str, u32); 2] = [("bus_error", 1), ("bus_rdata", 64)];

impl Description {
    /// The layout of a frame: reset, the bus request, the other inputs, the event vectors.
    pub fn frame_layout(&self) -> Layout {
        let narrow = self.inputs.iter().map(|signal| (signal.name.as_str(), signal.width));
        let vectors = self.event_inputs.iter().map(|signal| (signal.name.as_str(), signal.width));
        Layout::pack(std::iter::once(("rst", 1)).chain(BUS_REQUEST).chain(narrow).chain(vectors))
    }

    /// The layout of an observation: the bus response, the outputs, the architectural state.
    pub fn observation_layout(&self) -> Layout {
        let signals = self.outputs.iter().chain(&self.states).map(|signal| (signal.name.as_str(), signal.width));
        Layout::pack(BUS_RESPONSE.into_iter().chain(signals))
    }

    /// The unit of that name, the broadcast unit included.
    pub fn unit(&self, name: &str) -> Option<&Unit> {
        self.units.iter().chain(&self.broadcast).find(|unit| unit.name == name)
    }

    /// The register of that name.
    pub fn register(&self, name: &str) -> Option<&Register> {
        self.registers.iter().find(|register| register.name == name)
    }

    /// Names of all counters, such as `core1.PerfCtr3`: units in order, and in each its counters in order.
    pub fn counters(&self) -> Vec<String> {
        let counters: Vec<_> = self.registers.iter().filter(|register| register.counter).collect();
        let of_unit = |unit: &Unit| counters.iter().map(|c| format!("{}.{}", unit.name, c.name)).collect::<Vec<_>>();
        self.units.iter().flat_map(of_unit).collect()
    }
}
