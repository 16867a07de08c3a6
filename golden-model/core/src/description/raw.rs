//! The format of the description files; [`super::Description`] is the result of parsing them.

use super::error::LoadResult;
use super::Operation;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawDescription {
    pub id: String,
    pub name: String,
    pub manual: String,
    pub requirement_prefixes: Vec<String>,
    #[serde(default)]
    pub reference: ReferenceRtl,
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
    pub event_counters: Vec<RawEventCounters>,
    #[serde(default)]
    pub output: Vec<RawOutput>,
    #[serde(default)]
    pub state: Vec<RawState>,
    #[serde(default)]
    pub shared: super::Shared,
    /// Sub-blocks: other PMUs of which this one has instances.
    #[serde(default)]
    pub instance: Vec<RawInstance>,
    #[serde(default)]
    pub transaction: Vec<RawTransaction>,
    pub lanes: Option<Lanes>,
}

/// Whether the tree has RTL of a PMU, with which yours can be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReferenceRtl {
    /// It does, in its folder below `rtl/`.
    #[default]
    Tree,
    /// It does not: the PMU is verified with `--rtl` only.
    None,
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
    /// What a write does with its data.
    #[serde(default)]
    pub operation: Operation,
    /// Whether a write answers with the value before it.
    #[serde(default)]
    pub returns_old: bool,
    /// Number of dwords from address 0 upwards at which every unit accepts accesses, with or without a register. Each is
    /// at a multiple of 4.
    #[serde(default)]
    pub dwords: u32,
    /// Number of addresses from 0 upwards at which accesses are accepted in the same way.
    #[serde(default)]
    pub cells: u32,
    /// Address ranges that do not start at 0, with accesses accepted in the same way.
    #[serde(default)]
    pub ranges: Vec<RawRange>,
}

/// Addresses at which accesses are accepted with or without a register.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRange {
    pub first: u32,
    pub cells: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRegister {
    /// The option of a choice under which the entry exists, such as `KNC-A14=refused`; always without it.
    pub requires: Option<String>,
    pub name: String,
    pub short: Option<String>,
    #[serde(default = "one")]
    pub count: u32,
    /// The first number that replaces `{index}`, if the manual does not count from 0.
    pub first: Option<u32>,
    #[serde(default)]
    pub kind: String,
    pub width: u32,
    #[serde(default)]
    pub counter: bool,
    pub select: Option<String>,
    /// For a counter that is wider than its register, the register with the upper bits.
    pub upper: Option<String>,
    pub event_field: Option<String>,
    /// The field with the upper bits of event codes, above those of `event_field`.
    pub high_field: Option<String>,
    pub mask_field: Option<String>,
    /// Whether it selects events indirectly: it selects other registers, which select the event.
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
    /// The option of a choice under which the entry exists, such as `KNC-A14=refused`; always without it.
    pub requires: Option<String>,
    pub space: String,
    #[serde(default)]
    pub address: u32,
    /// Instead of `address`: one address for each unit of the kind.
    #[serde(default)]
    pub addresses: Vec<u32>,
    #[serde(default)]
    pub stride: i32,
    /// The bits of the register that this access path reaches; all bits by default.
    pub bits: Option<String>,
    /// Suffix of the register name for these bits.
    #[serde(default)]
    pub suffix: String,
    #[serde(default)]
    pub read_only: bool,
    #[serde(default)]
    pub write_only: bool,
}

/// The value after reset of a field or state word with an index.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "`reset` is a number, or a list of numbers, one for each index")]
pub(super) enum Resets {
    /// The same for each index.
    Same(u64),
    /// One for each index.
    Each(Vec<u64>),
}

