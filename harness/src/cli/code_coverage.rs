//! Code coverage as a part of `run`.

use super::args::Rtl;
use super::build;
use super::status::Failure;
use crate::build::{BuiltModel, Variant, Workspace};
use crate::code_coverage::{measure, report, Exclusions, Stimulus};
use crate::regression::{Plan, Stop};
use crate::results::CodeCoverage;
use std::sync::atomic::Ordering;

/// Clocks of random programs at most. The directed programs cover nearly everything, and the model that counts is slow.
const RANDOM_CYCLES: u64 = 20_000;

/// What the programs of a plan cover of the RTL that `built` was made of. RTL from elsewhere brings its own exclusions.
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
        _ => workspace.root().join("testbenches").join(id),
    };
    let exclusions = Exclusions::read(&folder.join("uncovered.toml"), &plan.pmu.description.shared)?;
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
