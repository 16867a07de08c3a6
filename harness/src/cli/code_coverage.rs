//! Code coverage as a part of `run`.

use super::args::Rtl;
use super::{build, Failure};
use crate::build::{BuiltModel, Variant, Workspace};
use crate::code_coverage::{measure, report, Exclusions, Stimulus};
use crate::regression::{Plan, Stop};
use crate::results::CodeCoverage;
use std::sync::atomic::Ordering;

/// Clocks of random programs at most. Behind the directed programs they add what only chance combines, and the model that
/// counts is slow.
const RANDOM_CYCLES: u64 = 200_000;

/// What the programs of a plan cover of the RTL that `built` was made of. Exclusions are of the workspace's own RTL.
pub(super) fn measured(
    workspace: &Workspace,
    plan: &Plan,
    built: &BuiltModel,
    rtl: &Rtl,
    stop: &Stop,
) -> Result<CodeCoverage, Failure> {
    let id = &plan.pmu.description.id;
    let exclusions = match built.is_of_workspace {
        true => Exclusions::read(&workspace.root().join("testbenches").join(id).join("uncovered.toml"))?,
        false => Exclusions::default(),
    };
    let counting = build::model(workspace, plan.pmu, rtl, Variant::Coverage)?;
    let stimulus = Stimulus::of(plan, RANDOM_CYCLES);
    let kept = workspace.build_dir().join("coverage").join(format!("{id}.json"));
    let mut notice = || eprintln!("{id}: measuring line and toggle coverage");
    let measured = measure(&stimulus, &counting, &kept, &mut notice, stop)?;
    match stop.load(Ordering::Relaxed) {
        true => Err(Failure::Interrupted),
        false => Ok(report(measured, &exclusions, &stimulus, &counting)),
    }
}