impl Resets {
    /// The value of each of `count` indices, with `width` bits.
    pub fn each(&self, count: u32, width: u32) -> LoadResult<Vec<u64>> {
        let values = match self {
            Self::Same(value) => vec![*value; count as usize],
            Self::Each(values) => values.clone(),
        };
        if values.len() != count as usize {
            return Err(format!("reset has {} values for {count} indices", values.len()));
        }
        match values.iter().find(|value| width < 64 && **value >> width != 0) {
            Some(value) => Err(format!("reset {value:#x} has more than {width} bits")),
            None => Ok(values),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawField {
    /// The option of a choice under which the entry exists, such as `KNC-A14=refused`; always without it.
    pub requires: Option<String>,
    pub name: String,
    pub bits: String,
    pub access: FieldAccess,
    pub reset: Resets,
    /// The value that software must write.
    #[serde(default)]
    pub must_be: u64,
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
    /// Port name; `{prefix}` is replaced by the prefix of the instances of the kind.
    pub verilog: String,
    pub width: u32,
    /// Value in the reset before the first cycle.
    #[serde(default)]
    pub at_start: u64,
    /// Value from the reset before the first cycle until a program sets it.
    #[serde(default)]
    pub initial: u64,
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

/// Rows of `events.csv` that under an option of a choice have other counters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawEventCounters {
    pub requires: String,
    pub codes: Vec<u32>,
    /// The unit mask of the row; all rows of the codes without it.
    pub umask: Option<u32>,
    /// In the format of the column `counters`; empty for a row that no counter can count.
    pub counters: String,
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
    /// The option of a choice under which the entry exists, such as `KNC-A14=refused`; always without it.
    pub requires: Option<String>,
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
    /// The first number that replaces `{index}`.
    #[serde(default)]
    pub first: u32,
    pub width: u32,
    /// Bits that layouts reserve, if an option makes the word wider than this entry; otherwise 0.
    #[serde(skip)]
    pub reserved: u32,
    pub register: Option<String>,
    pub reset: Resets,
    pub section: String,
    pub doc: String,
}

/// One or several instances of a PMU inside another.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawInstance {
    /// Id of the PMU.
    pub of: String,
    /// Name of the unit in the top, with `{index}` for several instances. A PMU with several units keeps the names of its units.
    #[serde(default)]
    pub unit: String,
    /// Value of `bus_unit`. Units that keep their names also keep their numbers.
    #[serde(default)]
    pub number: u32,
    #[serde(default = "one")]
    pub count: u32,
    /// Address offset of each instance; without it, `address_stride` determines the offsets.
    #[serde(default)]
    pub addresses: Vec<u32>,
    /// Difference of the register addresses of two consecutive instances.
    #[serde(default)]
    pub address_stride: u32,
    /// Values of `bus_space` in the top, by the names of its spaces; by default those of the PMU verified alone.
    #[serde(default)]
    pub spaces: BTreeMap<String, u32>,
    /// Prefix of its port names in the top; each port is one vector for all instances.
    pub prefix: String,
    /// Ports, by their names in its RTL, that are connected inside the top and are not ports of it.
    #[serde(default)]
    pub inside: Vec<String>,
    /// Whether the windows of the sub-block are omitted. Other instances share their addresses, and the spaces of the top
    /// define them.
    #[serde(default)]
    pub registers_only: bool,
    /// Whether its event coverage is measured only where it is verified alone, not in the top.
    #[serde(default)]
    pub rows_alone: bool,
}

impl RawInstance {
    /// The kind of its units.
    pub fn kind(&self) -> String {
        crate::placeholders::stem(&self.unit)
    }
}

/// One line of `events.csv`: the columns of the published catalogue, then those of this project.
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

/// A transaction: an occurrence in one cycle that several inputs describe.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTransaction {
    pub name: String,
    #[serde(default = "one")]
    pub count: u32,
    /// One for each unit of this kind.
    pub kind: Option<String>,
    /// The input that is 1 in the cycle of a transaction.
    pub valid: Option<String>,
    /// The input with the index of its unit.
    pub unit: Option<String>,
    /// Inputs with a fixed value in such a transaction.
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
    /// Number of low bits of the program's value that the input does not have; they are 0.
    #[serde(default)]
    pub shift: u32,
    /// Value of the input if the program does not give the field.
    #[serde(default)]
    pub default: u64,
    /// Names of values.
    #[serde(default)]
    pub values: BTreeMap<String, u64>,
    /// The input that is 1 when the field is given.
    pub with: Option<String>,
}

fn one() -> u32 {
    1
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
    /// Each bit reads as the highest bit of the next lower field; writes do not change what is read.
    Sign,
}

/// Transactions that can each carry one occurrence of any event.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lanes {
    /// Name of the transactions in the description, one for each lane.
    #[serde(rename = "transaction")]
    pub transaction: String,
    /// The field with the event code.
    pub code: String,
    /// The field with a bit for each value of the unit mask that selects the event.
    pub umasks: String,
    /// The field with the number of occurrences.
    pub amount: String,
    /// The field with the index of the unit among the units of its kind.
    pub unit: String,
}
