//! cocotb, with a model in Python.

use super::verilator::Environment;
use super::{pinned, rtl, succeed, write_stimulus, Round, PMU};
use crate::meter::Outcome;
use crate::setup::Setup;
use golden_model_core::Pmu;
use harness::results::write_atomically;
use harness::rtl::Workspace;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Cycles of a round, which takes seconds for them.
const CYCLES: usize = 20_000;

/// A version of cocotb.
pub struct Cocotb {
    /// Its folder in `build/bench`.
    folder: &'static str,
    /// Packages with their versions.
    requirements: &'static str,
}

/// The measured versions.
pub const VERSIONS: [Cocotb; 2] = [
    Cocotb { folder: "cocotb1", requirements: include_str!("../../cocotb/cocotb1.txt") },
    Cocotb { folder: "cocotb2", requirements: include_str!("../../cocotb/cocotb2.txt") },
];

impl Cocotb {
    /// Its version.
    pub fn version(&self) -> &'static str {
        pinned(self.requirements, "cocotb==")
    }
}

/// A round of a version.
pub fn round(workspace: &Workspace, setup: &Setup, tool: &Cocotb, verilator: &Environment) -> Outcome<Round> {
    let folder = workspace.root().join("harness/benches/cocotb");
    let build = workspace.build_dir().join("bench").join(tool.folder);
    let stimulus = write_stimulus(setup, &build, CYCLES)?;
    let files = rtl(workspace, &setup.pmu)?;
    let events = workspace.root().join("golden-model/descriptions").join(Pmu::folder(PMU)).join("events.csv");
    let python = packages(&build.join("venv"), tool)?;
    let mut command = Command::new(python);
    command.arg(folder.join("run.py")).arg(&stimulus).arg(&events).arg(build.join("sim"));
    command.arg(&files.top).args(&files.include).args(&files.sources).current_dir(workspace.root());
    verilator.set(&mut command).env("PYTHONDONTWRITEBYTECODE", "1");
    let command = std::cell::RefCell::new(command);
    Ok(Box::new(move || {
        succeed(&mut command.borrow_mut())?;
        Ok(serde_json::from_str(&std::fs::read_to_string(build.join("sim/speed.json"))?)?)
    }))
}

/// The Python of an environment with the packages, which is created if necessary.
fn packages(folder: &Path, tool: &Cocotb) -> Outcome<PathBuf> {
    let python = folder.join("bin/python");
    let installed = folder.join("requirements.txt");
    if std::fs::read(&installed).is_ok_and(|found| found == tool.requirements.as_bytes()) {
        return Ok(python);
    }
    eprintln!("installing cocotb {} below {}", tool.version(), folder.display());
    succeed(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder))?;
    write_atomically(&folder.join("wanted.txt"), tool.requirements.as_bytes())?;
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]);
    succeed(pip.arg(folder.join("wanted.txt")))?;
    std::fs::rename(folder.join("wanted.txt"), installed)?;
    Ok(python)
}
