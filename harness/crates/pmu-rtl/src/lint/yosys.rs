//! Yosys as a linter.
//!
//! It prints warnings only; a latch or a problem that `check` finds is an error.

use crate::design::files::RtlFiles;
use crate::error::BuildError;
use crate::staged::{read_command, stage};
use crate::tools::yosys::find_yosys;
use crate::workspace::Workspace;
use std::path::PathBuf;
use std::process::Command;

const CHECK: &str = "check -assert; select -assert-none t:$_DLATCH_* t:$dlatch t:$_DLATCHSR_*";

/// The call of the `yosys` on PATH for Verilog.
pub(super) fn of_verilog(workspace: &Workspace, program: PathBuf, rtl: &RtlFiles) -> Command {
    let include: String = rtl.include.iter().map(|folder| format!(" -I{}", folder.display())).collect();
    let define: String = rtl.macro_options().map(|option| format!(" {option}")).collect();
    let sources: String = rtl.sources.iter().map(|source| format!(" {}", source.display())).collect();
    let script = format!("read_verilog{include}{define}{sources}; synth -top {}; {CHECK}", rtl.top);
    let mut command = Command::new(program);
    command.current_dir(workspace.root()).args(["-q", "-p", &script]);
    command
}

/// The call for SystemVerilog of a Yosys that reads it, which is installed if necessary. It works on copies of the sources.
pub(super) fn of_system_verilog(
    workspace: &Workspace,
    rtl: &RtlFiles,
    notice: &mut dyn FnMut(&str),
) -> Result<Command, BuildError> {
    const SCRIPT: &str = "lint.ys";
    let yosys = find_yosys(workspace, rtl.language, notice)?;
    let folder = workspace.build_dir().join("lint").join(&rtl.top);
    std::fs::create_dir_all(&folder).map_err(BuildError::io("create", &folder))?;
    stage(workspace, rtl, &folder)?;
    let file = folder.join(SCRIPT);
    // The WebAssembly build ends in ABC without an error, so nothing after it would be checked.
    let script = format!("{}synth -noabc -top {}; {CHECK}\n", read_command(rtl, false), rtl.top);
    std::fs::write(&file, script).map_err(BuildError::io("write", &file))?;
    let mut command = yosys.script(&folder, SCRIPT);
    command.arg("-q");
    Ok(command)
}
