//! Runs all metamorphic checks on a DUT, in parallel.

use super::experiment::{CheckContext, Experiment, ExperimentInput};
use super::rules::MetamorphicRules;
use super::trace::Trace;
use super::{MetamorphicCheck, CHECKS};
use crate::jobs::{self, JobRunner, Task};
use crate::regression::Shard;
use crate::stimulus::{Generator, Profile};
use golden_model_core::Pmu;
use pmu_dut::{Dut, DutError, DutFactory};
use pmu_program::Program;
use pmu_results::{name, MetamorphicResult, Violation};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Settings of the metamorphic checks of one PMU.
pub struct MetamorphicPlan<'p> {
    /// The PMU.
    pub pmu: &'p Pmu,
    /// The restrictions of its relations.
    pub rules: &'p MetamorphicRules,
    /// The stimulus profile of its random programs.
    pub profile: &'p Profile,
    /// Seed of the random programs.
    pub seed: u64,
    /// Number of experiments, which are assigned to the checks alternately.
    pub experiments: u64,
    /// Run only the check with this name; `None` for all.
    pub only: Option<&'p str>,
    /// The shard of the experiments to run.
    pub shard: Shard,
    /// Number of threads.
    pub jobs: usize,
}

impl MetamorphicPlan<'_> {
    /// Whether an experiment is in the shard.
    fn has(&self, metamorphic: &MetamorphicCheck, number: u64) -> bool {
        let experiment = format!("{} of {}", metamorphic.kind.name(), name::of(self.seed, number));
        self.shard.has(&self.pmu.description.id, &experiment)
    }
}

/// The result of one check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckOutcome {
    /// Its name.
    pub name: &'static str,
    /// The relation that it checks.
    pub claim: &'static str,
    /// Random programs from which an experiment was to be made; 0 if the check does not apply to the PMU.
    pub tried: u64,
    /// Experiments in which at least one value was compared.
    pub experiments: u64,
    /// Cycles that the DUT ran.
    pub cycles: u64,
    /// Values compared.
    pub values: u64,
    /// The first violation.
    pub violated: Option<FailedExperiment>,
}

impl From<&CheckOutcome> for MetamorphicResult {
    fn from(outcome: &CheckOutcome) -> Self {
        Self {
            name: outcome.name.to_owned(),
            claim: outcome.claim.to_owned(),
            tried: outcome.tried,
            experiments: outcome.experiments,
            cycles: outcome.cycles,
            values: outcome.values,
            violation: outcome.violated.as_ref().map(|violated| violated.violation.clone()),
        }
    }
}

/// A violation with the two programs that produce it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedExperiment {
    /// The violation.
    pub violation: Violation,
    /// Number of the experiment. The violation with the lowest number is kept.
    pub experiment: u64,
    /// Both programs.
    pub programs: [Program; 2],
}

/// The results of all checks, in the order of the checks.
pub type MetamorphicRun = Vec<CheckOutcome>;

struct ExperimentOutcome {
    cycles: u64,
    values: u64,
    violated: Option<FailedExperiment>,
}

/// The experiments of a plan that is being run.
pub struct Experiments<'p> {
    plan: &'p MetamorphicPlan<'p>,
    /// Positions of the selected checks.
    chosen: Vec<usize>,
    generator: Generator<'p>,
    context: CheckContext<'p>,
    dut_factory: &'p DutFactory<'p>,
    /// The result of each selected check.
    outcomes: Mutex<MetamorphicRun>,
    /// Run time of each selected check, summed over all threads.
    times: Mutex<Vec<Duration>>,
}

impl<'p> Experiments<'p> {
    /// Creates the experiments. `dut` creates a DUT for each thread.
    pub fn new(plan: &'p MetamorphicPlan<'p>, dut: &'p DutFactory<'p>) -> Self {
        let is_chosen = |position: &usize| plan.only.is_none_or(|name| CHECKS[*position].kind.name() == name);
        let chosen: Vec<usize> = (0..CHECKS.len()).filter(is_chosen).collect();
        let outcome = |&position: &usize| CheckOutcome {
            name: CHECKS[position].kind.name(),
            claim: CHECKS[position].kind.claim(),
            ..CheckOutcome::default()
        };
        let outcomes = Mutex::new(chosen.iter().map(outcome).collect());
        let times = Mutex::new(vec![Duration::ZERO; chosen.len()]);
        let (generator, context) = (Generator::new(plan.pmu, plan.profile), CheckContext::new(plan.pmu, plan.rules));
        Self { plan, chosen, generator, context, dut_factory: dut, outcomes, times }
    }

