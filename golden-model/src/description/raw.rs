//! The description files as they are written; [`super::Description`] is what they mean.

use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawDescription {
    pub id: String,
    pub name: String,
    pub manual: String,
    pub requirement_prefixes: Vec<String>,
    #[serde(default)]
    pub unit: Vec<RawUnit>,
    pub broadcast: Option<super::Broadcast>,
    #[serde(default)]
    pub space: Vec<RawSpace>,
    #[serde(default)]
    pub register: Vec<RawRegister>,
    #[serde(default)]
    pub input: Vec<RawInput>,
    #[serde(default)]
    pub event_input: Vec<RawEventInput>,
    #[serde(default)]
    pub event_path: Vec<RawPath>,
    #[serde(default)]
    pub output: Vec<RawOutput>,
    #[serde(default)]
    pub state: Vec<RawState>,
    #[serde(default)]
    pub shared: super::Shared,
    /// Other PMUs that this one is made of.
    #[serde(default)]
    pub instance: Vec<RawInstance>,
    #[serde(default)]
    pub transaction: Vec<RawTransaction>,
    pub lanes: Option<super::Lanes>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawUnit {
    pub name: String,
    pub number: Option<u32>,
    #[serde(default)]
    pub kind: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSpace {
    pub name: String,
    pub number: u32,
    pub doc: String,
    pub section: String,
    /// Dwords from address 0 on, each at a multiple of 4, that every unit answers whether or not a register lies there.
    #[serde(default)]
    pub dwords: u32,
    /// Addresses from 0 on, answered in the same way.
    #[serde(default)]
    pub cells: u32,
    /// Addresses that do not begin at 0, answered in the same way.
    #[serde(default)]
    pub ranges: Vec<RawRange>,
}

/// Addresses that are answered whether or not a register lies there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRange {
    pub first: u32,
    pub cells: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRegister {
    pub name: String,
    pub short: Option<String>,
    #[serde(default = "one")]
    pub count: u32,
    /// The first number that stands for `#`, where the manual does not count from 0.
    pub first: Option<u32>,
    #[serde(default)]
    pub kind: String,
    pub width: u32,
    #[serde(default)]
    pub counter: bool,
    pub select: Option<String>,
    pub event_field: Option<String>,
    /// A field whose value stands above that of `event_field` in event codes.
    pub high_field: Option<String>,
    pub mask_field: Option<String>,
    /// It selects events although no field of it names one: it names other registers, which say what is counted.
    #[serde(default)]
    pub indirect: bool,
    pub section: String,
    pub doc: String,
    pub access: Vec<RawAccess>,
    pub field: Vec<RawField>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawAccess {
    pub space: String,
    #[serde(default)]
    pub address: u32,
    /// Instead of `address`: one for each unit of the kind.
    #[serde(default)]
    pub addresses: Vec<u32>,
    #[serde(default)]
    pub stride: i32,
    /// The bits of the register that this way reaches; without, all.
    pub bits: Option<String>,
    /// What names them behind the register's name.
    #[serde(default)]
    pub suffix: String,
    #[serde(default)]
    pub read_only: bool,
    #[serde(default)]
    pub write_only: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawField {
    pub name: String,
    pub bits: String,
    pub access: super::FieldAccess,
    pub reset: u64,
    pub section: String,
    pub doc: String,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawInput {
    pub name: String,
    #[serde(default = "one")]
    pub count: u32,
    #[serde(default)]
    pub kind: String,
    /// Instead of `kind`: several kinds of units that have it.
    #[serde(default)]
    pub kinds: Vec<String>,
    #[serde(default)]
    pub per_unit: bool,
    /// With `{prefix}` for that of the instances of the kind.
    pub verilog: String,
    pub width: u32,
    /// Its value in the reset before the first clock.
    #[serde(default)]
    pub at_start: u64,
    #[serde(default)]
    pub field: Vec<RawInputField>,
    pub section: String,
    pub doc: String,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawInputField {
    pub name: String,
    pub bits: String,
    pub doc: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawEventInput {
    pub name: String,
    #[serde(default)]
    pub kind: String,
    pub verilog: String,
    pub lane_width: u32,
    pub section: String,
    pub doc: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPath {
    pub code: u32,
    pub mask: u32,
    pub mnemonic: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawOutput {
    pub name: String,
    #[serde(default)]
    pub kind: String,
    #[serde(default)]
    pub per_unit: bool,
    pub verilog: String,
    pub width: u32,
    #[serde(default)]
    pub reset: u64,
    pub section: String,
    pub doc: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawState {
    pub name: String,
    #[serde(default)]
    pub kind: String,
    /// Instead of `kind`: several kinds of units that have it.
    #[serde(default)]
    pub kinds: Vec<String>,
    #[serde(default)]
    pub per_unit: bool,
    #[serde(default = "one")]
    pub count: u32,
    /// The first number that stands for `#`.
    #[serde(default)]
    pub first: u32,
    pub width: u32,
    pub register: Option<String>,
    pub reset: u64,
    pub section: String,
    pub doc: String,
}

/// One PMU or several alike inside another.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawInstance {
    /// Id of the PMU.
    pub of: String,
    /// Name of the unit here, with `#` where there are several. The units of a PMU that has more than one keep their names.
    #[serde(default)]
    pub unit: String,
    /// Value of `bus_unit`, but for units that keep their names: these keep their numbers too.
    #[serde(default)]
    pub number: u32,
    #[serde(default = "one")]
    pub count: u32,
    /// What is added to the addresses of each, one number for each; without, `address_stride` says it.
    #[serde(default)]
    pub addresses: Vec<u32>,
    /// Distance of the register addresses of two neighbours.
    #[serde(default)]
    pub address_stride: u32,
    /// Values of `bus_space` here, by the names of its spaces; without, those that it has alone.
    #[serde(default)]
    pub spaces: BTreeMap<String, u32>,
    /// What the names of its ports start with here; each is one vector for all instances.
    pub prefix: String,
    /// Ports, by their names in its RTL, that are wired inside and not ports here.
    #[serde(default)]
    pub inside: Vec<String>,
    /// Where it answers without a register does not come along: it shares these addresses with others, and the spaces of the
    /// whole say which they are.
    #[serde(default)]
    pub registers_only: bool,
    /// Its event rows are counted where it is verified alone, not in the whole too.
    #[serde(default)]
    pub rows_alone: bool,
}

impl RawInstance {
    /// The kind of its units.
    pub fn kind(&self) -> String {
        self.unit.replace('#', "")
    }
}

/// One line of `events.csv`, the columns in the order of the published catalogue, then our own.
#[derive(Deserialize)]
pub(super) struct RawEvent {
    pub code: String,
    pub event: String,
    pub umask: String,
    pub umask_name: String,
    pub umask_kind: String,
    pub max_inc: Option<u32>,
    pub counters: String,
    pub unit: String,
    pub notes: String,
    pub mnemonic: String,
    pub sub_mnemonic: String,
    pub section: String,
    #[serde(default)]
    pub input: String,
    /// Bits of the unit mask that may have any value.
    #[serde(default)]
    pub dont_care: String,
}

/// What happens in one clock and is told by several inputs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTransaction {
    pub name: String,
    #[serde(default = "one")]
    pub count: u32,
    /// One for each unit of this kind.
    pub kind: Option<String>,
    /// The input that is 1 in the clock of a report.
    pub valid: Option<String>,
    /// The input that says which unit it concerns.
    pub unit: Option<String>,
    /// Inputs with a value that goes with this kind of report.
    #[serde(default)]
    pub fixed: BTreeMap<String, u64>,
    pub field: Vec<RawTransactionField>,
    pub section: String,
    pub doc: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTransactionField {
    pub name: String,
    /// The input, or `INPUT.FIELD` for a part of one.
    pub input: String,
    /// How many low bits of what a program says the input does not have; they are 0.
    #[serde(default)]
    pub shift: u32,
    /// What the input is where the program does not say it.
    #[serde(default)]
    pub default: u64,
    /// Words for the values.
    #[serde(default)]
    pub values: BTreeMap<String, u64>,
    /// The input that is 1 when the field is given.
    pub with: Option<String>,
}

fn one() -> u32 {
    1
}
