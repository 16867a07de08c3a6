//! `docs/results.json`: the figures of the last published run and mutation campaigns of each PMU.

use super::document::{position, PublishedDocument};
use super::RtlHashes;
use chrono::DateTime;
use golden_model_core::Pmu;
use pmu_results::{MutationReport, Proof, LEAST};
use pmu_results::{PmuResults, Results, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Version of this schema.
    pub schema_version: u32,
    /// One entry for each PMU.
    pub pmus: Vec<PublishedPmu>,
}

/// The figures of one PMU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishedPmu {
    /// Id of the PMU.
    pub pmu: String,
    /// Summary of the PMU, in one line.
    pub summary: String,
    /// The last published run; null if nothing was published.
    pub run: Option<PublishedRun>,
    /// The last published mutation campaign of each seed, in the order of the seeds.
    pub mutation: Vec<PublishedMutation>,
}

/// A run that passed. A figure that was not published is null.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishedRun {
    /// The command that repeats the run.
    pub command: Option<String>,
    /// The day on which the run ended, UTC, as YYYY-MM-DD.
    pub date: Option<String>,
    /// The commit of the checkout.
    pub commit: Option<String>,
    /// Whether the checkout had uncommitted changes.
    pub modified: Option<bool>,
    /// Version of Verilator.
    pub verilator: Option<String>,
    /// Seeds of the random programs.
    pub seeds: Vec<u64>,
    /// SHA-256 of the RTL that ran.
    pub rtl_hash: Option<String>,
    /// Requirements that directed programs cover.
    pub requirements: Fraction,
    /// Event rows that every counter has counted.
    pub event_rows: Fraction,
    /// Cycles in lockstep.
    pub cycles: u64,
    /// Programs that diverged.
    pub divergences: u64,
    /// Bins of functional coverage.
    pub coverage: Option<Fraction>,
    /// Situations that follow from the description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub situations: Option<Fraction>,
    /// Pairs of causes covered in one cycle.
    pub collisions: Option<Fraction>,
    /// Lines of the RTL.
    pub line: Option<Fraction>,
    /// Bits of the RTL's signals that toggled in both directions.
    pub toggle: Option<Fraction>,
    /// Million cycles per second, all threads together, with two decimals.
    pub mcycles_per_second: f64,
    /// For a PMU with official rules, each requirement that directed programs cover, with these programs.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub programs: BTreeMap<String, Vec<String>>,
}

/// Covered, of a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fraction {
    /// Covered.
    pub covered: u64,
    /// Total.
    pub total: u64,
}

/// A mutation campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishedMutation {
    /// killed + equivalent + survived.
    pub mutants: u64,
    /// Mutants that a program killed.
    pub killed: u64,
    /// Mutants proven equivalent to the RTL.
    pub equivalent: u64,
    /// Equivalent mutants by the kind of proof.
    #[schemars(with = "BTreeMap<String, u64>")]
    pub equivalent_by: BTreeMap<Proof, u64>,
    /// Mutants neither killed nor proven equivalent.
    pub survived: u64,
    /// Mutants whose model does not settle. They are not among `mutants`.
    pub unstable: u64,
    /// killed / (mutants - equivalent), rounded down to four decimals.
    pub score: f64,
    /// Seed of the mutants and of the random programs.
    pub seed: u64,
    /// Cycles of random programs for each mutant, in addition to all directed programs.
    pub cycles: u64,
    /// Version of Yosys.
    pub yosys: String,
    /// SHA-256 of the RTL that was mutated.
    pub rtl_hash: String,
}

impl PublishedPmu {
    /// The campaign with the lowest score.
    pub fn lowest_score(&self) -> Option<&PublishedMutation> {
        self.mutation.iter().min_by(|one, other| one.score.total_cmp(&other.score))
    }
}

impl PublishedDocument for Published {
    const FILE: &'static str = "docs/results.json";
    const VERSION: u32 = 2;

    fn ids(&self) -> Vec<&str> {
        self.pmus.iter().map(|entry| entry.pmu.as_str()).collect()
    }
}

impl Published {
    /// The entry of a PMU.
    pub fn of(&self, pmu: &str) -> Option<&PublishedPmu> {
        self.pmus.iter().find(|entry| entry.pmu == pmu)
    }

