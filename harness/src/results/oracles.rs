//! What the checks of the device without a model have given.

use crate::oracles::{OracleOutcome, Violation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OracleResult {
    /// Its name.
    pub name: String,
    /// What it claims of the device.
    pub claim: String,
    /// Experiments in which something was compared.
    pub experiments: u64,
    /// Clocks of the device in them.
    pub cycles: u64,
    /// Values of one run held against those of another.
    pub values: u64,
    /// The first violation, if any.
    pub violation: Option<Violation>,
}

impl From<&OracleOutcome> for OracleResult {
    fn from(outcome: &OracleOutcome) -> Self {
        Self {
            name: outcome.name.to_owned(),
            claim: outcome.claim.to_owned(),
            experiments: outcome.experiments,
            cycles: outcome.cycles,
            values: outcome.values,
            violation: outcome.violated.as_ref().map(|violated| violated.violation.clone()),
        }
    }
}

impl OracleResult {
    /// One line about a violation.
    pub fn headline(&self) -> Option<String> {
        let violation = self.violation.as_ref()?;
        let claim = &self.claim;
        Some(format!("oracle {} violated in {}: {}; {claim}", self.name, violation.program, violation.headline()))
    }
}
