//! The parts of the results of one PMU, which [`PmuResults::new`] puts together and judges.

use super::bucket::Bucket;
use super::campaigns::Campaigns;
use super::code_coverage::CodeCoverage;
use super::collisions::CollisionResults;
use super::coverage::{Coverage, CoverageGroup, RequirementBins};
use super::document::{PmuResults, RtlUnderTest, SelectedOption};
use super::events::Events;
use super::figure::Figures;
use super::known::KnownDivergence;
use super::metamorphic::MetamorphicResult;
use super::programs::{ProgramResult, Requirements, SkippedProgram};
use super::shards::ShardSet;
use super::suspects::suspects;
use super::thresholds::Thresholds;
use super::times::Times;
use super::verdict::Verdict;

/// What a run found about one PMU.
pub struct Findings {
    /// The PMU and its RTL.
    pub rtl: TestedRtl,
    /// Lockstep with the golden model.
    pub programs: ProgramFindings,
    /// Metamorphic checks.
    pub metamorphic: Vec<MetamorphicResult>,
    /// Functional coverage by passing programs.
    pub coverage: Coverage,
    /// Situations of passing programs.
    pub situations: Coverage,
    /// Campaigns on exactly this RTL.
    pub campaigns: Campaigns,
}

/// The PMU of a run and its RTL.
pub struct TestedRtl {
    /// Id of the PMU.
    pub pmu: String,
    /// Title of its manual.
    pub manual: String,
    /// The RTL, as the command names it.
    pub selected: RtlUnderTest,
    /// SHA-256 over the RTL and its manifest or port map, in hexadecimal.
    pub rtl_hash: String,
    /// SHA-256 over the description, in hexadecimal.
    pub description_hash: String,
    /// The selected options of its choices.
    pub choices: Vec<SelectedOption>,
    /// Warnings of Verilator about the RTL, each with its source line, if a program failed.
    pub lint_warnings: Vec<String>,
    /// The command that repeats the run of this PMU.
    pub command: String,
}

/// Results of the programs of one PMU. The fields are those of [`PmuResults`].
pub struct ProgramFindings {
    /// The shards that ran; none for a complete run.
    pub shard_set: Option<ShardSet>,
    /// Patterns of the names of the programs that ran; none for all programs.
    pub only: Vec<String>,
    /// Cycles in lockstep.
    pub cycles: u64,
    /// Values compared.
    pub comparisons: u64,
    /// Values that the model took from the DUT.
    pub values_from_dut: u64,
    /// Slots of the observation that are not observable.
    pub not_compared: Vec<String>,
    /// Programs that were skipped.
    pub skipped: Vec<SkippedProgram>,
    /// Requirement coverage, without the bins of functional coverage.
    pub requirements: Requirements,
    /// Event coverage.
    pub events: Events,
    /// Collision coverage.
    pub collisions: CollisionResults,
    /// Seeds of the random programs.
    pub seeds: Vec<u64>,
    /// Lockstep cycles per second.
    pub cycles_per_second: f64,
    /// Times of the programs and checks.
    pub times: Times,
    /// The divergences, in buckets.
    pub buckets: Vec<Bucket>,
    /// The known divergences with their uses.
    pub known: Vec<KnownDivergence>,
    /// The programs.
    pub programs: Vec<ProgramResult>,
}

impl PmuResults {
    /// Results of a run without code coverage and without thresholds.
    pub fn new(findings: Findings) -> Self {
        let Findings { rtl, programs: mut found, metamorphic, coverage, situations, campaigns } = findings;
        for bucket in &mut found.buckets {
            bucket.suspects = suspects(&found.requirements, &found.programs, &bucket.programs);
        }
        let mut requirements = found.requirements;
        for requirement in &mut requirements.each {
            let groups = coverage.groups.iter().filter(|group| group.requirements.contains(&requirement.id));
            let bins = |group: &CoverageGroup| RequirementBins {
                group: group.name.clone(),
                hit: group.hit,
                total: group.total,
            };
            requirement.bins = groups.map(bins).collect();
        }
        Self {
            pmu: rtl.pmu,
            manual: rtl.manual,
            verdict: Verdict::Fail,
            rtl: rtl.selected,
            rtl_hash: rtl.rtl_hash,
            description_hash: rtl.description_hash,
            choices: rtl.choices,
            lint_warnings: rtl.lint_warnings,
            shard_set: found.shard_set,
            only: found.only,
            cycles: found.cycles,
            comparisons: found.comparisons,
            expectations: found.programs.iter().map(|program| program.expectations).sum(),
            divergences: found.programs.iter().filter(|program| program.divergence.is_some()).count() as u64,
            values_from_dut: found.values_from_dut,
            not_compared: found.not_compared,
            skipped: found.skipped,
            requirements,
            events: found.events,
            metamorphic,
            coverage,
            situations,
            figures: Figures::default(),
            collisions: found.collisions,
            mutation: campaigns.mutation,
            seeded_bugs: campaigns.seeded_bugs,
            proofs: campaigns.proofs,
            code_coverage: None,
            seeds: found.seeds,
            cycles_per_second: found.cycles_per_second,
            times: found.times,
            command: rtl.command,
            buckets: found.buckets,
            known_divergences: found.known,
            programs: found.programs,
        }
        .judged()
    }

    /// The results with code coverage, if the run measured it.
    #[must_use]
    pub fn with_code_coverage(self, code_coverage: Option<CodeCoverage>) -> Self {
        Self { code_coverage, ..self }.judged()
    }

    /// The results with their figures compared with thresholds. If `enforced`, a figure below its threshold is a failure.
    #[must_use]
    pub fn with_figures(self, thresholds: &Thresholds, enforced: bool) -> Self {
        let figures = Figures::new(&self, |figure| thresholds.of(&self.pmu, figure), enforced);
        Self { figures, ..self }.judged()
    }

    fn judged(mut self) -> Self {
        self.verdict = self.judge();
        self
    }
}
