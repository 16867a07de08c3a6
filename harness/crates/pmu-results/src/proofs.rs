//! Theorems about the RTL of a PMU, and what is known of each.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The theorems about the RTL of a PMU.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProofReport {
    /// Id of the PMU.
    pub pmu: String,
    /// SHA-256 of the RTL.
    pub rtl_hash: String,
    /// Time that the proofs took, the netlist included, in seconds.
    pub seconds: f64,
    /// The theorems.
    pub theorems: Vec<TheoremResult>,
}

/// What is known of a theorem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TheoremResult {
    /// Its kind.
    pub kind: TheoremKind,
    /// The state word or the accesses that it concerns.
    pub name: String,
    /// What is known of it.
    pub verdict: TheoremVerdict,
    /// Of a refuted theorem: what violates it. Of an open one: why it is open.
    pub reason: String,
    /// Without a program: a state and inputs that violate it, without those that are 0.
    pub example: Vec<String>,
    /// Of a refuted theorem: files with the programs that violate it.
    pub programs: Vec<String>,
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
    /// A write gives each field the value that its access type demands.
    Fields,
    /// A write to a register changes no other.
    Writes,
    /// The increment of a counter does not depend on the count.
    Counts,
    /// A counter counts the occurrences of the events that it selects.
    Amount,
    /// A counter does not depend on another.
    Bystander,
    /// A counter does not depend on events that it does not select.
    Events,
    /// Counters that are alike behave alike.
    Symmetry,
    /// A frozen counter does not move.
    Frozen,
    /// The RTL does what the reference does.
    Equivalence,
}

impl TheoremKind {
    /// All kinds.
    pub const ALL: [Self; 12] = [
        Self::Reset,
        Self::Decoder,
        Self::Reads,
        Self::Fields,
        Self::Writes,
        Self::Counts,
        Self::Amount,
        Self::Bystander,
        Self::Events,
        Self::Symmetry,
        Self::Frozen,
        Self::Equivalence,
    ];
}

/// What is known of a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TheoremVerdict {
    /// It is true for all states and all inputs.
    Proven,
    /// It is false in a state that the RTL can reach.
    Refuted,
    /// Neither is known.
    Open,
}

impl fmt::Display for TheoremKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Reset => "reset",
            Self::Decoder => "decoder",
            Self::Reads => "reads",
            Self::Fields => "fields",
            Self::Writes => "writes",
            Self::Counts => "counts",
            Self::Amount => "amount",
            Self::Bystander => "bystander",
            Self::Events => "events",
            Self::Symmetry => "symmetry",
            Self::Frozen => "frozen",
            Self::Equivalence => "equivalence",
        })
    }
}
