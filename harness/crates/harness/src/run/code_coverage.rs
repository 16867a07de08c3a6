//! Measures code coverage in a run.

use super::monitor::Monitor;
use super::settings::RunSettings;
use crate::code_coverage::{measure, report, Exclusions, ReservedBits, Stimulus};
use crate::regression::{Plan, Stop};
use crate::results::{CodeCoverage, Tool};
use crate::rtl::{find_counting_verilator, BuiltModel, RtlFiles, Variant, Workspace};
use crate::rtl_selection::RtlSelection;
use crate::Error;
use std::path::Path;
use std::sync::atomic::Ordering;

/// Maximum cycles of random programs: directed programs cover nearly everything, and the model with counters is slow.
const RANDOM_CYCLES: u64 = 20_000;

/// Returns whether a run measures code coverage: it is requested, and the Verilator for coverage is or can be installed.
///
/// # Errors
/// If that Verilator is missing and thresholds are enforced.
pub(super) fn is_measured(
    workspace: &Workspace,
    settings: &RunSettings,
    lockstep: &Tool,
    monitor: &dyn Monitor,
) -> Result<bool, Error> {
    if !settings.code_coverage {
        return Ok(false);
    }
    match find_counting_verilator(workspace, &mut |text| monitor.notice(text)) {
        Ok(verilator) => {
            let counting = verilator.to_string();
            if counting != lockstep.verilator {
                monitor.notice(&format!("counting lines and toggles with {counting}"));
            }
            Ok(true)
        }
        Err(error) if settings.enforce => Err(error.into()),
        Err(error) => {
            monitor.notice(&format!("line and toggle coverage is not measured: {error}"));
            Ok(false)
        }
    }
}

/// Measures the code coverage of the programs of a plan on the RTL of `built`.
///
/// The exclusions are those in `testbench`, unless RTL from outside the workspace has an `exclusions.toml` in its folder.
pub(super) fn measured(
    workspace: &Workspace,
    plan: &Plan,
    built: &BuiltModel,
    rtl: &RtlSelection,
    testbench: &Path,
    monitor: &dyn Monitor,
    stop: &Stop,
) -> Result<CodeCoverage, Error> {
    let id = &plan.pmu.description.id;
    let listed = |folder: &Path| folder.join("exclusions.toml");
    let other = rtl.folder.as_deref().filter(|_| !built.is_of_workspace);
    let own = other.map(listed).filter(|file| file.exists());
    let is_copy = other.is_some() && own.is_none();
    let exclusions = Exclusions::read(&own.unwrap_or_else(|| listed(testbench)), &plan.pmu.description.shared)?;
    let counting = rtl.model(workspace, plan.pmu, Variant::Coverage, &|text| monitor.notice(text))?;
    let stimulus = Stimulus::of(plan, RANDOM_CYCLES);
    let kept = workspace.build_dir().join("coverage").join(id);
    let mut notice = || monitor.notice(&format!("measuring line and toggle coverage of {id}"));
    let measured = measure(&stimulus, &counting, workspace.root(), &kept, &mut notice, stop)?;
    match stop.load(Ordering::Relaxed) {
        true => Err(Error::Interrupted),
        false => {
            let exclusions = if is_copy { exclusions.for_copy(&measured.points) } else { exclusions };
            let words = RtlFiles::read(workspace, &plan.pmu.description, rtl.source(workspace, plan.pmu)?)?.states;
            let reserved = ReservedBits::new(&plan.pmu.description, &words);
            let coverage = report(measured, &exclusions, &reserved, &stimulus, &counting);
            // The exclusions are those of the defaults and of the RTL in `rtl/`. Another option can cover what they exclude,
            // and RTL that began as a copy may have changed.
            match plan.pmu.description.deviations().is_empty() && !is_copy {
                true => Ok(coverage),
                false => Ok(CodeCoverage { wrong_exclusions: Vec::new(), ..coverage }),
            }
        }
    }
}
