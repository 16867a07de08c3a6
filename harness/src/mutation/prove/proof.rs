//! What a proof came to.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How a mutant was proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// Outputs and next state are equal for all inputs in every state, reachable or not.
    EveryState,
    /// The same in every state that the RTL can reach behind a reset; reset leads both to one state.
    ReachableStates,
    /// The same for inputs that the description allows.
    AllowedInputs,
}

impl Proof {
    /// What it says.
    pub fn text(self) -> &'static str {
        match self {
            Self::EveryState => "outputs and next state are equal for all inputs in every state",
            Self::ReachableStates => {
                "outputs and next state are equal for all inputs in every state that can be reached"
            }
            Self::AllowedInputs => {
                "outputs and next state are equal in every state that can be reached, for all inputs that can be"
            }
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::EveryState => "every-state",
            Self::ReachableStates => "reachable-states",
            Self::AllowedInputs => "allowed-inputs",
        })
    }
}

/// What a proof came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mutation) enum Verdict {
    /// It holds.
    Proven(Proof),
    /// There is a state that can be reached, as far as that is known, and there are inputs in which the two differ.
    Refuted,
    /// There is a state in which the two differ, and whether it can be reached was not asked.
    Different,
    /// Not decided in time.
    Open,
}
