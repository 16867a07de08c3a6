//! Verilator as a linter.

use crate::design::files::RtlFiles;
use crate::design::language::Language;
use crate::error::BuildError;
use crate::tools::toolchain::find_verilator;
use crate::workspace::Workspace;
use std::path::PathBuf;
use std::process::Command;

/// Flags for RTL in the style of the project.
const STRICT: [&str; 1] = ["-Wall"];
/// Flags for RTL of other projects: no warnings about style, except those that can explain a wrong value.
const LENIENT: [&str; 4] = ["-Wall", "-Wno-style", "-Wwarn-UNDRIVEN", "-Wwarn-PINCONNECTEMPTY"];

/// The call of Verilator that lints an RTL, with more flags.
pub(super) fn command(
    workspace: &Workspace,
    rtl: &RtlFiles,
    more: &[&str],
    notice: &mut dyn FnMut(&str),
) -> Result<Command, BuildError> {
    let verilator = find_verilator(workspace, notice)?;
    let flags: &[&str] = match rtl.language {
        Language::Verilog => &STRICT,
        Language::SystemVerilog => &LENIENT,
    };
    let mut command = Command::new(&verilator.program);
    command.current_dir(workspace.root()).env("VERILATOR_ROOT", &verilator.root);
    command.arg("--lint-only").args(flags).args(more).args(["--top-module", &rtl.top]);
    command.args(rtl.include.iter().map(|folder| format!("-I{}", folder.display())));
    command.args(rtl.macro_options());
    command.args(rtl.parameters.iter().map(|(name, value)| format!("-G{name}={value}")));
    if !rtl.own.is_empty() {
        command.arg(waiver_file(workspace, rtl)?);
    }
    command.args(&rtl.sources);
    Ok(command)
}

/// A sub-block may leave sources of its top unused; a top may not.
fn waiver_file(workspace: &Workspace, rtl: &RtlFiles) -> Result<PathBuf, BuildError> {
    let others = rtl.sources.iter().filter(|source| !rtl.own.contains(source));
    let rule = |source: &PathBuf| format!("lint_off -rule UNUSEDSIGNAL -file \"{}\"\n", source.display());
    let text = format!("`verilator_config\n{}", others.map(rule).collect::<String>());
    let folder = workspace.build_dir().join("lint");
    let file = folder.join(format!("{}.vlt", rtl.top));
    let wrong = |source| BuildError::Io { action: "write", path: file.clone(), source };
    std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, text)).map_err(wrong)?;
    Ok(file)
}
