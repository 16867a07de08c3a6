//! Kinds of equivalence proofs.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Kind of proof that a mutant is equivalent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// Outputs and next state are equal for all inputs in every state, reachable or not.
    EveryState,
    /// The same in every state that the RTL can reach after a reset; reset takes both to one state.
    ReachableStates,
    /// The same for inputs that the description allows.
    AllowedInputs,
}

impl Proof {
    /// Description of the proof.
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
