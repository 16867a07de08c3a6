//! Verdict of a program, a PMU or a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Pass, pass with known divergences, or fail; from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Requirements exist, values were compared, and all of them matched.
    Pass,
    /// Values matched except for those of known divergences, which were not compared after their first difference.
    PassWithKnownDivergences,
    /// Any other result.
    Fail,
}

impl Verdict {
    /// The name in results and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::PassWithKnownDivergences => "pass_with_known_divergences",
            Self::Fail => "fail",
        }
    }

    /// A name of at most five columns.
    pub fn short(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::PassWithKnownDivergences => "known",
            Self::Fail => "FAIL",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Pass => "pass",
            Self::PassWithKnownDivergences => "pass with known divergences",
            Self::Fail => "FAIL",
        })
    }
}
