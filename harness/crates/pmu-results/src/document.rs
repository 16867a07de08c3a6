//! The document of a run, and the verdict that its figures give.

use super::bucket::Bucket;
use super::campaigns::{MutationSummary, SeededBugSummary};
use super::code_coverage::CodeCoverage;
use super::collisions::CollisionResults;
use super::coverage::{Coverage, CoverageGroup, RequirementBins};
use super::divergence::Divergence;
use super::events::Events;
use super::figure::Figures;
use super::metamorphic::MetamorphicResult;
use super::programs::{ProgramKind, ProgramResult, Requirements, SkippedProgram};
use super::shards::ShardSet;
use super::verdict::Verdict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Version of the schema. It changes when a reader of the old one would misread the new.
pub const SCHEMA_VERSION: u32 = 2;

/// The document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Results {
    /// Version of this schema.
    pub schema_version: u32,
    /// What ran.
    pub tool: Tool,
    /// Commit of the checkout; none outside one.
    pub commit: Option<String>,
    /// Whether the checkout had uncommitted changes.
    pub modified: Option<bool>,
    /// SHA-256 over the RTL of all PMUs of this run, in their order.
    pub rtl_hash: String,
    /// When the run ended, in seconds since 1970.
    pub finished_at: u64,
    /// The command that repeats the run.
    pub command: String,
    /// The verdict over all PMUs.
    pub verdict: Verdict,
    /// One entry for each PMU.
    pub pmus: Vec<PmuResults>,
}

/// Versions of the tools.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tool {
    /// Version of pmu-cosim.
    pub pmu_cosim: String,
    /// Verilator, with its version.
    pub verilator: String,
    /// The C++ compiler, with its version.
    pub cxx: String,
}

/// What came of one PMU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PmuResults {
    /// Id of the PMU.
    pub pmu: String,
    /// Its verdict.
    pub verdict: Verdict,
    /// The RTL that was judged.
    pub rtl: RtlUnderTest,
    /// SHA-256 over its RTL and manifest or port map.
    pub rtl_hash: String,
    /// SHA-256 over its description, in which the bins of coverage are.
    pub description_hash: String,
    /// Which shards of a run these results are of; none where they are of whole runs. The verdict of a shard is that
    /// of what is here, and no threshold is asked of it; where shards were merged and some are missing it is `fail`.
    #[serde(default)]
    #[serde(rename = "part")]
    pub shard_set: Option<ShardSet>,
    /// Clocks in lockstep.
    pub cycles: u64,
    /// Values compared between device and model.
    pub comparisons: u64,
    /// Expectations of directed programs checked.
    pub expectations: u64,
    /// Programs that diverged.
    pub divergences: u64,
    /// Values that the model took from the device, as measured by falsifying the device's answers. Must be 0.
    pub values_from_dut: u64,
    /// Parts of the observation that the device does not show and that were therefore not compared.
    pub not_compared: Vec<String>,
    /// Directed programs that did not run, because they need inputs that the device lacks.
    #[serde(rename = "left_out")]
    pub skipped: Vec<SkippedProgram>,
    /// Requirement coverage by directed programs of this run.
    pub requirements: Requirements,
    /// Event rows that every counter has counted.
    pub events: Events,
    /// Checks of the device against itself, without the model.
    #[serde(default)]
    #[serde(rename = "oracles")]
    pub metamorphic: Vec<MetamorphicResult>,
    /// Functional coverage: the situations that passing programs were in.
    pub coverage: Coverage,
    /// What of all this has a threshold, and whether it reaches it.
    pub figures: Figures,
    /// Collisions that programs of this run have met, as the model measures it.
    #[serde(default)]
    pub collisions: CollisionResults,
    /// What the last mutation campaign on this RTL found; none where there was none on this very RTL.
    #[serde(default)]
    pub mutation: Option<MutationSummary>,
    /// What became of the deliberate bugs in this RTL; none where they were not let loose on this very RTL.
    #[serde(default)]
    #[serde(rename = "zoo")]
    pub seeded_bugs: Option<SeededBugSummary>,
    /// Code coverage of the RTL; none where the run did not measure it.
    #[serde(default)]
    pub code_coverage: Option<CodeCoverage>,
    /// Seeds of the random programs.
    pub seeds: Vec<u64>,
    /// Lockstep clocks in a second, all threads together.
    pub cycles_per_second: f64,
    /// The command that repeats this part.
    pub command: String,
    /// The divergences, those about the same thing together.
    pub buckets: Vec<Bucket>,
    /// Every directed program, and the random programs of each seed as one.
    pub programs: Vec<ProgramResult>,
}

