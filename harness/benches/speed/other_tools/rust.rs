//! Packages of the Rust registry that drive Verilated RTL, without a model.

use super::verilator::Environment;
use super::{pinned, rtl, succeed, write_stimulus, Round};
use crate::meter::Outcome;
use crate::setup::Setup;
use harness::rtl::Workspace;
use std::cell::RefCell;
use std::process::Command;

/// A package.
pub struct Package {
    /// Its name, and that of its folder.
    pub name: &'static str,
    /// The manifest of the program that uses it.
    manifest: &'static str,
    /// The line of the manifest up to its version.
    mark: &'static str,
}

/// The measured packages.
pub const PACKAGES: [Package; 2] = [
    Package { name: "marlin", manifest: include_str!("../../marlin/Cargo.toml"), mark: "marlin = { version = \"=" },
    Package { name: "ferrilator", manifest: include_str!("../../ferrilator/Cargo.toml"), mark: "ferrilator = \"=" },
];

impl Package {
    /// Its version.
    pub fn version(&self) -> &'static str {
        pinned(self.manifest, self.mark)
    }
}

/// A round of a package. The files of the RTL are in variables too, because ferrilator reads them at build time.
pub fn round(workspace: &Workspace, setup: &Setup, tool: &Package, verilator: &Environment) -> Outcome<Round> {
    let manifest = workspace.root().join("harness/benches").join(tool.name).join("Cargo.toml");
    let build = workspace.build_dir().join("bench").join(tool.name);
    let stimulus = write_stimulus(setup, &build, usize::MAX)?;
    let files = rtl(workspace, &setup.pmu)?;
    let absolute = |file: &std::path::PathBuf| workspace.root().join(file).display().to_string();
    let sources: Vec<_> = files.sources.iter().map(absolute).collect();
    let includes: Vec<_> = files.include.iter().map(absolute).collect();
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--release", "--locked", "--manifest-path"]).arg(&manifest);
    command.arg("--target-dir").arg(build.join("target")).arg("--").arg(&stimulus).arg(build.join("artifacts"));
    command.args(&includes).args(&sources).current_dir(workspace.root());
    verilator.set(&mut command).env("K8_SOURCES", sources.join(" ")).env("K8_INCLUDE", includes.join(" "));
    let command = RefCell::new(command);
    Ok(Box::new(move || {
        Ok(serde_json::from_str(succeed(&mut command.borrow_mut())?.lines().last().unwrap_or_default())?)
    }))
}
