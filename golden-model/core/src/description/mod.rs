//! Descriptions of PMUs: units, registers, fields, ports, architectural state, events and requirements.
//!
//! A description is the only definition of these names. It does not specify behaviour.

mod coverage;
mod error;
mod events;
mod instance;
mod load;
mod mask;
mod names;
mod options;
mod ports;
mod raw;
mod registers;
mod requirements;
mod shared;
mod sub_block;
mod transactions;
mod value_text;
mod verilog;

use crate::decisions::{self, Choice, ChoiceError, Choices, ChosenOption};
use crate::layout::Layout;
use serde::Deserialize;
use std::path::PathBuf;

pub use coverage::{CoverAxis, CoverGroup, CoveragePlan, Each, ImpossibleBins};
pub use error::DescriptionError;
pub use events::{EventCatalogue, EventLine, EventRow, EventVector};
pub use load::{Configured, Files};
pub use ports::{Input, InputField, Port, PortBits, Signal};
pub use raw::{FieldAccess, Lanes, ReferenceRtl};
pub use registers::{AccessPath, Field, Register, Selects};
pub use requirements::Requirement;
pub use shared::Shared;
pub use transactions::{Transaction, TransactionField};
pub use verilog::event_header;

/// The structure of a PMU as data.
#[derive(Clone, Debug)]
pub struct Description {
    /// Short name, as in `--pmu`.
    pub id: String,
    /// Family and unit, such as `intel_ivt/cbox`: the folder in `rtl/`, `testbenches/` and
    /// `golden-model/descriptions/`.
    pub folder: String,
    /// Full name.
    pub name: String,
    /// The manual that specifies it.
    pub manual: String,
    /// Prefixes of its requirement ids.
    pub requirement_prefixes: Vec<String>,
    /// Whether the tree has RTL of it.
    pub reference: ReferenceRtl,
    /// Kinds of units: units of one kind have the same registers, ports and events.
    pub kinds: Vec<String>,
    /// For each kind, the id of the PMU of which its units are instances, if any.
    pub blocks: Vec<Option<String>>,
    /// For each kind, whether event coverage is measured only where its sub-block is verified alone.
    pub rows_alone: Vec<bool>,
    /// The id of the PMU of which this one is a sub-block, if any.
    pub part_of: Option<String>,
    /// Cores, threads or boxes with registers or event lines.
    pub units: Vec<Unit>,
    /// The unit number that addresses all units in one write, if any.
    pub broadcast: Option<Broadcast>,
    /// Address spaces of the register port.
    pub spaces: Vec<Space>,
    /// Registers, one entry for each index; each exists in every unit of its kind.
    pub registers: Vec<Register>,
    /// Input ports of the RTL top other than `clk`, `rst` and register port, in the order of the frame.
    pub in_ports: Vec<Port>,
    /// Inputs as programs name them, other than event lines.
    pub inputs: Vec<Input>,
    /// Transactions: several inputs that together describe one occurrence.
    pub transactions: Vec<Transaction>,
    /// The transactions that carry events, if any.
    pub lanes: Option<Lanes>,
    /// Outputs other than the bus response.
    pub outputs: Vec<Signal>,
    /// Architectural state words.
    pub states: Vec<Signal>,
    /// Events and their lines.
    pub events: EventCatalogue,
    /// Requirements that a run can cover.
    pub requirements: Vec<Requirement>,
    /// Ids of the requirements of its sub-blocks, which a run of this PMU does not cover.
    pub requirements_inside: Vec<String>,
    /// Folders shared with other PMUs.
    pub shared: Shared,
    /// The plan of functional coverage.
    pub coverage: CoveragePlan,
    /// Decisions for which the user selects an option.
    pub choices: Vec<Choice>,
    /// The values of the parameters of a configured PMU, with `id` and `name`; empty for other PMUs.
    pub parameters: toml::Table,
    /// The templates of a configured PMU.
    pub template: Option<Template>,
    /// SHA-256 over its files and those of its sub-blocks, and over the selected options other than defaults, in hexadecimal.
    pub digest: String,
}

/// The origin of a configured PMU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// Family and unit of the configurable PMU, such as `riscv/hpm`: the folder with the templates.
    pub folder: String,
    /// The file of the configuration, if it is the user's.
    pub configuration: Option<PathBuf>,
}

