//! What campaigns on the same RTL have found, as `mutate` and `zoo` left it.

use super::PmuResults;
use crate::mutation::MutationReport;
use crate::zoo::{ZooReport, ZooVerdict};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The mutation campaign of an RTL.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MutationSummary {
    /// Mutants that have a behaviour.
    pub mutants: u64,
    /// Found.
    pub killed: u64,
    /// Proven to behave like the RTL.
    pub equivalent: u64,
    /// Neither.
    pub survived: u64,
    /// killed / (mutants - equivalent).
    pub score: f64,
    /// Seed of the choice of mutants.
    pub seed: u64,
    /// For each file and line of the RTL the numbers of the mutants there that were not found.
    pub survivors: BTreeMap<String, Vec<u32>>,
}

/// The deliberate bugs of an RTL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ZooSummary {
    /// Bugs that there are.
    pub listed: u64,
    /// Those that ran.
    pub ran: u64,
    /// Those of them that were caught by the check that must catch them, and in time.
    pub caught: u64,
    /// Whether the RTL agrees without any bug; the rest proves nothing otherwise.
    pub valid: bool,
    /// The others, as name and place in the RTL.
    pub missed: Vec<String>,
}

impl From<&MutationReport> for MutationSummary {
    fn from(report: &MutationReport) -> Self {
        let mut survivors: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for place in &report.survivors {
            survivors.entry(place.line.clone()).or_default().push(place.number);
        }
        let MutationReport { mutants, killed, equivalent, survived, score, seed, .. } = *report;
        Self { mutants, killed, equivalent, survived, score, seed, survivors }
    }
}

impl From<&ZooReport> for ZooSummary {
    fn from(report: &ZooReport) -> Self {
        let missed = report.bugs.iter().filter(|bug| !bug.faults.is_empty());
        let missed: Vec<_> = missed.map(|bug| format!("{} at {}", bug.name, bug.place)).collect();
        let ran = report.bugs.len() as u64;
        let valid = report.verdict != ZooVerdict::Invalid;
        Self { listed: report.listed, ran, caught: ran - missed.len() as u64, valid, missed }
    }
}

impl PmuResults {
    /// Takes over what campaigns below `build` have found on the very same RTL. What is about another RTL, or cannot be
    /// read, is not measured.
    pub fn set_measured(&mut self, build: &Path) {
        let file = |folder: &str| build.join(folder).join(format!("{}.json", self.pmu));
        let mutation = read(&file("mutate")).filter(|report: &MutationReport| report.rtl_hash == self.rtl_hash);
        let zoo = read(&file("zoo")).filter(|report: &ZooReport| report.rtl_hash == self.rtl_hash);
        self.mutation = mutation.as_ref().map(MutationSummary::from);
        self.zoo = zoo.as_ref().map(ZooSummary::from);
    }
}

fn read<T: DeserializeOwned>(file: &Path) -> Option<T> {
    serde_json::from_slice(&std::fs::read(file).ok()?).ok()
}
