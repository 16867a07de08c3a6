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
    /// Random programs out of which an experiment was to be made; 0 where the PMU gives no occasion.
    #[serde(default)]
    pub tried: u64,
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
            tried: outcome.tried,
            experiments: outcome.experiments,
            cycles: outcome.cycles,
            values: outcome.values,
            violation: outcome.violated.as_ref().map(|violated| violated.violation.clone()),
        }
    }
}

/// Programs out of which every check that works makes an experiment.
const ENOUGH: u64 = 8;

impl OracleResult {
    /// Whether it had occasion enough and yet compared nothing, so that it says nothing about the device.
    pub fn is_idle(&self) -> bool {
        self.tried >= ENOUGH && self.experiments == 0
    }

    /// One line about a violation.
    pub fn headline(&self) -> Option<String> {
        let violation = self.violation.as_ref()?;
        let claim = &self.claim;
        Some(format!("oracle {} violated in {}: {}; {claim}", self.name, violation.program, violation.headline()))
    }
}
