//! `docs/seeded-bugs/results.json`: cycles until each seeded bug was caught in the last published campaign.

use super::document::{position, PublishedDocument};
use super::figures::check_rtl;
use super::RtlHashes;
use crate::seeded_bugs::SeededBug;
use pmu_results::{BugResult, SeededBugReport, SeededBugVerdict};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// The document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedBugs {
    /// Version of this schema.
    pub schema_version: u32,
    /// One campaign for each PMU.
    pub pmus: Vec<PublishedCampaign>,
}

/// A campaign in which every check that is named for a bug caught it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedCampaign {
    /// Id of the PMU.
    pub pmu: String,
    /// SHA-256 of the RTL without a bug; null if it was not published.
    pub rtl_hash: Option<String>,
    /// Programs that pass on the RTL without a bug.
    pub programs: u64,
    /// Cycles of these programs.
    pub cycles: u64,
    /// The bugs.
    pub bugs: Vec<PublishedBug>,
}

/// A bug that the check that is named for it caught.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedBug {
    /// Name.
    pub name: String,
    /// The directed program that caught it; null if only random programs must.
    pub program: Option<String>,
    /// The value that the first divergence named.
    pub value: Option<String>,
    /// Cycles of that program up to and including the divergence.
    pub cycles: Option<u64>,
    /// Cycles of random programs of the first seed up to the divergence; null if they did not run or did not catch it.
    pub random_cycles: Option<u64>,
    /// For a bug of higher order and each seed from 1 on, the cycles of random programs; null if they did not catch it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<Option<u64>>,
}

impl PublishedDocument for PublishedBugs {
    const FILE: &'static str = "docs/seeded-bugs/results.json";
    const VERSION: u32 = 1;

    fn ids(&self) -> Vec<&str> {
        self.pmus.iter().map(|campaign| campaign.pmu.as_str()).collect()
    }

    /// Formats the document with one bug on each line.
    fn text(&self) -> Result<String, serde_json::Error> {
        let mut text = format!("{{\n  \"schema_version\": {},\n  \"pmus\": [", self.schema_version);
        for (number, campaign) in self.pmus.iter().enumerate() {
            let PublishedCampaign { pmu, rtl_hash, programs, cycles, bugs } = campaign;
            let (comma, pmu) = (if number > 0 { "," } else { "" }, serde_json::to_string(pmu)?);
            let bugs = bugs.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?.join(",\n        ");
            // Writing to a string does not fail.
            let _ = write!(
                text,
                "{comma}\n    {{\n      \"pmu\": {pmu},\n      \"rtl_hash\": {},\n      \"programs\": {programs},\n      \
                 \"cycles\": {cycles},\n      \"bugs\": [\n        {bugs}\n      ]\n    }}",
                serde_json::to_string(rtl_hash)?
            );
        }
        text.push_str("\n  ]\n}\n");
        Ok(text)
    }
}

impl PublishedBugs {
    /// The campaign of a PMU.
    pub fn of(&self, pmu: &str) -> Option<&PublishedCampaign> {
        self.pmus.iter().find(|campaign| campaign.pmu == pmu)
    }

    /// Merges a campaign.
    ///
    /// # Errors
    /// Returns the reason for which it cannot be published, with a remedy.
    pub fn add(&mut self, report: &SeededBugReport, rtl: &RtlHashes) -> Result<(), String> {
        let pmu = &report.pmu;
        let is_caught =
            report.verdict != SeededBugVerdict::Invalid && report.bugs.iter().all(BugResult::is_publishable);
        if !is_caught || report.bugs.len() as u64 != report.listed {
            return Err(format!("only campaigns that catch every bug are published; run `make zoo PMU={pmu}`"));
        }
        check_rtl(rtl, pmu, &report.rtl_hash, "make zoo")?;
        let campaign = PublishedCampaign::from(report);
        self.pmus.retain(|known| known.pmu != *pmu);
        self.pmus.push(campaign);
        self.pmus.sort_by_key(|campaign| position(&campaign.pmu));
        Ok(())
    }
}

impl PublishedCampaign {
    /// The published result of a bug, if the check that must catch it now caught it.
    pub fn bug(&self, bug: &SeededBug) -> Option<&PublishedBug> {
        let (program, value) = bug.caught_by.as_ref().map(|check| (&check.program, &check.value)).unzip();
        let is_same = |known: &&PublishedBug| {
            let check = (known.program.as_ref(), known.value.as_ref());
            let has_seeds = bug.kind.is_some() && bug.missed_by_random.is_none();
            known.name == bug.name && check == (program, value) && known.seeds.is_empty() != has_seeds
        };
        self.bugs.iter().find(is_same)
    }
}

impl PublishedBug {
    /// Whether random programs of every seed found a bug of higher order; true for any other bug.
    pub fn is_found_by_random(&self) -> bool {
        self.seeds.iter().all(Option::is_some)
    }
}

impl From<&SeededBugReport> for PublishedCampaign {
    fn from(report: &SeededBugReport) -> Self {
        let is_caught = |bug: &&BugResult| bug.caught_by.is_none() || bug.caught.is_some();
        let bugs = report.bugs.iter().filter(is_caught).map(|bug| PublishedBug {
            name: bug.name.clone(),
            program: bug.caught_by.as_ref().map(|check| check.program.clone()),
            value: bug.caught_by.as_ref().map(|check| check.value.clone()),
            cycles: bug.caught.as_ref().map(|caught| caught.cycles),
            random_cycles: bug.random.as_ref().map(|caught| caught.cycles),
            seeds: bug.seeds.iter().map(|search| search.cycles).collect(),
        });
        Self {
            pmu: report.pmu.clone(),
            rtl_hash: Some(report.rtl_hash.clone()),
            programs: report.programs_without_bug,
            cycles: report.cycles_without_bug,
            bugs: bugs.collect(),
        }
    }
}