    /// The schema of the document.
    pub fn schema() -> String {
        let mut text = serde_json::to_string_pretty(&schemars::schema_for!(Published)).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Merges the figures of a run. Nothing changes if one of its PMUs cannot be published.
    ///
    /// # Errors
    /// Returns the reason for which it cannot be published, with a remedy.
    pub fn add_run(&mut self, results: &Results, rtl: &RtlHashes) -> Result<(), String> {
        if results.verdict != Verdict::Pass {
            return Err("the run did not pass; only runs that pass are published".to_owned());
        }
        if let Some(pmu) = results.pmus.iter().find(|pmu| !pmu.only.is_empty()) {
            return Err(format!("the run has only some programs of {}; publish a run without --only", pmu.pmu));
        }
        results.pmus.iter().try_for_each(|pmu| check_rtl(rtl, &pmu.pmu, &pmu.rtl_hash, "make sim"))?;
        for pmu in &results.pmus {
            self.entry(&pmu.pmu).run = Some(PublishedRun::new(results, pmu));
        }
        Ok(())
    }

    /// Merges the figures of a mutation campaign. It replaces the campaign of its seed and those of other RTL.
    ///
    /// # Errors
    /// Returns the reason for which it cannot be published, with a remedy.
    pub fn add_mutation(&mut self, report: &MutationReport, rtl: &RtlHashes) -> Result<(), String> {
        let (pmu, mutants) = (&report.pmu, report.mutants);
        if mutants < LEAST {
            return Err(format!(
                "the campaign has {mutants} mutants, but a published one needs {LEAST}; run `make mutate PMU={pmu}` \
                 without QUICK"
            ));
        }
        check_rtl(rtl, pmu, &report.rtl_hash, "make mutate")?;
        let campaigns = &mut self.entry(pmu).mutation;
        campaigns.retain(|other| other.seed != report.seed && other.rtl_hash == report.rtl_hash);
        campaigns.push(report.into());
        campaigns.sort_by_key(|campaign| campaign.seed);
        Ok(())
    }

    /// The entry of a PMU, created if missing. Entries keep the order of all PMUs.
    fn entry(&mut self, pmu: &str) -> &mut PublishedPmu {
        if self.of(pmu).is_none() {
            let summary = Pmu::find(pmu).map_or(pmu.to_owned(), |known| known.description.name);
            self.pmus.push(PublishedPmu { pmu: pmu.to_owned(), summary, run: None, mutation: Vec::new() });
            self.pmus.sort_by_key(|entry| position(&entry.pmu));
        }
        let place = self.pmus.iter().position(|entry| entry.pmu == pmu).unwrap_or_default();
        &mut self.pmus[place]
    }
}

/// Checks that the figures are of the RTL in the tree. `command` measures them again.
pub(super) fn check_rtl(rtl: &RtlHashes, pmu: &str, hash: &str, command: &str) -> Result<(), String> {
    match rtl.get(pmu) {
        Some(current) if current == hash => Ok(()),
        Some(_) => Err(format!("its RTL of {pmu} differs from that in the tree; run `{command} PMU={pmu}` again")),
        None => Err(format!("the tree has no RTL of {pmu}")),
    }
}

impl PublishedRun {
    fn new(results: &Results, pmu: &PmuResults) -> Self {
        let code = pmu.code_coverage.as_ref();
        let fraction = |covered, total| Fraction { covered, total };
        let date = i64::try_from(results.finished_at).ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
        Self {
            command: Some(pmu.command.clone()),
            date: date.map(|date| date.date_naive().to_string()),
            commit: results.commit.clone(),
            modified: results.modified,
            verilator: version(&results.tool.verilator, "Verilator "),
            seeds: pmu.seeds.clone(),
            rtl_hash: Some(pmu.rtl_hash.clone()),
            requirements: fraction(pmu.requirements.covered, pmu.requirements.total),
            event_rows: fraction(pmu.events.counted, pmu.events.total),
            cycles: pmu.cycles,
            divergences: pmu.divergences,
            coverage: Some(fraction(pmu.coverage.hit, pmu.coverage.total)),
            situations: Some(fraction(pmu.situations.hit, pmu.situations.total)),
            collisions: Some(fraction(pmu.collisions.covered, pmu.collisions.pairs)),
            line: code.map(|code| fraction(code.line.covered, code.line.total)),
            toggle: code.map(|code| fraction(code.toggle.covered, code.toggle.total)),
            mcycles_per_second: (pmu.cycles_per_second / 1e4).round() / 100.0,
            programs: if has_official_rules(&pmu.pmu) { covering(pmu) } else { BTreeMap::new() },
        }
    }
}

fn has_official_rules(pmu: &str) -> bool {
    let all = Pmu::official_rules().unwrap_or_default();
    all.iter().any(|rules| rules.configurations.contains(&pmu))
}

/// The programs that cover each covered requirement.
fn covering(pmu: &PmuResults) -> BTreeMap<String, Vec<String>> {
    let covered = pmu.requirements.each.iter().filter(|requirement| requirement.covered);
    covered.map(|requirement| (requirement.id.clone(), requirement.programs.clone())).collect()
}

impl From<&MutationReport> for PublishedMutation {
    fn from(report: &MutationReport) -> Self {
        let MutationReport { mutants, killed, equivalent, survived, unstable, seed, cycles, .. } = *report;
        Self {
            mutants,
            killed,
            equivalent,
            equivalent_by: report.equivalent_by.clone(),
            survived,
            unstable,
            score: (report.score * 10_000.0).floor() / 10_000.0,
            seed,
            cycles,
            yosys: version(&report.yosys, "Yosys ").unwrap_or_else(|| report.yosys.clone()),
            rtl_hash: report.rtl_hash.clone(),
        }
    }
}

/// Version number of a tool, without its path.
fn version(text: &str, tool: &str) -> Option<String> {
    text.strip_prefix(tool)?.split(' ').next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn committed<T: PublishedDocument>() -> (T, String) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        let text = std::fs::read_to_string(root.join(T::FILE)).expect("the document");
        (T::read(&root).expect("a valid document"), text)
    }

    #[test]
    fn reading_and_writing_a_document_preserves_it() {
        let (figures, text) = committed::<Published>();
        assert!(!figures.pmus.is_empty());
        assert_eq!(figures.text().expect("JSON"), text);
        let (bugs, text) = committed::<crate::publish::PublishedBugs>();
        assert!(!bugs.pmus.is_empty());
        assert_eq!(bugs.text().expect("JSON"), text);
    }

    #[test]
    fn entries_keep_the_order_of_the_pmus() {
        let mut published = Published { schema_version: Published::VERSION, pmus: Vec::new() };
        for pmu in ["itanium_cpe", "k8", "knc", "k8"] {
            published.entry(pmu);
        }
        assert_eq!(published.ids(), ["k8", "knc", "itanium_cpe"]);
        assert!(published.of("k8").is_some_and(|entry| entry.summary.contains("Athlon") && entry.run.is_none()));
    }

    #[test]
    fn versions_omit_the_path_of_the_tool() {
        assert_eq!(version("Verilator 5.006 on PATH", "Verilator ").as_deref(), Some("5.006"));
        assert_eq!(version("none: the DUT is a board", "Verilator "), None);
    }
}
