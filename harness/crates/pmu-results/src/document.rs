//! The results document of a run, and the verdict that follows from its figures.

use super::bucket::Bucket;
use super::campaigns::{MutationSummary, ProofSummary, SeededBugSummary};
use super::code_coverage::CodeCoverage;
use super::collisions::CollisionResults;
use super::coverage::Coverage;
use super::divergence::Divergence;
use super::events::Events;
use super::figure::Figures;
use super::known::KnownDivergence;
use super::metamorphic::MetamorphicResult;
use super::programs::{ProgramKind, ProgramResult, Requirements, SkippedProgram};
use super::shards::ShardSet;
use super::times::Times;
use super::verdict::Verdict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Version of the schema. It changes when a reader of the old version would misinterpret the new one.
pub const SCHEMA_VERSION: u32 = 2;

/// The document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Results {
    /// Version of this schema.
    pub schema_version: u32,
    /// Tools of the run.
    pub tool: Tool,
    /// Commit of the checkout; null outside a checkout.
    pub commit: Option<String>,
    /// Whether the checkout had uncommitted changes.
    pub modified: Option<bool>,
    /// Address of the sources at the commit, to which the path of a file is appended; null outside a CI system.
    #[serde(default)]
    pub source_url: Option<String>,
    /// SHA-256 over the RTL of all PMUs of this run, in order.
    pub rtl_hash: String,
    /// Time at which the run ended, in seconds since 1970.
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

/// Results of one PMU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PmuResults {
    /// Id of the PMU.
    pub pmu: String,
    /// Title of its manual, to which the sections refer.
    #[serde(default)]
    pub manual: String,
    /// Its verdict.
    pub verdict: Verdict,
    /// The RTL under test.
    pub rtl: RtlUnderTest,
    /// SHA-256 over its RTL and manifest or port map.
    pub rtl_hash: String,
    /// SHA-256 over its description, which includes the coverage plan.
    pub description_hash: String,
    /// The selected options of its choices, defaults included.
    #[serde(default)]
    pub choices: Vec<SelectedOption>,
    /// Warnings of Verilator about the RTL, each with its source line, if a program failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lint_warnings: Vec<String>,
    /// The shards of a run that these results contain; null for complete runs. The verdict of a shard covers only its own
    /// results and no thresholds. If shards were merged and some are missing, the verdict is `fail`.
    #[serde(default)]
    #[serde(rename = "part")]
    pub shard_set: Option<ShardSet>,
    /// Patterns of the names of the programs that ran; none for all programs. The verdict and all figures cover only these
    /// programs, and no thresholds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// Cycles in lockstep.
    pub cycles: u64,
    /// Values compared between DUT and model.
    pub comparisons: u64,
    /// Expectations of directed programs checked.
    pub expectations: u64,
    /// Programs that diverged.
    pub divergences: u64,
    /// Values that the model took from the DUT, measured by falsifying the DUT's answers. Must be 0.
    pub values_from_dut: u64,
    /// Slots of the observation that are not observable and were therefore not compared.
    pub not_compared: Vec<String>,
    /// Directed programs that were skipped because they need inputs that the DUT lacks.
    #[serde(rename = "left_out")]
    pub skipped: Vec<SkippedProgram>,
    /// Requirement coverage by directed programs of this run.
    pub requirements: Requirements,
    /// Event rows that every counter has counted.
    pub events: Events,
    /// Metamorphic checks.
    #[serde(default)]
    #[serde(rename = "oracles")]
    pub metamorphic: Vec<MetamorphicResult>,
    /// Functional coverage by passing programs.
    pub coverage: Coverage,
    /// Situations of passing programs: bins that follow from the description, without a plan. Not all of them can be hit.
    #[serde(default)]
    pub situations: Coverage,
    /// Figures with thresholds.
    pub figures: Figures,
    /// Collisions covered by programs of this run, as measured in the model.
    #[serde(default)]
    pub collisions: CollisionResults,
    /// Results of the last mutation campaign on exactly this RTL; null if no campaign ran.
    #[serde(default)]
    pub mutation: Option<MutationSummary>,
    /// Results of the last campaign with seeded bugs on exactly this RTL; null if no campaign ran.
    #[serde(default)]
    #[serde(rename = "zoo")]
    pub seeded_bugs: Option<SeededBugSummary>,
    /// Results of the last proofs on exactly this RTL; null if there were none.
    #[serde(default)]
    pub proofs: Option<ProofSummary>,
    /// Code coverage of the RTL; null if the run did not measure it.
    #[serde(default)]
    pub code_coverage: Option<CodeCoverage>,
    /// Seeds of the random programs.
    pub seeds: Vec<u64>,
    /// Lockstep cycles per second, all threads together.
    pub cycles_per_second: f64,
    /// Times of the programs and checks.
    #[serde(default)]
    pub times: Times,
    /// The command that repeats the run of this PMU.
    pub command: String,
    /// The divergences, in buckets.
    pub buckets: Vec<Bucket>,
    /// The known divergences that were accepted, with their uses. With one that occurred, the verdict is never `pass`; one that did
    /// not occur fails a complete run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known_divergences: Vec<KnownDivergence>,
    /// Every directed program, and for each seed one entry for all random programs.
    pub programs: Vec<ProgramResult>,
}

