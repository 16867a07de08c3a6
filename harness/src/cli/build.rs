//! `build`, and helpers shared by all commands that need a model.

use super::args::{Build, Rtl};
use super::describe::find_pmu;
use super::status::{Failure, Status};
use crate::board::Address;
use crate::results::Tool;
use crate::rtl::{ensure_model, find_compiler, find_verilator, BuiltModel, RtlSource, Variant, Workspace};
use golden_model::Pmu;
use std::path::{Path, PathBuf};

/// Finds the workspace that contains the working directory.
pub(super) fn workspace() -> Result<Workspace, Failure> {
    Ok(Workspace::find(Path::new("."))?)
}

/// Returns the PMUs with these ids, or all if `ids` is empty, without duplicates and in the order of the registry.
pub(super) fn pmus(ids: &[String], rtl: Option<&PathBuf>) -> Result<Vec<Pmu>, Failure> {
    let all: Vec<String> = Pmu::ids().map(str::to_owned).collect();
    ids.iter().try_for_each(|id| find_pmu(id).map(drop))?;
    let ids: Vec<&String> = all.iter().filter(|id| ids.is_empty() || ids.contains(id)).collect();
    if rtl.is_some() && ids.len() != 1 {
        return Err(Failure::Input("--rtl needs exactly one --pmu, the PMU that the RTL implements".to_owned()));
    }
    ids.into_iter().map(|id| find_pmu(id)).collect()
}

/// Returns the model of a PMU and builds it if necessary. Messages go to standard error.
pub(super) fn model(workspace: &Workspace, pmu: &Pmu, rtl: &Rtl, variant: Variant) -> Result<BuiltModel, Failure> {
    model_because(workspace, pmu, rtl, variant, "")
}

/// Like [`model`], and appends `reason` to the message about the build.
pub(super) fn model_because(
    workspace: &Workspace,
    pmu: &Pmu,
    rtl: &Rtl,
    variant: Variant,
    reason: &str,
) -> Result<BuiltModel, Failure> {
    let mut notice = |text: &str| eprintln!("{text}{reason}");
    Ok(ensure_model(workspace, &pmu.description, source(workspace, pmu, rtl)?, variant, &mut notice)?)
}

/// Returns the RTL selected by the options.
pub(super) fn source(workspace: &Workspace, pmu: &Pmu, rtl: &Rtl) -> Result<RtlSource, Failure> {
    let folder = absolute(&rtl_folder(workspace, pmu, rtl.folder.as_ref()))?;
    Ok(match rtl.top.clone() {
        None => RtlSource::Manifest(folder.join("rtl.toml")),
        Some(top) => RtlSource::Folder { folder, top, map: rtl.map.as_deref().map(absolute).transpose()? },
    })
}

/// Formats a path, relative to the working directory if it is below it.
pub(super) fn display_path(path: &Path) -> String {
    let current = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&current).map(PathBuf::from).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

/// Makes a path of the command line absolute; the build would resolve a relative path from the workspace's root.
fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|error| Failure::Environment(format!("{}: {error}", path.display())))
}

/// Returns the RTL folder of a PMU: `given`, or the folder in the workspace.
pub(super) fn rtl_folder(workspace: &Workspace, pmu: &Pmu, given: Option<&PathBuf>) -> PathBuf {
    given.cloned().unwrap_or_else(|| workspace.root().join("rtl").join(&pmu.description.folder))
}

/// Returns the options that select this RTL in a printed command, each after a space.
pub(super) fn rtl_options(rtl: &Rtl) -> String {
    let path = |path: &PathBuf| path.display().to_string();
    let options =
        [("--rtl", rtl.folder.as_ref().map(path)), ("--top", rtl.top.clone()), ("--ports", rtl.map.as_ref().map(path))];
    options.into_iter().filter_map(|(option, value)| Some(format!(" {option} {}", quoted(&value?)))).collect()
}

/// Returns the option that selects this board in a printed command, after a space.
pub(super) fn dut_option(dut: Option<&Address>) -> String {
    dut.map_or(String::new(), |address| format!(" --dut {}", quoted(&address.to_string())))
}

/// Quotes a word for a shell if necessary.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    match word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// Returns the versions of the tools that build models; with a board, records that none are used.
pub(super) fn tools_for(workspace: &Workspace, dut: Option<&Address>) -> Result<Tool, Failure> {
    match dut {
        None => tools(workspace),
        Some(address) => Ok(Tool {
            pmu_cosim: env!("CARGO_PKG_VERSION").to_owned(),
            verilator: format!("none: the DUT is the board at {address}"),
            cxx: "none".to_owned(),
        }),
    }
}

/// Returns the versions of the tools that build models.
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
    for pmu in pmus(&arguments.pmus, arguments.rtl.folder.as_ref())? {
        let built = model(&workspace, &pmu, &arguments.rtl, Variant::Fast)?;
        println!("{}: {}", pmu.description.id, built.library.display());
    }
    Ok(Status::Pass)
}
