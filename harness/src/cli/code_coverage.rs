//! Measures code coverage in `run`.

use super::args::{Rtl, Run};
use super::build;
use super::status::Failure;
use crate::code_coverage::{measure, report, Exclusions, Stimulus};
use crate::regression::{Plan, Stop};
use crate::results::{CodeCoverage, Tool};
use crate::rtl::{find_counting_verilator, BuiltModel, Variant, Workspace};
use golden_model::Pmu;
use std::sync::atomic::Ordering;

/// Maximum cycles of random programs: directed programs cover nearly everything, and the model with counters is slow.
const RANDOM_CYCLES: u64 = 20_000;

/// Returns whether a run measures code coverage: it is requested, and the Verilator for coverage is or can be installed.
///
/// # Errors
/// If that Verilator is missing and thresholds are enforced.
pub(super) fn is_measured(workspace: &Workspace, arguments: &Run, lockstep: &Tool) -> Result<bool, Failure> {
    if !arguments.code_coverage {
        return Ok(false);
    }
    match find_counting_verilator(workspace, &mut |text| eprintln!("{text}")) {
        Ok(verilator) => {
            let counting = verilator.to_string();
            if counting != lockstep.verilator {
                eprintln!("counting lines and toggles with {counting}");
            }
            Ok(true)
        }
        Err(error) if arguments.enforce => Err(error.into()),
        Err(error) => {
            eprintln!("line and toggle coverage is not measured: {error}");
            Ok(false)
        }
    }
}

/// Measures the code coverage of the programs of a plan on the RTL of `built`.
///
/// RTL from outside the workspace has its `exclusions.toml` in its folder.
pub(super) fn measured(
    workspace: &Workspace,
    plan: &Plan,
    built: &BuiltModel,
    rtl: &Rtl,
    stop: &Stop,
) -> Result<CodeCoverage, Failure> {
    let id = &plan.pmu.description.id;
    let folder = match &rtl.folder {
        Some(folder) if !built.is_of_workspace => folder.clone(),
        _ => workspace.root().join("testbenches").join(Pmu::folder(id)),
    };
    let exclusions = Exclusions::read(&folder.join("exclusions.toml"), &plan.pmu.description.shared)?;
    let counting = build::model(workspace, plan.pmu, rtl, Variant::Coverage)?;
    let stimulus = Stimulus::of(plan, RANDOM_CYCLES);
    let kept = workspace.build_dir().join("coverage").join(id);
    let mut notice = || eprintln!("measuring line and toggle coverage of {id}");
    let measured = measure(&stimulus, &counting, &kept, &mut notice, stop)?;
    match stop.load(Ordering::Relaxed) {
        true => Err(Failure::Interrupted),
        false => Ok(report(measured, &exclusions, &stimulus, &counting)),
    }
}