    /// The seconds of each check that ran, by its name, summed over all threads.
    pub fn seconds(&self) -> BTreeMap<String, f64> {
        let times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let each = self.chosen.iter().zip(times.iter());
        each.map(|(&check, time)| (CHECKS[check].kind.name().to_owned(), time.as_secs_f64())).collect()
    }

    /// The results.
    pub fn finish(self) -> MetamorphicRun {
        self.outcomes.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn job(&self, dut: &mut dyn Dut, number: u64) -> Result<(), DutError> {
        let checks = self.chosen.len() as u64;
        let position = (number % checks) as usize;
        let metamorphic = &CHECKS[self.chosen[position]];
        if !self.plan.has(metamorphic, number) {
            return Ok(());
        }
        let start = Instant::now();
        let done = one(&self.context, &self.generator, self.plan.seed, [number, number / checks], metamorphic, dut)?;
        self.times.lock().unwrap_or_else(PoisonError::into_inner)[position] += start.elapsed();
        let outcome = &mut self.outcomes.lock().unwrap_or_else(PoisonError::into_inner)[position];
        outcome.tried += u64::from((metamorphic.applies)(&self.context));
        outcome.experiments += u64::from(done.values > 0);
        outcome.cycles += done.cycles;
        outcome.values += done.values;
        let first = |violated: &FailedExperiment| violated.experiment;
        let earlier = outcome.violated.as_ref().map_or(u64::MAX, first);
        if done.violated.as_ref().is_some_and(|violated| first(violated) < earlier) {
            outcome.violated = done.violated;
        }
        Ok(())
    }
}

impl Task<DutError> for Experiments<'_> {
    fn jobs(&self) -> u64 {
        self.plan.experiments
    }

    fn worker(&self) -> Result<JobRunner<'_, DutError>, DutError> {
        let mut dut = (self.dut_factory)()?;
        Ok(Box::new(move |number| self.job(dut.as_mut(), number)))
    }
}

/// Runs the experiments. The result does not depend on the number of threads.
pub fn run(plan: &MetamorphicPlan, dut: &DutFactory, stop: &AtomicBool) -> Result<MetamorphicRun, DutError> {
    let experiments = Experiments::new(plan, dut);
    jobs::run(&[&experiments], plan.jobs, stop)?;
    Ok(experiments.finish())
}

fn one(
    context: &CheckContext,
    generator: &Generator,
    seed: u64,
    [number, turn]: [u64; 2],
    metamorphic: &MetamorphicCheck,
    dut_factory: &mut dyn Dut,
) -> Result<ExperimentOutcome, DutError> {
    let MetamorphicCheck { kind, experiment, .. } = metamorphic;
    let name = kind.name();
    let [base, other] = [number, number + 1].map(|at| context.rules.tie(context.pmu, generator.program(seed, at)));
    let rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ number.rotate_left(32));
    let mut draw = ExperimentInput { context, base: &base, other: &other, turn, rng };
    let Some(Experiment { first, second, relation }) = experiment(&mut draw) else {
        return Ok(ExperimentOutcome { cycles: 0, values: 0, violated: None });
    };
    let one = Trace::record(context.pmu, dut_factory, &first)?;
    let two = Trace::record(context.pmu, dut_factory, &second)?;
    let (values, violation) = match one.end().or(two.end()) {
        Some((cycle, end)) => {
            let (name, actual) = (end.place(), end.message);
            let program = base.name.clone();
            let expected = "no end of the simulation".to_owned();
            (0, Some(Violation { program, cycle, name, expected, actual, programs: Vec::new() }))
        }
        None => {
            let compared = relation.compare(context.pmu, dut_factory.observable(), &one, &two);
            let violation = compared.violated.map(|(cycle, slot, expected, actual)| Violation {
                program: base.name.clone(),
                cycle,
                name: context.pmu.observation.slots()[slot].name.clone(),
                expected: format!("{expected:#x}"),
                actual: format!("{actual:#x}"),
                programs: Vec::new(),
            });
            (compared.values, violation)
        }
    };
    let violated = violation.map(|violation| FailedExperiment {
        violation,
        experiment: number,
        programs: [(first, "first"), (second, "second")].map(|(ops, which)| Program {
            name: format!("{name} of {}, {which}", base.name),
            ops,
            ..base.clone()
        }),
    });
    Ok(ExperimentOutcome { cycles: one.cycles() + two.cycles(), values, violated })
}
