//! Theorems about the RTL of a PMU, and what is known of each.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Kind of a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TheoremKind {
    /// A cycle of reset ends in the reset state, from every state.
    Reset,
    /// An access to a register that does not exist is refused and changes nothing.
    Decoder,
    /// A read changes nothing.
    Reads,
    /// A write stores its data in the fields that software can write.
    Fields,
    /// A write to one register changes no other.
    Writes,
    /// A counter keeps its count or adds a small number to it.
    Counts,
}

impl TheoremKind {
    /// The name in results and on the command line.
    pub fn text(self) -> &'static str {
        match self {
            Self::Reset => "reset",
            Self::Decoder => "decoder",
            Self::Reads => "reads",
            Self::Fields => "fields",
            Self::Writes => "writes",
            Self::Counts => "counts",
        }
    }
}

impl fmt::Display for TheoremKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}
