//! The runs before a run, for the trend in its report.

use crate::compare::speed;
use crate::document::{PmuResults, Results, SCHEMA_VERSION};
use crate::shards::ShardSet;
use crate::verdict::Verdict;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The run of a report, and the runs in the folders next to its own.
#[derive(Clone, Debug)]
pub struct History {
    /// Number of the run of the report.
    number: u64,
    /// The earlier runs that can be read, newest first.
    runs: Vec<PreviousRun>,
    /// The earlier runs that cannot be read, with the reason.
    skipped: Vec<String>,
}

/// An earlier run.
#[derive(Clone, Debug)]
struct PreviousRun {
    number: u64,
    /// Whether its folder contains its report.
    has_report: bool,
    digest: Digest,
}

/// The parts of `results.json` that the trend shows. The rest of the document is checked for its syntax only.
#[derive(Clone, Debug, Deserialize)]
struct Digest {
    schema_version: u32,
    commit: Option<String>,
    modified: Option<bool>,
    rtl_hash: String,
    finished_at: u64,
    verdict: Verdict,
    pmus: Vec<PmuDigest>,
}

#[derive(Clone, Debug, Deserialize)]
struct PmuDigest {
    pmu: String,
    #[serde(default)]
    only: Vec<String>,
    part: Option<ShardSet>,
    cycles: u64,
    cycles_per_second: f64,
    divergences: u64,
    coverage: CoverageDigest,
    requirements: RequirementDigest,
    buckets: Vec<IgnoredAny>,
}

#[derive(Clone, Debug, Deserialize)]
struct CoverageDigest {
    hit: u64,
    total: u64,
}

#[derive(Clone, Debug, Deserialize)]
struct RequirementDigest {
    covered: u64,
    total: u64,
}

/// One row of the trend.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Row {
    /// Number of the run.
    pub number: u64,
    /// Whether this is the run of the report.
    pub is_this: bool,
    /// Relative address of its report, if it exists.
    pub report: Option<String>,
    /// Time at which it ended, in seconds since 1970.
    pub finished_at: u64,
    /// Commit of the checkout.
    pub commit: Option<String>,
    /// Whether the checkout had uncommitted changes.
    pub modified: bool,
    /// SHA-256 over the RTL.
    pub rtl_hash: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The selection of the run, if it is not that of the run of the report.
    pub other_selection: Option<String>,
    /// Programs that diverged.
    pub failing: u64,
    /// Buckets.
    pub buckets: u64,
    /// Bins that were hit, as a fraction; none without bins.
    pub coverage: Option<f64>,
    /// Covered requirements, as a fraction; none without requirements.
    pub requirements: Option<f64>,
    /// Cycles in lockstep.
    pub cycles: u64,
    /// Cycles per second.
    pub cycles_per_second: f64,
}

impl History {
    /// Reads the results of earlier runs, given with the number and the folder of each. A run whose results cannot be used is
    /// skipped, with a note in the report.
    pub fn read(number: u64, earlier: &[(u64, PathBuf)]) -> Self {
        let (mut runs, mut skipped) = (Vec::new(), Vec::new());
        for (number, folder) in earlier {
            match digest(&folder.join("results.json")) {
                Ok(digest) => {
                    let has_report = folder.join("report.html").is_file();
                    runs.push(PreviousRun { number: *number, has_report, digest });
                }
                Err(what) => skipped.push(format!("run {number}: results.json {what}")),
            }
        }
        runs.sort_by_key(|run| std::cmp::Reverse((run.digest.finished_at, run.number)));
        Self { number, runs, skipped }
    }

    /// The earlier runs that could not be read, with the reason.
    pub(crate) fn skipped(&self) -> &[String] {
        &self.skipped
    }

    /// The run of the report and the earlier ones, newest first.
    pub(crate) fn rows(&self, results: &Results) -> Vec<Row> {
        let this = PreviousRun { number: self.number, has_report: false, digest: Digest::of(results) };
        let selection = this.digest.selection();
        let row = |run: &PreviousRun| {
            let other = run.digest.selection();
            Row { other_selection: (other != selection).then_some(other), ..run.row() }
        };
        let first = Row { is_this: true, ..row(&this) };
        std::iter::once(first).chain(self.runs.iter().map(row)).collect()
    }
}

/// Reads the digest of a document.
fn digest(file: &Path) -> Result<Digest, String> {
    let text = std::fs::read(file).map_err(|error| format!("cannot be read: {error}"))?;
    let digest: Digest = serde_json::from_slice(&text).map_err(|error| format!("cannot be used: {error}"))?;
    match digest.schema_version {
        SCHEMA_VERSION => Ok(digest),
        other => Err(format!("has schema version {other}, and this page needs version {SCHEMA_VERSION}")),
    }
}

impl Digest {
    fn of(results: &Results) -> Self {
        Self {
            schema_version: results.schema_version,
            commit: results.commit.clone(),
            modified: results.modified,
            rtl_hash: results.rtl_hash.clone(),
            finished_at: results.finished_at,
            verdict: results.verdict,
            pmus: results.pmus.iter().map(PmuDigest::of).collect(),
        }
    }

