//! Tests of every PMU, found on disk: a new PMU, program or stuck-at fault needs no change here.
//!
//! - `k8::halt::freeze` runs the directed program `amd_k8/core/programs/halt/freeze.pmu`.
//! - `k8::halt::stuck::core0.PerfCtr0=0x0` checks a stuck-at fault of `amd_k8/core/stuck_at.toml`.
//! - `k8::lockstep::...` checks the lockstep on this PMU.
//! - `k8::choices::K8-A15=pulse` checks an option of a choice.
//! - `k8::zoo` compares the seeded bugs with RTL, requirements and bug classes.
//! - `k8::mutation` compares the published mutation campaign with the RTL.
//! - `k8::boards` compares the bitstreams in `docs/boards.md` with the RTL.

mod boards;
mod choices;
mod collisions;
mod lockstep;
mod mutation;
mod programs;
mod seeded_bugs;
mod stuck_at;

use golden_model_all as _;
use golden_model_core::Pmu;
use harness::results::nothing_specified;
use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;
use std::sync::{Arc, LazyLock};
use testbenches::Bench;

/// Bench of one PMU, created when the first of its tests runs.
type LazyBench = Arc<LazyLock<Bench, Box<dyn FnOnce() -> Bench + Send>>>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    // A runner that starts a process for each test selects it by its full name. Collecting the tests of other PMUs would
    // take longer than most tests.
    let requested = arguments.filter.as_deref().filter(|_| arguments.exact);
    let pmu = requested.and_then(|name| name.split("::").next());
    let pmus = Pmu::ids().filter(|id| pmu.is_none_or(|pmu| pmu == *id));
    libtest_mimic::run(&arguments, pmus.flat_map(trials).collect()).exit_code()
}

fn trials(pmu: &'static str) -> Vec<Trial> {
    if Pmu::find(pmu).is_none_or(|pmu| pmu.description.requirements.is_empty()) {
        return vec![Trial::test(format!("{pmu}::requirements"), move || Err(nothing_specified(pmu).into()))];
    }
    let bench: LazyBench = Arc::new(LazyLock::new(Box::new(move || Bench::new(pmu))));
    let mut trials = programs::trials(pmu, &bench);
    trials.extend(collisions::trials(pmu, &bench));
    trials.extend(stuck_at::trials(pmu, &bench));
    trials.extend(lockstep::trials(pmu, &bench));
    trials.extend(choices::trials(pmu));
    trials.extend(seeded_bugs::trials(pmu));
    trials.extend(mutation::trials(pmu));
    trials.extend(boards::trials(pmu));
    trials
}

/// Returns a test that fails if `test` panics.
fn trial(name: String, bench: &LazyBench, test: impl FnOnce(&Bench) + Send + 'static) -> Trial {
    let bench = Arc::clone(bench);
    Trial::test(name, move || {
        test(&bench);
        Ok(())
    })
}
