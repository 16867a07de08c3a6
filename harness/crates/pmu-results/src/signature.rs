//! What a divergence is about: the value and field that show it first, and the register that these belong to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Which check failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckKind {
    /// A state word of device and model differs.
    State,
    /// An output differs.
    Output,
    /// The answer to an access differs.
    BusRead,
    /// Device and model agree, or the device does not show the value, and the program expects another.
    Expectation,
}

/// The first thing that is wrong in a divergence.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Signature {
    /// Which check failed.
    pub check: CheckKind,
    /// The value, such as `core0.PerfCtr1`, or `bus_rdata of core0.PerfCtr1`.
    pub value: String,
    /// The register, output or state word without unit and index, such as `PerfCtr`.
    pub register: String,
    /// The field, where the value has fields.
    pub field: Option<String>,
}

impl Signature {
    /// Whether two divergences fall into one bucket: the same check of the same field of a register, whichever unit and
    /// index.
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

impl fmt::Display for CheckKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::State => "state",
            Self::Output => "output",
            Self::BusRead => "bus read",
            Self::Expectation => "expectation",
        })
    }
}