/// A core, thread or box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Name in programs.
    pub name: String,
    /// Value of `bus_unit`; `None` for a unit without registers.
    pub number: Option<u32>,
    /// Position in [`Description::kinds`].
    pub kind: usize,
    /// Position among the units of its kind.
    pub index: usize,
    /// Offset that is added to the addresses of its registers.
    pub address_offset: u32,
}

/// The name that addresses all units in one write.
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
    /// Description.
    pub doc: String,
    /// Section of the manual.
    pub section: String,
    /// What a write does with its data.
    pub operation: Operation,
    /// Whether a successful write answers with the value before it.
    pub returns_old: bool,
    /// Addresses at which accesses are accepted without a register: reads return 0 and writes are ignored.
    pub windows: Vec<Window>,
}

/// What a write in an address space does with its data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// The data is the new value.
    #[default]
    Write,
    /// Sets the bits that are 1 in the data.
    Set,
    /// Clears the bits that are 1 in the data.
    Clear,
}

/// Equidistant addresses in an address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Position in [`Description::units`] of the unit that responds; `None` for every unit.
    pub unit: Option<usize>,
    /// First address.
    pub first: u32,
    /// Number of addresses.
    pub count: u32,
    /// Distance between two addresses: 4 for dwords.
    pub step: u32,
}

impl Window {
    /// Whether the window contains this address.
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
    /// Number of its register, to which the ranges of [`EventRow::counters`] refer. If registers have no numbers, the number
    /// among the counters of its unit.
    pub index: usize,
}

/// Names and widths of the register port's request, the same for every PMU. `rst` precedes them in a frame.
pub const BUS_REQUEST: [(&str, u32); 6] =
    [("bus_valid", 1), ("bus_write", 1), ("bus_space", 4), ("bus_unit", 8), ("bus_addr", 32), ("bus_wdata", 64)];

/// Names and widths of the register port's response, the same for every PMU.
pub const BUS_RESPONSE: [(&str, u32); 2] = [("bus_error", 1), ("bus_rdata", 64)];

impl Description {
    /// The selected options other than defaults after a user selects others; choices that the user does not name keep theirs.
    ///
    /// # Errors
    /// If the PMU has no such choice, or the choice no such option.
    pub fn choosing(&self, choices: &Choices) -> Result<Choices, ChoiceError> {
        for ChosenOption { choice, option } in choices.iter() {
            decisions::find(&self.id, &self.choices, &choice)?.find(&option)?;
        }
        let option = |choice: &Choice| choices.get(&choice.id).unwrap_or(&choice.selected().name).to_owned();
        let deviates = |choice: &&Choice| option(choice) != choice.options[0].name;
        let chosen = |choice: &Choice| ChosenOption { choice: choice.id.clone(), option: option(choice) };
        Ok(self.choices.iter().filter(deviates).map(chosen).collect())
    }

    /// Whether an option is the selected one.
    ///
    /// # Panics
    /// When the PMU has no such choice or the choice no such option: the names of the caller and the decisions differ.
    pub fn chooses(&self, choice: &str, option: &str) -> bool {
        let known = decisions::find(&self.id, &self.choices, choice).unwrap_or_else(|error| panic!("{error}"));
        known.find(option).unwrap_or_else(|error| panic!("{error}")) == known.position()
    }

    /// Whether the option that a text names, such as `K8-A15=pulse`, is the selected one.
    ///
    /// # Errors
    /// If the PMU has no such choice or option, with the message.
    pub fn satisfies(&self, requirement: &str) -> Result<bool, String> {
        decisions::satisfies(&self.id, &self.choices, requirement)
    }

    /// The selected options other than defaults.
    pub fn deviations(&self) -> Vec<ChosenOption> {
        self.choices.iter().filter(|choice| !choice.is_default()).map(Choice::chosen).collect()
    }

    /// The layout of a frame: reset, the bus request, the other input ports.
    pub fn frame_layout(&self) -> Layout {
        let ports = self.in_ports.iter().map(|port| (port.name.as_str(), port.width));
        Layout::pack(std::iter::once(("rst", 1)).chain(BUS_REQUEST).chain(ports))
    }

    /// The frame of the reset before the first cycle: `rst` is 1, inputs are at [`Port::at_start`].
    pub fn reset_frame(&self) -> Vec<u64> {
        let layout = self.frame_layout();
        let mut frame = vec![0; layout.words()];
        layout.slot("rst").set(&mut frame, 1);
        for port in self.in_ports.iter().filter(|port| port.at_start != 0) {
            layout.slot(&port.name).set(&mut frame, port.at_start);
        }
        frame
    }

