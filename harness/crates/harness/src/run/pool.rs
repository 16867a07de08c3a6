//! The builds and the programs of all PMUs in one pool of threads, so that the verdict on the first PMU appears while others are built, and
//! no thread is idle at the end of a PMU.

use super::context::RunContext;
use super::pmu_run::{PmuInputs, PmuRun};
use crate::dut::DutError;
use crate::jobs::{self, parallel_map, JobRunner, Stage, Task};
use crate::metamorphic::{Experiments, MetamorphicPlan};
use crate::regression::{OnProgress, Plan, Progress, RegressionTask};
use crate::results::PmuResults;
use crate::Error;
use golden_model_core::Pmu;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, Once, OnceLock, PoisonError};

/// Runs PMUs. The inputs of several are read before the first build, so that bad input is reported early.
pub(super) fn run(context: &RunContext, pmus: &[Pmu]) -> Result<Vec<PmuResults>, Error> {
    let RunContext { settings, monitor, stop, .. } = *context;
    let (threads, shards) = (context.jobs(), u64::from(settings.shard.of()));
    let inputs = match context.is_only {
        true => vec![None],
        false => {
            let read = parallel_map(pmus, threads, stop, || |pmu: &Pmu| PmuInputs::read(context, pmu))?;
            read.into_iter().map(Some).collect()
        }
    };
    let read: Option<Vec<u64>> = inputs.iter().map(|read| Some(read.as_ref()?.cycles(settings.cycles))).collect();
    let all_cycles = read.map(|each| each.iter().sum::<u64>());
    let begun = Once::new();
    let begin = |of_first: u64| begun.call_once(|| monitor.begin(all_cycles.unwrap_or(of_first) / shards));

    let inputs: Vec<_> = inputs.into_iter().map(Mutex::new).collect();
    let runs: Vec<OnceLock<PmuRun>> = pmus.iter().map(|_| OnceLock::new()).collect();
    let plans: Vec<OnceLock<(Plan, MetamorphicPlan)>> = pmus.iter().map(|_| OnceLock::new()).collect();
    let progress = |pmu: &Pmu| {
        let id = pmu.description.id.clone();
        move |progress: Progress| monitor.progress(&id, progress)
    };
    let progress: Vec<_> = pmus.iter().map(progress).collect();
    let running: Vec<OnceLock<Running>> = pmus.iter().map(|_| OnceLock::new()).collect();
    let stages = pmus.iter().enumerate().map(|(at, pmu)| PmuStage {
        context,
        pmu,
        begin: &begin,
        inputs: &inputs[at],
        run: &runs[at],
        plans: &plans[at],
        progress: &progress[at],
        running: &running[at],
    });
    let stages: Vec<_> = stages.collect();
    let all: Vec<_> = stages.iter().map(|stage| stage as &dyn Stage<Error>).collect();
    let done = jobs::run_stages(&all, threads, stop);
    monitor.end();
    done?;
    if stop.load(Ordering::Relaxed) {
        return Err(Error::Interrupted);
    }
    drop(all);
    drop(stages);
    let done = running.into_iter().filter_map(OnceLock::into_inner).map(|(programs, experiments)| {
        let seconds = experiments.0.seconds();
        Ok((programs.0.finish()?, experiments.0.finish(), seconds))
    });
    let done = done.collect::<Result<Vec<_>, DutError>>()?;
    let prepared = runs.iter().filter_map(OnceLock::get).zip(plans.iter().filter_map(OnceLock::get));
    let each: Vec<_> = prepared.zip(&done).collect();
    // In parallel, because each builds models: for code coverage, or for waves.
    parallel_map(&each, threads, stop, || |&((one, plans), done): &_| one.results(context, plans, done))
}

/// The tasks of a PMU.
type Running<'p> = (InRun<RegressionTask<'p>>, InRun<Experiments<'p>>);

/// A PMU before its programs run. What it prepares is in places outside, because each part borrows the one before.
struct PmuStage<'t, 'p, 'a> {
    context: &'p RunContext<'p>,
    pmu: &'a Pmu,
    /// Announces the programs of all PMUs; it receives the cycles of those of this one.
    begin: &'t (dyn Fn(u64) + Sync),
    inputs: &'t Mutex<Option<PmuInputs>>,
    run: &'p OnceLock<PmuRun<'a>>,
    plans: &'p OnceLock<(Plan<'p>, MetamorphicPlan<'p>)>,
    progress: &'p OnProgress<'p>,
    running: &'t OnceLock<Running<'p>>,
}

impl Stage<Error> for PmuStage<'_, '_, '_> {
    fn prepare(&self) -> Result<Vec<&dyn Task<Error>>, Error> {
        let Self { context, pmu, .. } = *self;
        let inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner).take();
        let run = PmuRun::new(context, pmu, inputs)?;
        let run = self.run.get_or_init(|| run);
        let (plan, metamorphic) = self.plans.get_or_init(|| run.plans(context));
        let (programs, experiments) = self.running.get_or_init(|| {
            let programs = RegressionTask::new(plan, Some(&run.points), &*run.dut_factory, self.progress, context.stop);
            (InRun(programs), InRun(Experiments::new(metamorphic, &*run.dut_factory)))
        });
        (self.begin)(run.cycles(context.settings.cycles));
        Ok(vec![programs, experiments])
    }
}

/// A task with the errors of a run.
struct InRun<T>(T);

impl<T: Task<DutError>> Task<Error> for InRun<T> {
    fn jobs(&self) -> u64 {
        self.0.jobs()
    }

    fn worker(&self) -> Result<JobRunner<'_, Error>, Error> {
        let mut worker = self.0.worker()?;
        Ok(Box::new(move |job| Ok(worker(job)?)))
    }
}
