//! Runs the regression on the seeded bugs of a PMU, one at a time.

use super::bug::SeededBug;
use super::file::SeededBugs;
use super::instrumented::InstrumentedRtl;
use crate::campaign::{CampaignError, Fault, FaultCampaign, FaultRunner, ModelFault, ModelUse};
use golden_model_core::Pmu;
use pmu_dut::{Dut, DutError};
use pmu_program::Program;
use pmu_results::{BugResult, Detection, Divergence, MetamorphicResult, OtherDetection, RandomSearch, SeededBugReport};
use pmu_rtl::{ensure_model, rtl_hash, BuiltModel, RtlFiles, Variant, Workspace};
use pmu_verify::jobs::Interrupted;
use pmu_verify::known::Known;
use pmu_verify::metamorphic::{self, MetamorphicPlan, MetamorphicRules, MetamorphicRun};
use pmu_verify::regression::{NamePatterns, Plan, Shard, Stop};
use pmu_verify::stimulus::{Generator, Profile};
use std::path::Path;
use std::sync::atomic::Ordering;

/// Seed of the random programs.
pub const SEED: u64 = 1;
/// Seeds of the random programs that must find a bug of higher order. The first is `SEED`.
const SEEDS: [u64; 3] = [SEED, 2, 3];
/// Cycles of random programs in which the RTL without a bug must agree with the model.
const HEALTHY_CYCLES: u64 = 20_000;

/// Experiments of metamorphic checks: of all checks on the RTL without a bug, of the named one on a bug.
const EXPERIMENTS: u64 = 168;

/// Inputs of a campaign.
pub struct Campaign<'a> {
    /// Workspace with the tools and the build folder.
    pub workspace: &'a Workspace,
    /// The PMU.
    pub pmu: &'a Pmu,
    /// Stimulus profile of the random programs.
    pub profile: &'a Profile,
    /// Directed programs.
    pub directed: &'a [Program],
    /// Rules of the metamorphic checks.
    pub rules: &'a MetamorphicRules,
    /// The folder with its `rtl.toml`; the folder above it is copied.
    pub folder: &'a Path,
    /// Seeded bugs of the PMU.
    pub seeded_bugs: &'a SeededBugs,
    /// Threads.
    pub jobs: usize,
}

