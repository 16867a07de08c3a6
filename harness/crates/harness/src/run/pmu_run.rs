//! One PMU of a run: its inputs, its plans and its results.

use super::context::RunContext;
use super::rig::RunRig;
use super::{code_coverage, metamorphic};
use crate::coverage::Points;
use crate::dut::{Dut, DutError};
use crate::dut_source::DutSource;
use crate::known::Known;
use crate::lint::warnings;
use crate::metamorphic::{MetamorphicPlan, MetamorphicRun};
use crate::program::{Program, ReadBack};
use crate::regression::{find_with_collisions, skip_unrunnable, DirectedPrograms, Plan, RegressionRun};
use crate::results::{Campaigns, Findings, PmuResults, SkippedProgram, TestedRtl, Verdict};
use crate::support::joined;
use crate::testbench::Testbench;
use crate::triage::Triage;
use crate::Error;
use golden_model_core::Pmu;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number of random programs in lockstep for each metamorphic experiment.
const PROGRAMS_PER_EXPERIMENT: u64 = 8;
/// Minimum number of metamorphic experiments of a PMU, so that each check runs several times.
const EXPERIMENTS: u64 = 49;

/// The inputs of the run of a PMU other than its DUT.
pub(super) struct PmuInputs {
    points: Points,
    known: Known,
    testbench: Testbench,
    directed: DirectedPrograms,
}

impl PmuInputs {
    /// Reads the testbench of a PMU, and the files of the settings that are about it.
    pub fn read(context: &RunContext, pmu: &Pmu) -> Result<Self, Error> {
        let points = Points::new(pmu)?;
        let known = context.settings.rtl.known.of(pmu, context.is_only)?;
        let testbench = Testbench::read(context.workspace, pmu)?;
        let directed = find_with_collisions(&testbench.programs, pmu)?;
        if directed.programs.is_empty() {
            return Err(Error::Input(format!("{}: no directed program", testbench.programs.display())));
        }
        Ok(Self { points, known, testbench, directed })
    }

    /// Number of cycles of all programs.
    pub fn cycles(&self, random: u64) -> u64 {
        random + self.directed.programs.iter().map(|program| program.cycles()).sum::<u64>()
    }
}

/// A PMU with all inputs of its run.
pub(super) struct PmuRun<'a> {
    pub pmu: &'a Pmu,
    pub points: Points,
    known: Known,
    testbench: Testbench,
    directed: Vec<Program>,
    skipped: Vec<SkippedProgram>,
    dut_source: Arc<DutSource>,
    /// Makes DUTs whose initial values depend on the seed of the run.
    pub dut_factory: Box<dyn Fn() -> Result<Box<dyn Dut>, DutError> + Send + Sync>,
}

impl<'a> PmuRun<'a> {
    /// Builds the DUT, and at the same time reads the inputs if they have not been read.
    pub fn new(context: &RunContext, pmu: &'a Pmu, inputs: Option<PmuInputs>) -> Result<Self, Error> {
        let RunContext { workspace, settings, monitor, .. } = *context;
        let (inputs, dut_source) = std::thread::scope(|scope| {
            let inputs = scope.spawn(|| inputs.map_or_else(|| PmuInputs::read(context, pmu), Ok));
            let notice = |text: &str| monitor.notice(text);
            let dut = DutSource::new(workspace, pmu, &settings.rtl, settings.board.as_ref(), &notice);
            (joined(inputs), dut)
        });
        let PmuInputs { points, known, testbench, directed } = inputs?;
        let DirectedPrograms { programs: directed, skipped: mut unselected } = directed;
        let dut_source = Arc::new(dut_source?);
        let facts = dut_source.facts();
        let (mut directed, mut skipped) = skip_unrunnable(pmu, directed, &facts.tied, facts.timing);
        skipped.append(&mut unselected);
        if facts.compared.contains(&false) {
            let read_back = ReadBack::new(pmu);
            directed.iter_mut().for_each(|program| read_back.apply(program, &facts.compared, facts.timing));
        }
        let (of_factory, seed) = (dut_source.clone(), settings.seed as u32);
        let dut_factory = Box::new(move || of_factory.dut(seed));
        Ok(Self { pmu, points, known, testbench, directed, skipped, dut_source, dut_factory })
    }

    /// Number of cycles of all programs.
    pub fn cycles(&self, random: u64) -> u64 {
        random + self.directed.iter().map(|program| program.cycles()).sum::<u64>()
    }

