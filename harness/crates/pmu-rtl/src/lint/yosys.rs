//! Yosys as a linter.
//!
//! It prints warnings only; a problem that `check` finds is an error. In Verilog, so is a latch. In SystemVerilog a latch may be
//! intended, and Verilator finds the others.

use crate::design::files::RtlFiles;
use crate::error::BuildError;
use crate::staged::{read_command, stage};
use crate::tools::process::run;
use crate::tools::yosys::find_yosys;
use crate::workspace::Workspace;
use std::path::PathBuf;
use std::process::{Command, Output};

/// The call of the `yosys` on PATH for Verilog.
pub(super) fn of_verilog(workspace: &Workspace, program: PathBuf, rtl: &RtlFiles) -> Command {
    let include: String = rtl.include.iter().map(|folder| format!(" -I{}", folder.display())).collect();
    let define: String = rtl.macro_options().map(|option| format!(" {option}")).collect();
    let sources: String = rtl.sources.iter().map(|source| format!(" {}", source.display())).collect();
    let script = format!(
        "read_verilog{include}{define}{sources}; synth -top {}; check -assert; select -assert-none t:$_DLATCH_* t:$dlatch t:$_DLATCHSR_*",
        rtl.top
    );
    let mut command = Command::new(program);
    command.current_dir(workspace.root()).args(["-q", "-p", &script]);
    command
}

/// What a Yosys that reads SystemVerilog says; it is installed if necessary. It works on copies of the sources.
pub(super) fn of_system_verilog(
    workspace: &Workspace,
    rtl: &RtlFiles,
    notice: &mut dyn FnMut(&str),
) -> Result<Output, BuildError> {
    const SCRIPT: &str = "lint.ys";
    let yosys = find_yosys(workspace, rtl.language, notice)?;
    let parent = workspace.build_dir().join("lint");
    std::fs::create_dir_all(&parent).map_err(BuildError::io("create", &parent))?;
    // Several processes may lint at once.
    let folder = tempfile::tempdir_in(&parent).map_err(BuildError::io("create a directory in", &parent))?;
    stage(workspace, rtl, folder.path())?;
    let file = folder.path().join(SCRIPT);
    // The WebAssembly build ends in ABC without an error, so nothing after it would be checked.
    let script = format!("{}synth -noabc -top {}; check -assert\n", read_command(rtl, false), rtl.top);
    std::fs::write(&file, script).map_err(BuildError::io("write", &file))?;
    run(yosys.script(folder.path(), SCRIPT).arg("-q")).map_err(BuildError::Tool)
}
