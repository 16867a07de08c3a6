//! `build`, and what all commands that need a model share.

use super::args::{Build, Rtl};
use super::describe::find_pmu;
use super::status::{Failure, Status};
use crate::board::Address;
use crate::results::Tool;
use crate::rtl::{ensure_model, find_compiler, find_verilator, BuiltModel, RtlSource, Variant, Workspace};
use golden_model::Pmu;
use std::path::{Path, PathBuf};

/// The workspace that the command was started in.
pub(super) fn workspace() -> Result<Workspace, Failure> {
    Ok(Workspace::find(Path::new("."))?)
}

/// The PMUs of these ids, or all, each once and in the order of all.
pub(super) fn pmus(ids: &[String], rtl: Option<&PathBuf>) -> Result<Vec<Pmu>, Failure> {
    let all: Vec<String> = Pmu::ids().map(str::to_owned).collect();
    ids.iter().try_for_each(|id| find_pmu(id).map(drop))?;
    let ids: Vec<&String> = all.iter().filter(|id| ids.is_empty() || ids.contains(id)).collect();
    if rtl.is_some() && ids.len() != 1 {
        return Err(Failure::Input("--rtl needs one --pmu, the one that the RTL implements".to_owned()));
    }
    ids.into_iter().map(|id| find_pmu(id)).collect()
}

/// The model of a PMU, built if need be. Messages go to standard error.
pub(super) fn model(workspace: &Workspace, pmu: &Pmu, rtl: &Rtl, variant: Variant) -> Result<BuiltModel, Failure> {
    model_because(workspace, pmu, rtl, variant, "")
}

/// The same; what is built is told with the reason why it is needed.
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

/// The RTL that the options name.
pub(super) fn source(workspace: &Workspace, pmu: &Pmu, rtl: &Rtl) -> Result<RtlSource, Failure> {
    let folder = absolute(&rtl_folder(workspace, pmu, rtl.folder.as_ref()))?;
    Ok(match rtl.top.clone() {
        None => RtlSource::Manifest(folder.join("rtl.toml")),
        Some(top) => RtlSource::Folder { folder, top, map: rtl.map.as_deref().map(absolute).transpose()? },
    })
}

/// A path relative to the working directory where it lies below it.
pub(super) fn display_path(path: &Path) -> String {
    let current = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&current).map(PathBuf::from).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

/// A path of the command line; the build takes relative ones from the workspace's root.
fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|error| Failure::Environment(format!("{}: {error}", path.display())))
}

/// The folder with the RTL of a PMU.
pub(super) fn rtl_folder(workspace: &Workspace, pmu: &Pmu, given: Option<&PathBuf>) -> PathBuf {
    given.cloned().unwrap_or_else(|| workspace.root().join("rtl").join(&pmu.description.folder))
}

/// The options that name the same RTL in a command to repeat, each with a space before it.
pub(super) fn rtl_options(rtl: &Rtl) -> String {
    let path = |path: &PathBuf| path.display().to_string();
    let options =
        [("--rtl", rtl.folder.as_ref().map(path)), ("--top", rtl.top.clone()), ("--ports", rtl.map.as_ref().map(path))];
    options.into_iter().filter_map(|(option, value)| Some(format!(" {option} {}", quoted(&value?)))).collect()
}

/// The option that names the same board in a command to repeat, with a space before it.
pub(super) fn dut_option(dut: Option<&Address>) -> String {
    dut.map_or(String::new(), |address| format!(" --dut {}", quoted(&address.to_string())))
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    match word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// The tools that build models, or that none does because a board is judged.
pub(super) fn tools_for(workspace: &Workspace, dut: Option<&Address>) -> Result<Tool, Failure> {
    match dut {
        None => tools(workspace),
        Some(address) => Ok(Tool {
            pmu_cosim: env!("CARGO_PKG_VERSION").to_owned(),
            verilator: format!("none: the device is {address}"),
            cxx: "none".to_owned(),
        }),
    }
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
    for pmu in pmus(&arguments.pmus, arguments.rtl.folder.as_ref())? {
        let built = model(&workspace, &pmu, &arguments.rtl, Variant::Fast)?;
        println!("{}: {}", pmu.description.id, built.library.display());
    }
    Ok(Status::Pass)
}
