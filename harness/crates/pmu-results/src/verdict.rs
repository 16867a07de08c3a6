//! How a run, or a part of it, ended.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Pass or fail; nothing in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Something was specified and compared, and all of it agreed.
    Pass,
    /// Anything else.
    Fail,
}