    /// Returns the plans of the lockstep run and of the metamorphic checks.
    pub fn plans<'s>(&'s self, context: &RunContext<'s>) -> (Plan<'s>, MetamorphicPlan<'s>) {
        let settings = context.settings;
        let Testbench { profile, rules, .. } = &self.testbench;
        let plan = Plan {
            pmu: self.pmu,
            known: &self.known,
            profile,
            directed: &self.directed,
            skipped: &self.skipped,
            seed: settings.seed,
            random_cycles: settings.cycles,
            shard: settings.shard,
            only: &settings.only,
            jobs: context.jobs(),
        };
        let metamorphic = MetamorphicPlan {
            pmu: self.pmu,
            rules,
            profile,
            seed: plan.seed,
            // The two programs of an experiment would not have the same cycles if accesses are apart.
            experiments: match plan.only.is_all() && self.dut_source.facts().timing.is_one_cycle() {
                true => (plan.random_programs() / PROGRAMS_PER_EXPERIMENT).max(EXPERIMENTS),
                false => 0,
            },
            only: None,
            shard: plan.shard,
            jobs: plan.jobs,
        };
        (plan, metamorphic)
    }

    /// Returns the results of the run: triages divergences, measures code coverage and evaluates all figures.
    pub fn results(
        &self,
        context: &RunContext,
        (plan, metamorphic_plan): &(Plan, MetamorphicPlan),
        (run, checks, seconds): &(RegressionRun, MetamorphicRun, BTreeMap<String, f64>),
    ) -> Result<PmuResults, Error> {
        let RunContext { workspace, settings, output, thresholds, monitor, stop, .. } = *context;
        let Self { pmu, points, known, testbench, dut_source, .. } = self;
        let facts = dut_source.facts();
        let id = &pmu.description.id;
        let (rtl, board) = (&settings.rtl, settings.board.as_ref());
        let mut programs = run.findings(plan, &facts.compared);
        if plan.only.is_all() {
            programs.times.metamorphic = seconds.clone();
        }
        let rig = RunRig { workspace, pmu, dut_source, rtl, board, output, monitor, traced: None };
        let failed: Vec<_> = run.failed_programs().collect();
        let lint_warnings = if failed.is_empty() { Vec::new() } else { self.lint_warnings(context) };
        let mut triage =
            Triage { pmu, known, rig, out: output.path(), seed: plan.seed as u32, waves: settings.waves, stop };
        triage.apply(&failed, &mut programs)?;
        let hits = run.hits();
        let results = PmuResults::new(Findings {
            rtl: TestedRtl {
                pmu: id.clone(),
                manual: pmu.description.manual.clone(),
                selected: rtl.under_test(pmu, facts),
                rtl_hash: facts.rtl_hash.clone(),
                description_hash: pmu.description.digest.clone(),
                choices: rtl.selected(pmu)?,
                lint_warnings,
                command: settings.command(std::slice::from_ref(id)),
            },
            programs,
            // Selected programs run without metamorphic checks.
            metamorphic: match plan.only.is_all() {
                true => metamorphic::results(metamorphic_plan, checks, &output.path().join("repro"), &|file| {
                    output.published(file)
                })?,
                false => Vec::new(),
            },
            coverage: points.report(&hits),
            situations: points.situations(&hits),
            campaigns: Campaigns::read(workspace.build_dir(), id, &facts.rtl_hash),
        });
        // Only the first shard measures code coverage: it needs few random programs.
        let counted = dut_source.model().filter(|_| context.counts_code && plan.shard.is_first());
        let code_coverage = counted
            .filter(|_| results.verdict != Verdict::Fail)
            .map(|built| code_coverage::measured(workspace, plan, built, rtl, &testbench.folder, monitor, stop));
        Ok(results.with_code_coverage(code_coverage.transpose()?).with_figures(thresholds, settings.enforce))
    }

    /// Warnings about the RTL, which may explain a failure. They are additional: without them, the run remains a run.
    fn lint_warnings(&self, context: &RunContext) -> Vec<String> {
        let RunContext { workspace, settings, monitor, .. } = *context;
        let Self { pmu, .. } = self;
        let mut notice = |text: &str| monitor.notice(text);
        let found = settings
            .rtl
            .source(workspace, pmu)
            .and_then(|rtl| Ok(warnings(workspace, &pmu.description, &rtl, &mut notice)?));
        found.unwrap_or_else(|error| {
            monitor.notice(&format!("{}: the RTL is not linted: {error}", pmu.description.id));
            Vec::new()
        })
    }
}
