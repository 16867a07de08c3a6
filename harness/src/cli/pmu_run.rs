//! One PMU of a run: its inputs, its plans and its results.

use super::args::{Rtl, Run};
use super::dut_source::DutSource;
use super::run::command;
use super::status::Failure;
use super::triage::RunRig;
use super::waves::Tracing;
use super::{code_coverage, metamorphic};
use crate::coverage::Points;
use crate::dut::DutFactory;
use crate::metamorphic::{MetamorphicPlan, MetamorphicRules, MetamorphicRun};
use crate::program::{Program, ReadBack};
use crate::regression::{
    find_with_collisions, programs_folder, skip_unrunnable, Plan, RegressionRun as Done, Shard, Stop,
};
use crate::results::{PmuResults, RtlUnderTest, SkippedProgram, Verdict};
use crate::rtl::{RtlFacts, Workspace};
use crate::stimulus::Profile;
use crate::support::joined;
use crate::triage::Triage;
use golden_model::Pmu;
use std::path::Path;

/// Number of random programs in lockstep for each metamorphic experiment.
const PROGRAMS_PER_EXPERIMENT: u64 = 16;
/// Minimum number of metamorphic experiments of a PMU, so that each check runs several times.
const EXPERIMENTS: u64 = 28;

/// A PMU with all inputs of its run, read before any PMU runs so that bad input is reported early.
pub(super) struct PmuRun {
    pub pmu: Pmu,
    pub points: Points,
    profile: Profile,
    rules: MetamorphicRules,
    pub directed: Vec<Program>,
    skipped: Vec<SkippedProgram>,
    dut_source: DutSource,
    counts_code: bool,
}

impl PmuRun {
    pub fn new(workspace: &Workspace, pmu: Pmu, arguments: &Run, counts_code: bool) -> Result<Self, Failure> {
        let id = &pmu.description.id;
        let points = Points::new(&pmu)?;
        let profile =
            Profile::read(&workspace.root().join("testbenches").join(Pmu::folder(id)).join("stimulus.toml"), &pmu)?;
        let rules = MetamorphicRules::read(
            &workspace.root().join("testbenches").join(Pmu::folder(id)).join("metamorphic.toml"),
            &pmu,
        )?;
        let folder = programs_folder(workspace.root(), id);
        let (directed, dut) = std::thread::scope(|scope| {
            let directed = scope.spawn(|| find_with_collisions(&folder, &pmu));
            let dut = DutSource::new(workspace, &pmu, &arguments.rtl, arguments.dut.as_ref());
            (joined(directed), dut)
        });
        let directed = directed?;
        if directed.is_empty() {
            return Err(Failure::Input(format!("{}: no directed program", folder.display())));
        }
        let dut = dut?;
        let facts = dut.facts();
        let (mut directed, skipped) = skip_unrunnable(&pmu, directed, &facts.tied);
        if facts.compared.contains(&false) {
            let read_back = ReadBack::new(&pmu);
            directed.iter_mut().for_each(|program| read_back.apply(program, &facts.compared));
        }
        Ok(Self { pmu, points, profile, rules, directed, skipped, dut_source: dut, counts_code })
    }

    /// Returns the plans of the lockstep run and of the metamorphic checks.
    pub fn plans(&self, arguments: &Run, jobs: usize) -> (Plan<'_>, MetamorphicPlan<'_>) {
        let plan = Plan {
            pmu: &self.pmu,
            profile: &self.profile,
            directed: &self.directed,
            skipped: &self.skipped,
            seed: arguments.seed,
            random_cycles: arguments.cycles,
            shard: arguments.shard.unwrap_or(Shard::ALL),
            jobs,
        };
        let metamorphic = MetamorphicPlan {
            pmu: &self.pmu,
            rules: &self.rules,
            profile: &self.profile,
            seed: plan.seed,
            experiments: (plan.random_programs() / PROGRAMS_PER_EXPERIMENT).max(EXPERIMENTS),
            only: None,
            shard: plan.shard,
            jobs,
        };
        (plan, metamorphic)
    }

    /// Returns a factory of DUTs whose initial values depend on `seed`.
    pub fn dut_factory(&self, seed: u64) -> Box<DutFactory<'_>> {
        Box::new(move || self.dut_source.dut(seed as u32))
    }

    /// Returns the results of the run, measures code coverage and triages divergences.
    pub fn results(
        &self,
        workspace: &Workspace,
        (plan, metamorphic): &(Plan, MetamorphicPlan),
        (run, checks): &(Done, MetamorphicRun),
        arguments: &Run,
        out: &Path,
        stop: &Stop,
    ) -> Result<PmuResults, Failure> {
        let Self { pmu, points, dut_source, .. } = self;
        let facts = dut_source.facts();
        let id = &pmu.description.id;
        let mut results = run.results(plan, &facts.compared);
        results.metamorphic = metamorphic::results(metamorphic, checks, &out.join("repro"))?;
        results.set_coverage(points.report(&run.hits()));
        results.rtl = rtl_under_test(&arguments.rtl, id, facts);
        results.rtl_hash = facts.rtl_hash.clone();
        results.set_measured(workspace.build_dir());
        results.command = command(arguments, std::slice::from_ref(id));
        // Only the first shard measures code coverage: it needs few random programs.
        let counted = dut_source.model().filter(|_| self.counts_code && plan.shard.is_first());
        if let Some(built) = counted.filter(|_| results.judge() == Verdict::Pass) {
            results.code_coverage = Some(code_coverage::measured(workspace, plan, built, &arguments.rtl, stop)?);
        }
        let failed: Vec<_> = run.failed_programs().collect();
        let waves = if arguments.no_waves { 0 } else { arguments.waves };
        let seed = plan.seed as u32;
        let (rtl, dut) = (&arguments.rtl, arguments.dut.as_ref());
        let rig = RunRig { workspace, pmu, dut_source, rtl, dut, tracing: Tracing::new(workspace, pmu, rtl) };
        Triage { pmu, rig, out, seed, waves, stop }.apply(&failed, &mut results)?;
        Ok(results)
    }
}

/// Returns the RTL as the command line selects it.
fn rtl_under_test(rtl: &Rtl, id: &str, facts: &RtlFacts) -> RtlUnderTest {
    RtlUnderTest {
        folder: rtl
            .folder
            .as_ref()
            .map_or_else(|| format!("rtl/{}", Pmu::folder(id)), |folder| folder.display().to_string()),
        top: facts.top.clone(),
        ports: rtl.map.as_ref().map(|map| map.display().to_string()),
    }
}
