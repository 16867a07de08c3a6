//! The documents that can be published.

use super::{BenchReport, TurnaroundReport};
use pmu_results::DetectionReport;
use pmu_results::MutationReport;
use pmu_results::ProofReport;
use pmu_results::SeededBugReport;
use pmu_results::{read, ReadError, Results};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::Path;

/// A document with figures, as a command wrote it.
pub enum Source {
    /// `build/sim/results.json`.
    Run(Box<Results>),
    /// `build/mutate/<pmu>.json`.
    Mutation(Box<MutationReport>),
    /// `build/mutate/deep/<pmu>.json`.
    Detection(Box<DetectionReport>),
    /// `build/prove/<pmu>/results.json`.
    Proofs(Box<ProofReport>),
    /// `build/zoo/<pmu>.json`.
    SeededBugs(Box<SeededBugReport>),
    /// `build/bench/bench.json`.
    Speeds(Box<BenchReport>),
    /// `build/bench/turnaround.json`.
    Turnaround(Box<TurnaroundReport>),
}

impl Source {
    /// Reads a document. Its fields identify its kind.
    ///
    /// # Errors
    /// [`ReadError`] when it is missing, invalid or of an unknown kind.
    pub fn read(file: &Path) -> Result<Self, ReadError> {
        let wrong = |what: String| ReadError { file: file.to_owned(), what };
        let bytes = std::fs::read(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        let value: Value = serde_json::from_slice(&bytes).map_err(|error| wrong(format!("is not JSON: {error}")))?;
        let has = |field: &str| value.get(field).is_some();
        if has("by_rarity") {
            return Ok(Self::Detection(parse(file, value, "make mutate DEEP=1")?));
        }
        if has("theorems") {
            return Ok(Self::Proofs(parse(file, value, "make prove")?));
        }
        if has("rounds") {
            return Ok(Self::Speeds(parse(file, value, "make bench")?));
        }
        if has("turnaround") {
            return Ok(Self::Turnaround(parse(file, value, "make bench")?));
        }
        match (has("schema_version"), has("mutants"), has("bugs")) {
            (true, ..) => Ok(Self::Run(Box::new(read(file)?))),
            (_, true, _) => Ok(Self::Mutation(parse(file, value, "make mutate")?)),
            (.., true) => Ok(Self::SeededBugs(parse(file, value, "make zoo")?)),
            _ => Err(wrong(
                "contains no figures; `make sim` writes build/sim/results.json, `make mutate` build/mutate/<pmu>.json, \
                 `make prove` build/prove/<pmu>/results.json, `make zoo` build/zoo/<pmu>.json and `make bench` build/bench/*.json"
                    .to_owned(),
            )),
        }
    }
}

fn parse<T: DeserializeOwned>(file: &Path, value: Value, command: &str) -> Result<Box<T>, ReadError> {
    let wrong = |error| ReadError { file: file.to_owned(), what: format!("{error}; run `{command}` again") };
    serde_json::from_value(value).map(Box::new).map_err(wrong)
}