impl Campaign<'_> {
    /// Runs the RTL without a bug, then the bugs that `only` names, or all if it is empty.
    ///
    /// # Errors
    /// [`CampaignError`] when there is no verdict.
    pub fn run(&self, only: &[String], stop: &Stop) -> Result<SeededBugReport, CampaignError> {
        let built = self.build()?;
        let without_bug = ModelFault { model: &built, select: 0 };
        let id = &self.pmu.description.id;
        let bugs = self.seeded_bugs.bugs.iter().zip(1..);
        let chosen: Vec<_> = bugs.filter(|(bug, _)| only.is_empty() || only.contains(&bug.name)).collect();
        // Otherwise every check would catch a model that always fails.
        let (programs, cycles, divergence) = self.healthy(without_bug, &chosen, stop)?;
        let absent = self.seeded_bugs.not_applicable.iter().map(Into::into).collect();
        let mut report = SeededBugReport::new(id, SEED, programs, cycles, self.seeded_bugs.bugs.len() as u64, absent);
        report.rtl_hash = rtl_hash(self.workspace, &self.pmu.description, self.folder.join("rtl.toml").as_path())?;
        if let Some(divergence) = divergence {
            report.without_bug = Some(divergence);
            return Ok(report.evaluated());
        }
        let outcomes = self.metamorphic_checks(without_bug, None, self.jobs, stop)?;
        report.violation_without_bug = outcomes.iter().find_map(|outcome| MetamorphicResult::from(outcome).headline());
        if report.violation_without_bug.is_some() {
            return Ok(report.evaluated());
        }
        let faults = FaultCampaign { pmu: self.pmu, models: ModelUse::OneProgram, threads: self.jobs, stop };
        report.bugs = faults.check_each(&chosen, |runner, &(bug, select)| {
            self.one(runner, ModelFault { model: &built, select }, bug, stop)
        })?;
        Ok(report.evaluated())
    }

    /// Builds the model that contains all bugs.
    fn build(&self) -> Result<BuiltModel, CampaignError> {
        let Self { workspace, pmu, folder, seeded_bugs, .. } = self;
        let description = &pmu.description;
        let top = RtlFiles::read(workspace, description, &folder.join("rtl.toml"))?.top;
        let place = workspace.build_dir().join("zoo");
        let carrier = InstrumentedRtl::new(folder, &top, &seeded_bugs.bugs, &place).map_err(CampaignError::Splice)?;
        let mut notice = |_: &str| eprintln!("building {} with {} seeded bugs", description.id, seeded_bugs.bugs.len());
        ensure_model(workspace, description, &carrier.manifest(), Variant::Fast, &mut notice)
            .map_err(CampaignError::Instrumented)
    }

    /// The regression without a bug, with at least the random programs of the chosen bugs: programs, cycles and the first
    /// divergence.
    fn healthy(
        &self,
        without_bug: ModelFault,
        chosen: &[(&SeededBug, u32)],
        stop: &Stop,
    ) -> Result<(u64, u64, Option<Divergence>), CampaignError> {
        let (mut programs, mut cycles) = (0, 0);
        for seed in SEEDS {
            let needs = |bug: &SeededBug| seed == SEED || bug.kind.is_some();
            let asked = chosen.iter().filter(|(bug, _)| needs(bug)).filter_map(|(bug, _)| bug.random_within).max();
            let random_cycles = match seed {
                SEED => asked.unwrap_or(0).max(HEALTHY_CYCLES),
                _ => asked.unwrap_or(0),
            };
            if random_cycles == 0 {
                continue;
            }
            let plan = Plan {
                pmu: self.pmu,
                known: Known::none(),
                profile: self.profile,
                directed: if seed == SEED { self.directed } else { &[] },
                skipped: &[],
                seed,
                random_cycles,
                shard: Shard::ALL,
                only: NamePatterns::ALL,
                jobs: self.jobs,
            };
            let dut = || -> Result<Box<dyn Dut>, DutError> { Ok(Box::new(without_bug.dut()?)) };
            let run = plan.run(&dut, &|_| {}, stop)?;
            if run.interrupted(&plan) {
                return Err(Interrupted.into());
            }
            let found = run.findings(&plan, &without_bug.model.compared);
            programs += found.programs.iter().map(|program| program.count).sum::<u64>();
            cycles += found.cycles;
            let divergence = found.programs.into_iter().find_map(|program| program.divergence);
            if divergence.is_some() {
                return Ok((programs, cycles, divergence));
            }
        }
        Ok((programs, cycles, None))
    }

    fn one<'m>(
        &self,
        runner: &mut FaultRunner<'_, ModelFault<'m>>,
        fault: ModelFault<'m>,
        bug: &SeededBug,
        stop: &Stop,
    ) -> Result<BugResult, CampaignError> {
        let mut result = bug.not_run(self.folder);
        let check = bug.caught_by.as_ref();
        let named = check.and_then(|check| self.directed.iter().find(|program| program.name == check.program));
        result.caught = runner.detect(fault, named)?.detection()?;
        if let Some(limit) = bug.random_within {
            result.random = runner.detect(fault, self.random(SEED, limit))?.detection()?;
            for seed in SEEDS.into_iter().filter(|_| bug.kind.is_some()) {
                let cycles = match seed {
                    SEED => result.random.as_ref().map(|found| found.cycles),
                    _ => runner.detect(fault, self.random(seed, limit))?.detection()?.map(|found| found.cycles),
                };
                result.seeds.push(RandomSearch { seed, cycles });
            }
        }
        if let Some(check) = &bug.metamorphic {
            let outcomes = self.metamorphic_checks(fault, Some(check), 1, stop)?;
            result.violation = outcomes.into_iter().find_map(|outcome| outcome.violated).map(|found| found.violation);
        }
        result.evaluate();
        if !result.faults.is_empty() {
            // The author of a bug needs to know which programs catch it.
            for program in self.directed {
                if let Some(Detection { cycles, divergence, .. }) = runner.detect(fault, [program])?.detection()? {
                    let values = divergence.differences.iter().map(|difference| difference.name.clone()).collect();
                    result.elsewhere.push(OtherDetection { program: program.name.clone(), cycles, values });
                }
            }
            result.elsewhere.sort_by_key(|elsewhere| elsewhere.cycles);
        }
        Ok(result)
    }

    /// Runs metamorphic checks on a DUT with one of the bugs.
    fn metamorphic_checks(
        &self,
        fault: ModelFault,
        only: Option<&str>,
        jobs: usize,
        stop: &Stop,
    ) -> Result<MetamorphicRun, CampaignError> {
        let Self { pmu, rules, profile, .. } = *self;
        let plan = MetamorphicPlan {
            pmu,
            rules,
            profile,
            seed: SEED,
            experiments: EXPERIMENTS,
            only,
            shard: Shard::ALL,
            jobs,
        };
        let dut = || -> Result<Box<dyn Dut>, DutError> { Ok(Box::new(fault.dut()?)) };
        let outcomes = metamorphic::run(&plan, &dut, stop)?;
        match stop.load(Ordering::Relaxed) {
            true => Err(Interrupted.into()),
            false => Ok(outcomes),
        }
    }

    /// Random programs of a seed, of at least `cycles` cycles in total.
    fn random(&self, seed: u64, cycles: u64) -> impl Iterator<Item = Program> + '_ {
        let generator = Generator::new(self.pmu, self.profile);
        let (mut before, mut index) = (0, 0);
        std::iter::from_fn(move || {
            (before < cycles).then(|| {
                let program = generator.program(seed, index);
                before += program.cycles();
                index += 1;
                program
            })
        })
    }
}
