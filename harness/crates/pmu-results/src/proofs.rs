//! Theorems about the RTL of a PMU, and what is known of each.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What is known of a theorem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TheoremResult {
    /// Its kind.
    pub kind: TheoremKind,
    /// The state word or the accesses that it concerns.
    pub name: String,
    /// What is known of it.
    pub verdict: TheoremVerdict,
    /// Of a refuted theorem: the inputs of each cycle that violates it, without those that are 0.
    pub inputs: Vec<String>,
}

/// Kind of a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TheoremKind {
    /// A cycle of reset ends in the reset state, from every state.
    Reset,
    /// An access to a register that does not exist is refused and changes nothing.
    Decoder,
    /// A read changes nothing.
    Reads,
}

/// What is known of a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TheoremVerdict {
    /// It is true for all states and all inputs.
    Proven,
    /// It is false in a state.
    Refuted,
    /// The solver reached its limit.
    Open,
}

impl fmt::Display for TheoremKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Reset => "reset",
            Self::Decoder => "decoder",
            Self::Reads => "reads",
        })
    }
}
