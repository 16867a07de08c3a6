//! `build`, and what all commands that need a model share.

use super::args::{Build, Rtl};
use super::describe::find_pmu;
use super::{Failure, Status};
use crate::build::{ensure_model, find_compiler, find_verilator, BuiltModel, Variant, Workspace};
use crate::results::Tool;
use golden_model::Pmu;
use std::path::{Path, PathBuf};

/// The workspace that the command was started in.
pub(super) fn workspace() -> Result<Workspace, Failure> {
    Ok(Workspace::find(Path::new("."))?)
}

/// The PMUs of these ids, or all.
pub(super) fn pmus(ids: &[String], rtl: &Rtl) -> Result<Vec<Pmu>, Failure> {
    let all: Vec<String> = Pmu::ids().map(str::to_owned).collect();
    let mut ids: Vec<&String> = if ids.is_empty() { all.iter().collect() } else { ids.iter().collect() };
    ids.dedup();
    if rtl.folder.is_some() && ids.len() != 1 {
        return Err(Failure::Input("--rtl needs one --pmu, the one that the RTL implements".to_owned()));
    }
    ids.into_iter().map(|id| find_pmu(id)).collect()
}

/// The model of a PMU, built if need be. Messages go to standard error.
pub(super) fn model(workspace: &Workspace, pmu: &Pmu, rtl: &Rtl, variant: Variant) -> Result<BuiltModel, Failure> {
    let folder = rtl_folder(workspace, pmu, rtl);
    let mut notice = |text: &str| eprintln!("{text}");
    Ok(ensure_model(workspace, &pmu.description, &folder.join("rtl.toml"), variant, &mut notice)?)
}

/// The folder with the RTL of a PMU and its manifest.
pub(super) fn rtl_folder(workspace: &Workspace, pmu: &Pmu, rtl: &Rtl) -> PathBuf {
    rtl.folder.clone().unwrap_or_else(|| workspace.root().join("rtl").join(&pmu.description.id))
}

/// The tools that build models.
pub(super) fn tools(workspace: &Workspace) -> Result<Tool, Failure> {
    let verilator = find_verilator(workspace, &mut |text| eprintln!("{text}"))?;
    Ok(Tool {
        pmu_cosim: env!("CARGO_PKG_VERSION").to_owned(),
        verilator: verilator.to_string(),
        cxx: find_compiler(workspace.tools())?.version,
    })
}

pub(super) fn build(arguments: &Build) -> Result<Status, Failure> {
    let workspace = workspace()?;
    println!("using {}", tools(&workspace)?.verilator);
    for pmu in pmus(&arguments.pmus, &arguments.rtl)? {
        let built = model(&workspace, &pmu, &arguments.rtl, Variant::Fast)?;
        println!("{}: {}", pmu.description.id, built.library.display());
    }
    Ok(Status::Pass)
}
