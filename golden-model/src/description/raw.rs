//! The description files as they are written; [`super::Description`] is what they mean.

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawDescription {
    pub id: String,
    pub name: String,
    pub manual: String,
    pub requirement_prefix: String,
    pub unit: Vec<super::Unit>,
    pub broadcast: Option<super::Unit>,
    pub space: Vec<super::Space>,
    pub register: Vec<RawRegister>,
    pub input: Vec<RawPort>,
    pub event_input: RawEventInput,
    #[serde(default)]
    pub event_path: Vec<RawPath>,
    pub output: Vec<RawPort>,
    pub state: Vec<RawState>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRegister {
    pub name: String,
    #[serde(default = "one")]
    pub count: u32,
    pub width: u32,
    #[serde(default)]
    pub counter: bool,
    pub section: String,
    pub doc: String,
    pub access: Vec<RawAccess>,
    pub field: Vec<RawField>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawAccess {
    pub space: String,
    pub address: u32,
    #[serde(default)]
    pub stride: u32,
    #[serde(default)]
    pub read_only: bool,
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPort {
    pub name: String,
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
pub(super) struct RawEventInput {
    pub name: String,
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
pub(super) struct RawState {
    pub name: String,
    #[serde(default)]
    pub per_unit: bool,
    #[serde(default = "one")]
    pub count: u32,
    pub width: u32,
    pub register: Option<String>,
    pub reset: u64,
    pub section: String,
    pub doc: String,
}

/// One line of `events.csv`, the columns in the order of the published catalogue, then our own.
#[derive(Deserialize)]
pub(super) struct RawEvent {
    pub code: String,
    pub event: String,
    pub umask: String,
    pub umask_name: String,
    pub umask_kind: String,
    pub max_inc: u32,
    pub counters: String,
    pub unit: String,
    pub notes: String,
    pub mnemonic: String,
    pub sub_mnemonic: String,
    pub section: String,
}

fn one() -> u32 {
    1
}
