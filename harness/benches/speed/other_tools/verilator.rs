//! The Verilator of the harness, as other tools find it.

use crate::meter::Outcome;
use crate::setup::Setup;
use harness::results::write_atomically;
use harness::rtl::Workspace;
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

/// The tools leave the optimisation to make, whose implicit rules would optimise for size. The Verilator of the Python package
/// knows the compiler and the Python of the machine that built it; the last two name those of this one.
const MAKE_VARIABLES: &str = "OPT_FAST=-O2 OPT_GLOBAL=-O2 CFG_CXXFLAGS_PCH_I=-include PYTHON3=python3";

/// Variables that select it.
pub struct Environment(Vec<(&'static str, OsString)>);

impl Environment {
    /// Sets them for a command.
    pub fn set<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.envs(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// The Verilator of the harness is the first on `PATH`. The one of the Python package prints its version in another format,
/// which marlin does not read, so a script prints it as others do.
pub fn environment(workspace: &Workspace, setup: &Setup) -> Outcome<Environment> {
    let (verilator, _) = setup.tools();
    let folder = workspace.build_dir().join("bench/bin");
    let script = folder.join("verilator");
    let (version, program) = (&verilator.version, verilator.program.display());
    let text = format!(
        "#!/bin/sh\nif [ \"$*\" = --version ]; then\n    echo \"Verilator {version} rev unknown\"\nelse\n    exec '{program}' \"$@\"\nfi\n"
    );
    write_atomically(&script, text.as_bytes())?;
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755))?;
    let own = verilator.program.parent().map(ToOwned::to_owned);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([folder].into_iter().chain(own).chain(std::env::split_paths(&path)))?;
    Ok(Environment(vec![
        ("PATH", path),
        ("VERILATOR_ROOT", verilator.root.clone().into()),
        ("MAKEFLAGS", MAKE_VARIABLES.into()),
    ]))
}
