//! `build`: builds the models of PMUs.

use super::args::Build;
use super::screen::say;
use super::status::Status;
use super::{notice, workspace};
use crate::jobs::parallel_map;
use crate::pmu_selection::select_pmus;
use crate::regression::Stop;
use crate::rtl::Variant;
use crate::run::tools;
use crate::Error;
use golden_model_core::Pmu;

pub(super) fn build(arguments: &Build, stop: &Stop) -> Result<Status, Error> {
    let workspace = workspace()?;
    say!("using {}", tools::versions(&workspace, None, &notice)?.verilator);
    let rtl = arguments.rtl.selection()?;
    let pmus = select_pmus(&arguments.pmus, &rtl)?;
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let build = |pmu: &Pmu| rtl.model(&workspace, pmu, Variant::Fast, &notice);
    for (pmu, built) in pmus.iter().zip(parallel_map(&pmus, jobs, stop, || build)?) {
        say!("{}: {}", pmu.description.id, built.library.display());
    }
    Ok(Status::Pass)
}
