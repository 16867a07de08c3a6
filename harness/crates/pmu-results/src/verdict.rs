//! Verdict of a program, a PMU or a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Pass or fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Requirements exist, values were compared, and all of them matched.
    Pass,
    /// Any other result.
    Fail,
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Pass => "pass",
            Self::Fail => "FAIL",
        })
    }
}