    /// The selected PMUs, programs and shards. Only runs with the same selection have comparable figures.
    fn selection(&self) -> String {
        let mut pmus: Vec<String> = self.pmus.iter().map(PmuDigest::selection).collect();
        pmus.sort_unstable();
        pmus.join(", ")
    }
}

impl PmuDigest {
    fn of(pmu: &PmuResults) -> Self {
        Self {
            pmu: pmu.pmu.clone(),
            only: pmu.only.clone(),
            part: pmu.shard_set.clone(),
            cycles: pmu.cycles,
            cycles_per_second: pmu.cycles_per_second,
            divergences: pmu.divergences,
            coverage: CoverageDigest { hit: pmu.coverage.hit, total: pmu.coverage.total },
            requirements: RequirementDigest { covered: pmu.requirements.covered, total: pmu.requirements.total },
            buckets: vec![IgnoredAny; pmu.buckets.len()],
        }
    }

    fn selection(&self) -> String {
        let only = match self.only.len() {
            0 => String::new(),
            1 => format!(" only {}", self.only[0]),
            number => format!(" only {} and {} more patterns", self.only[0], number - 1),
        };
        let part = self.part.as_ref().map(|set| {
            let here: Vec<String> = set.here.iter().map(u16::to_string).collect();
            format!(" shard {} of {}", here.join(" and "), set.shards)
        });
        format!("{}{only}{}", self.pmu, part.unwrap_or_default())
    }
}

impl PreviousRun {
    fn row(&self) -> Row {
        let Digest { commit, modified, rtl_hash, finished_at, verdict, pmus, .. } = &self.digest;
        let sum = |of: fn(&PmuDigest) -> u64| pmus.iter().map(of).sum::<u64>();
        let fraction = |part: u64, total: u64| (total > 0).then(|| part as f64 / total as f64);
        Row {
            number: self.number,
            is_this: false,
            report: self.has_report.then(|| format!("../{}/report.html", self.number)),
            finished_at: *finished_at,
            commit: commit.clone(),
            modified: *modified == Some(true),
            rtl_hash: rtl_hash.clone(),
            verdict: *verdict,
            other_selection: None,
            failing: sum(|pmu| pmu.divergences),
            buckets: sum(|pmu| pmu.buckets.len() as u64),
            coverage: fraction(sum(|pmu| pmu.coverage.hit), sum(|pmu| pmu.coverage.total)),
            requirements: fraction(sum(|pmu| pmu.requirements.covered), sum(|pmu| pmu.requirements.total)),
            cycles: sum(|pmu| pmu.cycles),
            cycles_per_second: speed(pmus.iter().map(|pmu| (pmu.cycles, pmu.cycles_per_second))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaigns::tests::{document, plain};
    use serde_json::{json, Value};

    fn pmu(id: &str, hit: u64, only: &[&str]) -> Value {
        let mut pmu = plain();
        (pmu["pmu"], pmu["only"]) = (id.into(), json!(only));
        pmu["coverage"] = json!({ "hit": hit, "total": 10, "impossible": 0, "groups": [] });
        pmu
    }

    #[test]
    fn rows_are_newest_first_and_other_selections_say_so() {
        let folder = tempfile::tempdir().expect("a folder");
        let earlier: Vec<_> = (1..=4).map(|number| (number, folder.path().join(number.to_string()))).collect();
        let documents = [
            document(30, &[pmu("k8", 5, &[])]).to_string(),
            document(10, &[pmu("k8", 4, &["halt/*"])]).to_string(),
            document(20, &[pmu("k8", 3, &[]), pmu("knc", 3, &[])]).to_string(),
            document(20, &[pmu("k8", 3, &[])]).to_string()[..100].to_owned(),
        ];
        for ((_, folder), text) in earlier.iter().zip(documents) {
            std::fs::create_dir(folder).expect("a folder");
            std::fs::write(folder.join("results.json"), text).expect("results");
        }
        std::fs::write(earlier[2].1.join("report.html"), "").expect("a report");
        let history = History::read(7, &earlier);
        let this: Results = serde_json::from_value(document(5, &[pmu("k8", 10, &[])])).expect("results");
        let rows = history.rows(&this);
        let seen = rows.iter().map(|row| (row.number, row.coverage, row.other_selection.as_deref()));
        let expected = [
            (7, Some(1.0), None),
            (1, Some(0.5), None),
            (3, Some(0.3), Some("k8, knc")),
            (2, Some(0.4), Some("k8 only halt/*")),
        ];
        assert_eq!(seen.collect::<Vec<_>>(), expected);
        let reports = rows.iter().map(|row| row.report.as_deref());
        assert_eq!(reports.collect::<Vec<_>>(), [None, None, Some("../3/report.html"), None]);
        assert!(rows[0].is_this && !rows[1].is_this);
        let [skipped] = history.skipped() else { panic!("{:?}", history.skipped()) };
        assert!(skipped.starts_with("run 4: results.json cannot be used: EOF"), "{skipped}");
    }
}