/// The selected option of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SelectedOption {
    /// Id of the choice.
    pub choice: String,
    /// Name of the option of the golden model.
    pub option: String,
    /// Whether it is the default.
    pub default: bool,
    /// Name of the option of the RTL, if it is that of the workspace and was built with another one.
    pub rtl_option: Option<String>,
}

impl SelectedOption {
    /// One line for an option other than the default, or one that differs between model and RTL.
    pub fn note(&self) -> Option<String> {
        let Self { choice, option, default, rtl_option } = self;
        match rtl_option {
            Some(other) => Some(format!("the RTL has {choice}={other}, the golden model {choice}={option}")),
            None => (!default).then(|| format!("{choice}={option}, which is not the default")),
        }
    }
}

/// RTL, as the command names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct RtlUnderTest {
    /// Its folder.
    pub folder: String,
    /// Its top module.
    pub top: String,
    /// The port map from the top's ports to those of the description; null if they are the same.
    pub ports: Option<String>,
}

/// SHA-256 over the RTL of several PMUs, in order.
fn rtl_hash(pmus: &[PmuResults]) -> String {
    let mut hasher = Sha256::new();
    pmus.iter().for_each(|pmu| hasher.update(&pmu.rtl_hash));
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Message for a PMU without requirements, with a remedy.
pub fn nothing_specified(pmu: &str) -> String {
    let folder = golden_model_core::Pmu::folder(pmu);
    let model = golden_model_core::pmus::model_sources(folder);
    format!(
        "nothing specified yet: golden-model/descriptions/{folder}/requirements.csv has no requirement; fill in that folder, \
         then rtl/{folder}, {model} and testbenches/{folder}, as docs/adding-a-pmu.md shows"
    )
}

impl PmuResults {
    /// Reason for which the PMU cannot pass regardless of its programs, if any.
    pub fn unspecified(&self) -> Option<String> {
        (self.requirements.total == 0).then(|| nothing_specified(&self.pmu))
    }

    /// Computes the verdict from the figures.
    ///
    /// A PMU fails if it has no requirements or nothing was compared, if all directed programs were skipped, if an
    /// impossible bin was hit, if a program diverged during the measurement of code coverage, or if an exclusion is wrong.
    /// If thresholds are enforced, it also fails if a figure is below its threshold or a metamorphic check compared nothing. A
    /// complete run fails if a known divergence did not occur; one that occurred is never an ordinary pass.
    pub fn judge(&self) -> Verdict {
        let masks = self.known_divergences.iter().any(KnownDivergence::is_used)
            || self.programs.iter().any(|program| program.verdict == Verdict::PassWithKnownDivergences);
        match self.fails() || self.obsolete().next().is_some() {
            true => Verdict::Fail,
            false if masks => Verdict::PassWithKnownDivergences,
            false => Verdict::Pass,
        }
    }

    /// The known divergences that did not occur.
    pub fn unused(&self) -> impl Iterator<Item = &KnownDivergence> {
        self.known_divergences.iter().filter(|known| !known.is_used())
    }

    /// The known divergences that a complete run disproves. A run that stopped at another divergence is not complete.
    pub fn obsolete(&self) -> impl Iterator<Item = &KnownDivergence> {
        let is_complete = self.shard_set.is_none() && self.only.is_empty() && self.divergences == 0;
        self.unused().filter(move |_| is_complete)
    }

    /// Whether the PMU fails for another reason than a known divergence that did not occur.
    pub fn fails(&self) -> bool {
        let failed = self.programs.iter().any(|program| program.verdict == Verdict::Fail)
            || self.metamorphic.iter().any(|metamorphic| metamorphic.violation.is_some())
            || self.unspecified().is_some()
            || self.is_all_skipped()
            || self.coverage.contradicted().next().is_some()
            || !self.collisions.contradicting.is_empty()
            || self.code_coverage.as_ref().is_some_and(CodeCoverage::is_faulty)
            || self.figures.fail()
            || (self.figures.enforced && self.metamorphic.iter().any(MetamorphicResult::is_idle));
        // A shard may have nothing to run; the merged results are evaluated again.
        let something =
            self.shard_set.is_some() || self.cycles > 0 && self.comparisons > 0 && !self.programs.is_empty();
        !something || failed || self.divergences > 0 || self.values_from_dut > 0
    }

    /// The first divergence of a bucket, if the results have it in full.
    pub fn first_divergence<'r>(&'r self, bucket: &'r Bucket) -> Option<&'r Divergence> {
        let first = bucket.programs.first()?;
        let mut all = self.programs.iter().filter_map(|program| program.divergence.as_ref());
        let is_first = |one: &&Divergence| one.program == *first && one.signature.is_alike(&bucket.signature);
        bucket.divergence.as_deref().or_else(|| all.find(is_first))
    }

    /// Whether every directed program was skipped.
    pub fn is_all_skipped(&self) -> bool {
        self.shard_set.is_none()
            && !self.skipped.is_empty()
            && !self.programs.iter().any(|program| program.kind == ProgramKind::Directed)
    }
}

/// The circumstances of a run.
pub struct RunRecord {
    /// Tools of the run.
    pub tool: Tool,
    /// Commit of the checkout, if it is one.
    pub commit: Option<String>,
    /// Whether the checkout had uncommitted changes.
    pub modified: Option<bool>,
    /// Address of the sources at the commit, if a CI system gives one.
    pub source_url: Option<String>,
    /// Time at which the run ended, in seconds since 1970.
    pub finished_at: u64,
    /// The command that repeats the run.
    pub command: String,
}

impl Results {
    /// The document of a run.
    pub fn new(run: RunRecord, pmus: Vec<PmuResults>) -> Self {
        let RunRecord { tool, commit, modified, source_url, finished_at, command } = run;
        let mut results = Self {
            schema_version: SCHEMA_VERSION,
            tool,
            commit,
            modified,
            source_url,
            rtl_hash: rtl_hash(&pmus),
            finished_at,
            command,
            verdict: Verdict::Fail,
            pmus,
        };
        results.verdict = results.judge();
        results
    }

    /// Computes the verdict, the worst of those of the PMUs; a run without a PMU fails.
    pub fn judge(&self) -> Verdict {
        self.pmus.iter().map(PmuResults::judge).max().unwrap_or(Verdict::Fail)
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
