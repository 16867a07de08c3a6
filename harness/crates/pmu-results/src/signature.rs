//! Signature of a divergence: the first value and field that differ, and their register.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Kind of check that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckKind {
    /// A state word of DUT and model differs.
    State,
    /// An output differs.
    Output,
    /// The response to an access differs.
    BusRead,
    /// The RTL ended the simulation: a failed assertion, `$error`, `$fatal`, `$stop`, `$finish`, or logic that does not
    /// settle.
    Assertion,
    /// DUT and model agree, or the value is not observable, and the program expects another value.
    Expectation,
}

/// Signature of a divergence: its first mismatch or failed expectation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Signature {
    /// The check that failed.
    pub check: CheckKind,
    /// The value, such as `core0.PerfCtr1`, or `bus_rdata of core0.PerfCtr1`. If the RTL ended the simulation, the instance, or
    /// file and line.
    pub value: String,
    /// The register, output or state word without unit and index, such as `PerfCtr`. If the RTL ended the simulation, file and
    /// line.
    pub register: String,
    /// The field, if the value has fields.
    pub field: Option<String>,
}

impl Signature {
    /// Whether two divergences belong to one bucket: the same check of the same field of a register, regardless of unit
    /// and index.
    pub fn is_alike(&self, other: &Self) -> bool {
        (self.check, &self.register, &self.field) == (other.check, &other.register, &other.field)
    }

    /// The register with its field.
    pub fn place(&self) -> String {
        match &self.field {
            Some(field) => format!("{}.{field}", self.register),
            None => self.register.clone(),
        }
    }
}

impl CheckKind {
    /// Whether DUT and model differ in a value.
    pub fn is_divergence(self) -> bool {
        matches!(self, Self::State | Self::Output | Self::BusRead)
    }
}

impl fmt::Display for CheckKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::State => "state",
            Self::Output => "output",
            Self::BusRead => "bus read",
            Self::Assertion => "assertion",
            Self::Expectation => "expectation",
        })
    }
}
