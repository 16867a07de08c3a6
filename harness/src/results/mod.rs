//! `results.json`: the truth about a run. Everything else, console, JUnit and HTML, is made from it.

mod annotations;
mod bucket;
mod collisions;
mod console;
mod coverage;
mod figures;
mod junit;
mod measured;
mod merge;
mod oracles;
mod page;
mod read;
mod write;

pub use annotations::{github, write_code_quality, CODE_QUALITY};
pub use bucket::Bucket;
pub use collisions::CollisionResults;
pub use console::{notes, table};
pub use coverage::{Coverage, CoverageBin, CoverageGroup, Impossible, RequirementBins};
pub use figures::{missing, Figure, FigureResult, Figures};
pub use measured::{MutationSummary, ZooSummary};
pub use merge::merge;
pub use oracles::OracleResult;
pub use read::{read, ReadError};
pub use write::{remove_old, write_all, write_whole, ResultsError, FILES};

use crate::lockstep::Divergence;
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

/// Pass or fail; nothing in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Something was specified and compared, and all of it agreed.
    Pass,
    /// Anything else.
    Fail,
}

/// What came of one PMU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PmuResults {
    /// Id of the PMU.
    pub pmu: String,
    /// Its verdict.
    pub verdict: Verdict,
    /// The RTL that was judged.
    pub rtl: JudgedRtl,
    /// SHA-256 over its RTL and manifest or port map.
    pub rtl_hash: String,
    /// SHA-256 over its description, in which the bins of coverage are.
    pub description_hash: String,
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
    pub left_out: Vec<LeftOut>,
    /// Requirement coverage by directed programs of this run.
    pub requirements: Requirements,
    /// Event rows that every counter has counted.
    pub events: Events,
    /// Checks of the device against itself, without the model.
    #[serde(default)]
    pub oracles: Vec<OracleResult>,
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
    pub zoo: Option<ZooSummary>,
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
pub struct JudgedRtl {
    /// Its folder.
    pub folder: String,
    /// Its top module.
    pub top: String,
    /// The file that says how the top's ports differ from the description's; none where they do not.
    pub ports: Option<String>,
}

/// A directed program that cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// Its name.
    pub program: String,
    /// The first value of an absent input that it needs.
    pub needs: String,
}

/// Requirement coverage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Requirements {
    /// All of the PMU.
    pub total: u64,
    /// Those that a passing directed program of this run names.
    pub covered: u64,
    /// Each with the programs that name it.
    pub each: Vec<RequirementResult>,
}

/// One requirement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequirementResult {
    /// Its id.
    pub id: String,
    /// Whether a program that names it passed, with all that it expects seen on the RTL, and none failed.
    pub covered: bool,
    /// Directed programs of this run that name it.
    pub programs: Vec<String>,
    /// Groups of coverage bins that belong to it.
    pub bins: Vec<RequirementBins>,
}

/// Event coverage: a row is counted when every counter that may count it did, and every other was seen not to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Events {
    /// All rows.
    pub total: u64,
    /// Rows that every counter has counted that may, and none of the others.
    pub counted: u64,
    /// For each counter what it has counted and refused.
    pub by_counter: Vec<CounterEvents>,
    /// For each row what every counter did.
    #[serde(default)]
    pub rows: Vec<EventRowResult>,
}

/// One row of the manual's event tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventRowResult {
    /// Code and mask.
    pub row: String,
    /// Its name in programs.
    pub name: String,
    /// A letter for each counter, in the order of `by_counter`: `c` counted, `m` missing, `r` refused as it must be, `u` not
    /// seen to be refused, `-` a counter of other units, to which the row means nothing.
    pub counters: String,
}

/// What one counter has counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CounterEvents {
    /// The counter.
    pub counter: String,
    /// Number of rows counted.
    pub counted: u64,
    /// Rows not counted, as code and mask.
    pub missing: Vec<String>,
    /// Number of rows that it may not count and was seen not to.
    pub refused: u64,
    /// Rows that it may not count and for which that was not seen, as code and mask.
    pub not_refused: Vec<String>,
}

/// A directed program, or all random programs of a seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProgramResult {
    /// Its name.
    pub name: String,
    /// Directed or random.
    pub kind: ProgramKind,
    /// Number of programs: 1, or those made from the seed.
    pub count: u64,
    /// SHA-256 over the text of the programs.
    pub stimulus_hash: String,
    /// Clocks in lockstep.
    pub cycles: u64,
    /// Expectations checked.
    pub expectations: u64,
    /// Those of them that only the model could answer, because the RTL does not show the value.
    pub unseen: u64,
    /// Its verdict.
    pub verdict: Verdict,
    /// Requirements that it names.
    pub covers: Vec<String>,
    /// The first divergence, if any.
    pub divergence: Option<Divergence>,
}

/// Where a program comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProgramKind {
    /// Written by hand for what it covers.
    Directed,
    /// Made from a seed.
    Random,
}

/// SHA-256 over the RTL of several PMUs, in their order.
pub fn rtl_hash(pmus: &[PmuResults]) -> String {
    let mut hasher = Sha256::new();
    pmus.iter().for_each(|pmu| hasher.update(&pmu.rtl_hash));
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Why a PMU without requirements fails, and what to do about it.
pub fn nothing_specified(pmu: &str) -> String {
    format!(
        "nothing specified yet: golden-model/descriptions/{pmu}/requirements.csv has no requirement; fill in that folder, \
         then rtl/{pmu}, golden-model/src/pmus/{pmu} and testbenches/{pmu}, as docs/adding-a-pmu.md shows"
    )
}

impl PmuResults {
    /// Why it cannot pass whatever its programs do, if so.
    pub fn unspecified(&self) -> Option<String> {
        (self.requirements.total == 0).then(|| nothing_specified(&self.pmu))
    }

    /// The verdict that the numbers give: nothing specified or nothing compared is a failure, and so are directed programs
    /// that are all left out, a bin hit that is said to be impossible, and a figure below an enforced threshold.
    pub fn judge(&self) -> Verdict {
        let failed = self.programs.iter().any(|program| program.verdict == Verdict::Fail)
            || self.oracles.iter().any(|oracle| oracle.violation.is_some())
            || self.unspecified().is_some()
            || self.is_all_left_out()
            || self.coverage.contradicted().next().is_some()
            || !self.collisions.contradicting.is_empty()
            || self.figures.fail();
        let something = self.cycles > 0 && self.comparisons > 0 && !self.programs.is_empty();
        match something && !failed && self.divergences == 0 && self.values_from_dut == 0 {
            true => Verdict::Pass,
            false => Verdict::Fail,
        }
    }

    /// Whether no directed program could be judged.
    pub fn is_all_left_out(&self) -> bool {
        !self.left_out.is_empty() && !self.programs.iter().any(|program| program.kind == ProgramKind::Directed)
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
