//! `shrink`: reduces a diverging program to the fewest operations with the same signature.

use super::args::Shrink;
use super::overwrite::keep_inputs;
use super::screen::say;
use super::status::Status;
use crate::dut_source::DutSource;
use crate::pmu_selection::pmu_of;
use crate::program::Source;
use crate::regression::Stop;
use crate::rtl::Workspace;
use crate::shrink::{shrink as shortest, ShrinkLimits};
use crate::triage::write_program;
use crate::Error;
use golden_model_core::Pmu;
use pmu_support::display_path;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

pub(super) fn shrink(arguments: &Shrink, stop: &Stop) -> Result<Status, Error> {
    let source = Source::read(&arguments.file)?;
    let rtl = arguments.rtl.selection()?;
    let pmu = rtl.chosen_for(pmu_of(&source)?)?;
    let known = rtl.known.of(&pmu, true)?;
    let program = source.resolve(arguments.file.display().to_string(), &pmu)?;
    let workspace = super::workspace()?;
    let out = arguments.out.clone().unwrap_or_else(|| default_output(&workspace, &pmu, &arguments.file));
    keep_inputs("--out", &out, [arguments.file.as_path()])?;
    let dut = DutSource::new(&workspace, &pmu, &rtl, arguments.dut.as_ref(), &super::notice)?;
    let dut = || dut.dut(arguments.seed);
    let found = shortest(&pmu, &program, None, &known, &dut, ShrinkLimits::default(), stop)?;
    if stop.load(Ordering::Relaxed) {
        return Err(Error::Interrupted);
    }
    let Some(found) = found else {
        return Err(Error::Input(format!(
            "{}: the program does not diverge on this RTL; select another RTL with --rtl",
            arguments.file.display()
        )));
    };
    write_program(&out, &pmu, &found.divergence.headline(), &found.program)?;
    say!("{}: {}", pmu.description.id, found.divergence.to_string().trim_end());
    say!(
        "{}: {} operations of {}, found in {} runs of {} cycles in total{}",
        display_path(&out),
        found.program.ops.len(),
        program.ops.len(),
        found.runs,
        found.cycles,
        if found.complete { "" } else { "; the search reached its limit" }
    );
    Ok(Status::Diverged)
}

/// A file below the build directory, so that the program never becomes a directed one by accident.
fn default_output(workspace: &Workspace, pmu: &Pmu, program: &Path) -> PathBuf {
    let folder = workspace.build_dir().join("shrunk").join(&pmu.description.id);
    folder.join(program.file_name().unwrap_or_default())
}