/// An RTL, as the command names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct RtlUnderTest {
    /// Its folder.
    pub folder: String,
    /// Its top module.
    pub top: String,
    /// The file that says how the top's ports differ from the description's; none where they do not.
    pub ports: Option<String>,
}

/// SHA-256 over the RTL of several PMUs, in their order.
pub fn rtl_hash(pmus: &[PmuResults]) -> String {
    let mut hasher = Sha256::new();
    pmus.iter().for_each(|pmu| hasher.update(&pmu.rtl_hash));
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Why a PMU without requirements fails, and what to do about it.
pub fn nothing_specified(pmu: &str) -> String {
    let folder = golden_model::Pmu::folder(pmu);
    format!(
        "nothing specified yet: golden-model/descriptions/{folder}/requirements.csv has no requirement; fill in that folder, \
         then rtl/{folder}, golden-model/src/pmus/{folder} and testbenches/{folder}, as docs/adding-a-pmu.md shows"
    )
}

impl PmuResults {
    /// Takes over the coverage, also for the requirements that its groups belong to.
    pub fn set_coverage(&mut self, coverage: Coverage) {
        for requirement in &mut self.requirements.each {
            let groups = coverage.groups.iter().filter(|group| group.requirements.contains(&requirement.id));
            let bins = |group: &CoverageGroup| RequirementBins {
                group: group.name.clone(),
                hit: group.hit,
                total: group.total,
            };
            requirement.bins = groups.map(bins).collect();
        }
        self.coverage = coverage;
        self.verdict = self.judge();
    }

    /// Why it cannot pass whatever its programs do, if so.
    pub fn unspecified(&self) -> Option<String> {
        (self.requirements.total == 0).then(|| nothing_specified(&self.pmu))
    }

    /// The verdict that the numbers give: nothing specified or nothing compared is a failure, and so are directed programs
    /// that are all left out, a bin hit that is said to be impossible, a divergence while code coverage is measured, an
    /// exclusion from it without cause, and, where thresholds are enforced, a figure below its own or an oracle that
    /// compared nothing.
    pub fn judge(&self) -> Verdict {
        let failed = self.programs.iter().any(|program| program.verdict == Verdict::Fail)
            || self.metamorphic.iter().any(|metamorphic| metamorphic.violation.is_some())
            || self.unspecified().is_some()
            || self.is_all_skipped()
            || self.coverage.contradicted().next().is_some()
            || !self.collisions.contradicting.is_empty()
            || self.code_coverage.as_ref().is_some_and(CodeCoverage::is_faulty)
            || self.figures.fail()
            || (self.figures.enforced && self.metamorphic.iter().any(MetamorphicResult::is_idle));
        // A part may have nothing to run; whoever puts the parts together judges the whole.
        let something =
            self.shard_set.is_some() || self.cycles > 0 && self.comparisons > 0 && !self.programs.is_empty();
        match something && !failed && self.divergences == 0 && self.values_from_dut == 0 {
            true => Verdict::Pass,
            false => Verdict::Fail,
        }
    }

    /// Whether no directed program could be judged.
    pub fn is_all_skipped(&self) -> bool {
        self.shard_set.is_none()
            && !self.skipped.is_empty()
            && !self.programs.iter().any(|program| program.kind == ProgramKind::Directed)
    }
}

impl Results {
    /// The verdict that the PMUs give: no PMU is a failure.
    pub fn judge(&self) -> Verdict {
        match !self.pmus.is_empty() && self.pmus.iter().all(|pmu| pmu.judge() == Verdict::Pass) {
            true => Verdict::Pass,
            false => Verdict::Fail,
        }
    }

    /// Every divergence with its PMU.
    pub fn divergences(&self) -> impl Iterator<Item = (&PmuResults, &Divergence)> {
        let of = |pmu: &'_ PmuResults| pmu.programs.iter().filter_map(|program| program.divergence.as_ref()).count();
        debug_assert!(self.pmus.iter().all(|pmu| of(pmu) as u64 == pmu.divergences));
        self.pmus.iter().flat_map(|pmu| pmu.programs.iter().filter_map(move |p| Some((pmu, p.divergence.as_ref()?))))
    }

    /// The schema of the document.
    pub fn schema() -> String {
        let schema = schemars::schema_for!(Results);
        let mut text = serde_json::to_string_pretty(&schema).unwrap_or_default();
        text.push('\n');
        text
    }
}
