//! `docs/detection.json`: the figures of the published deep campaigns, in sets that the page compares.

use super::document::{position, PublishedDocument};
use super::figures::check_rtl;
use super::RtlHashes;
use pmu_results::{ConditionKind, DetectionFigure, DetectionReport, LEAST};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// The document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishedDetection {
    /// Version of this schema.
    pub schema_version: u32,
    /// One entry for each PMU.
    pub pmus: Vec<DetectionEntry>,
}

/// The campaigns of a PMU.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DetectionEntry {
    /// Id of the PMU.
    pub pmu: String,
    /// The campaigns, at most one for each label and seed.
    pub campaigns: Vec<DetectionCampaign>,
}

/// A deep campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DetectionCampaign {
    /// The set to which it belongs, such as `before` and `after` a change of the stimulus.
    pub label: String,
    /// Seed of faults and conditions, and of the random programs.
    pub seed: u64,
    /// Cycles of random programs.
    pub cycles: u64,
    /// SHA-256 of the RTL.
    pub rtl_hash: String,
    /// Hash over faults and conditions: campaigns with the same hash have the same mutants.
    pub mutants_hash: String,
    /// Figures for each kind and level of rarity.
    pub levels: Vec<DetectionLevel>,
}

/// Figures of the mutants with one kind of condition and one level of rarity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DetectionLevel {
    /// Kind of the condition.
    pub kind: ConditionKind,
    /// Number of bits of a conjunction; otherwise the binary logarithm of the smallest number of occurrences or cycles.
    pub log2: u32,
    /// Number of mutants.
    pub mutants: u64,
    /// Random programs alone.
    pub random: DetectionCount,
    /// Random and directed programs.
    pub all: DetectionCount,
}

/// Mutants that programs reached and detected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DetectionCount {
    /// Mutants whose condition held in a cycle.
    pub reached: u64,
    /// Mutants that a program detected.
    pub detected: u64,
}

impl From<DetectionFigure> for DetectionCount {
    fn from(DetectionFigure { reached, detected, .. }: DetectionFigure) -> Self {
        Self { reached, detected }
    }
}

impl PublishedDocument for PublishedDetection {
    const FILE: &'static str = "docs/detection.json";
    const VERSION: u32 = 1;

    fn ids(&self) -> Vec<&str> {
        self.pmus.iter().map(|entry| entry.pmu.as_str()).collect()
    }

    /// Formats the document with one level on each line.
    fn text(&self) -> Result<String, serde_json::Error> {
        let mut text = format!("{{\n  \"schema_version\": {},\n  \"pmus\": [", self.schema_version);
        // Writing to a string does not fail.
        for (number, entry) in self.pmus.iter().enumerate() {
            let comma = if number > 0 { "," } else { "" };
            let campaigns = entry.campaigns.iter().map(DetectionCampaign::text).collect::<Result<Vec<_>, _>>()?;
            let (pmu, campaigns) = (serde_json::to_string(&entry.pmu)?, campaigns.join(",\n"));
            let _ = write!(
                text,
                "{comma}\n    {{\n      \"pmu\": {pmu},\n      \"campaigns\": [\n{campaigns}\n      ]\n    }}"
            );
        }
        text.push_str("\n  ]\n}\n");
        Ok(text)
    }
}

impl PublishedDetection {
    /// The schema of the document.
    pub fn schema() -> String {
        let mut text = serde_json::to_string_pretty(&schemars::schema_for!(PublishedDetection)).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Merges a campaign into the set of this label. It replaces that of the same seed.
    ///
    /// # Errors
    /// Returns the reason for which it cannot be published, with a remedy.
    pub fn add(&mut self, label: &str, report: &DetectionReport, rtl: &RtlHashes) -> Result<(), String> {
        let (pmu, mutants) = (&report.pmu, report.total.mutants);
        if mutants < LEAST {
            return Err(format!(
                "the campaign has {mutants} mutants, but a published one needs {LEAST}; run `make mutate DEEP=1 PMU={pmu}` \
                 without QUICK"
            ));
        }
        check_rtl(rtl, pmu, &report.rtl_hash, "make mutate DEEP=1")?;
        let place = match self.pmus.iter().position(|entry| entry.pmu == *pmu) {
            Some(place) => place,
            None => {
                self.pmus.push(DetectionEntry { pmu: pmu.clone(), campaigns: Vec::new() });
                self.pmus.sort_by_key(|entry| position(&entry.pmu));
                self.pmus.iter().position(|entry| entry.pmu == *pmu).unwrap_or_default()
            }
        };
        let campaign = DetectionCampaign::new(label, report);
        let campaigns = &mut self.pmus[place].campaigns;
        match campaigns.iter_mut().find(|known| known.label == label && known.seed == report.seed) {
            Some(known) => *known = campaign,
            None => campaigns.push(campaign),
        }
        Ok(())
    }

    /// The labels in the order of their first campaigns.
    pub fn labels(&self) -> Vec<&str> {
        let mut labels: Vec<&str> = Vec::new();
        for campaign in self.pmus.iter().flat_map(|entry| &entry.campaigns) {
            if !labels.contains(&campaign.label.as_str()) {
                labels.push(&campaign.label);
            }
        }
        labels
    }
}

impl DetectionCampaign {
    fn new(label: &str, report: &DetectionReport) -> Self {
        let level = |level: &pmu_results::LevelFigures| DetectionLevel {
            kind: level.kind,
            log2: level.log2,
            mutants: level.figures.mutants,
            random: level.figures.random.into(),
            all: level.figures.all.into(),
        };
        Self {
            label: label.to_owned(),
            seed: report.seed,
            cycles: report.cycles,
            rtl_hash: report.rtl_hash.clone(),
            mutants_hash: report.mutants_hash.clone(),
            levels: report.by_rarity.iter().map(level).collect(),
        }
    }

    /// Formats it with one level on each line.
    fn text(&self) -> Result<String, serde_json::Error> {
        let levels = self.levels.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
        Ok(format!(
            "        {{\n          \"label\": {},\n          \"seed\": {},\n          \"cycles\": {},\n          \"rtl_hash\": {},\n          \
             \"mutants_hash\": {},\n          \"levels\": [\n            {}\n          ]\n        }}",
            serde_json::to_string(&self.label)?,
            self.seed,
            self.cycles,
            serde_json::to_string(&self.rtl_hash)?,
            serde_json::to_string(&self.mutants_hash)?,
            levels.join(",\n            ")
        ))
    }
}