    /// The bits of inputs of the RTL that are 1 in the reset before the first cycle, such as `rst` and `straps[3]`.
    pub fn reset_inputs(&self) -> Vec<String> {
        let bits = self.in_ports.iter().flat_map(|port| {
            let set = (0..port.width.min(u64::BITS)).filter(|bit| port.at_start >> bit & 1 == 1);
            set.map(move |bit| if port.width == 1 { port.verilog.clone() } else { format!("{}[{bit}]", port.verilog) })
        });
        ["rst".to_owned()].into_iter().chain(bits).collect()
    }

    /// The inputs of a cycle before a program sets any: [`Port::initial`], and 0 for the rest of the frame.
    pub fn initial_frame(&self) -> Vec<u64> {
        let layout = self.frame_layout();
        let mut frame = vec![0; layout.words()];
        for port in self.in_ports.iter().filter(|port| port.initial != 0) {
            layout.slot(&port.name).set(&mut frame, port.initial);
        }
        frame
    }

    /// The layout of an observation: the bus response, the outputs, the architectural state. The positions are the same under
    /// all options of choices, so that RTL of one option can be compared with a model of another.
    pub fn observation_layout(&self) -> Layout {
        let outputs = self.outputs.iter().map(|signal| (signal.name.as_str(), signal.width));
        let states = self.states.iter().map(|word| (word.name.as_str(), word.width, word.port_width));
        let whole = BUS_RESPONSE.into_iter().chain(outputs).map(|(name, width)| (name, width, width));
        Layout::pack_reserving(whole.chain(states))
    }

    /// The position of the unit of that name.
    pub fn unit(&self, name: &str) -> Option<usize> {
        self.units.iter().position(|unit| unit.name == name)
    }

    /// The positions of a kind's registers.
    pub fn registers_of(&self, kind: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.registers.len()).filter(move |&position| self.registers[position].kind == kind)
    }

    /// Whether units of that number accept accesses to an address without a register.
    ///
    /// Reads of such an address return 0; writes are ignored.
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

    /// Whether a program may name a requirement: one of this PMU, or a shared one that it restates.
    pub fn knows(&self, id: &str) -> bool {
        Requirement::is_known(id, &self.requirements)
    }

    /// Whether a table of the PMU may name a requirement: one for programs, or one of a sub-block.
    pub fn knows_inside(&self, id: &str) -> bool {
        self.knows(id) || self.requirements_inside.iter().any(|known| known == id)
    }

    /// The requirements with one of these ids, and those that restate only requirements with these ids.
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

    /// Replaces the short name of a register after a unit by its full name. Other names do not change.
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

    /// All counters of selectable events, ordered by unit, then by register.
    pub fn counters(&self) -> Vec<Counter> {
        let of_unit = |(unit, of): (usize, &Unit)| {
            let selected = self.registers_of(of.kind).filter_map(|register| {
                let select = self.registers[register].select?;
                Some((register, select))
            });
            let counter = |(position, (register, select)): (usize, (usize, usize))| {
                let index = self.registers[register].number.unwrap_or(position);
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

    /// The same as [`Self::can_count`], but `None` if the coverage of the row is measured where the sub-block is verified alone.
    pub fn may_count(&self, counter: &Counter, row: &EventRow) -> Option<bool> {
        self.can_count(counter, row).filter(|_| !self.rows_alone[row.kind])
    }

    /// Whether the counter can count the row. `None` if the counter belongs to another kind of units or cannot select the row, or
    /// the row is not an event.
    pub fn can_count(&self, counter: &Counter, row: &EventRow) -> Option<bool> {
        if self.units[counter.unit].kind != row.kind || row.counters.is_empty() {
            return None;
        }
        let may = row.may_count(counter.index);
        match self.registers[counter.select].fixed_selection() {
            None => Some(may),
            Some(fixed) => (may && self.is_fixed_on(fixed, row)).then_some(true),
        }
    }

    /// Whether a hard-wired selection selects the row. If its code is that of no row, such as a combination of several, the rows
    /// themselves list the counters with this selection.
    fn is_fixed_on(&self, (code, mask): (u64, Option<u64>), row: &EventRow) -> bool {
        let has_code = |row: &EventRow| u64::from(row.code) == code;
        let is_listed = self.events.rows.iter().any(|other| other.kind == row.kind && has_code(other));
        !is_listed || has_code(row) && mask.is_none_or(|mask| row.is_selected_by(mask as u32))
    }
}
