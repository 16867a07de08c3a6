//! Elaborates registers in SystemRDL.

use super::process::run;
use super::wheel::SYSTEMRDL;
use crate::error::BuildError;
use crate::workspace::Workspace;
use std::path::Path;
use std::process::Command;

/// Prints the registers of a file as JSON.
const SCRIPT: &str = include_str!("registers.py");

/// Reads a SystemRDL file and returns its registers as JSON: blocks with registers and fields, with addresses and properties. The
/// compiler is installed if necessary. `notice` receives a message about an installation before it begins.
///
/// # Errors
/// [`BuildError::Registers`] if the file has an error, [`BuildError::Tool`] if the compiler cannot be installed.
pub fn elaborated_registers(
    workspace: &Workspace,
    file: &Path,
    notice: &mut dyn FnMut(&str),
) -> Result<String, BuildError> {
    let wrong = |lines: String| BuildError::Registers { file: file.to_owned(), lines };
    let site = SYSTEMRDL.ensure(workspace, notice)?;
    let no_python = || BuildError::Tool("there is no python3 on PATH; install Python 3".to_owned());
    let python = workspace.tools.which("python3").ok_or_else(no_python)?;
    let mut command = Command::new(python);
    let output = run(command.args(["-c", SCRIPT]).arg(file).env("PYTHONPATH", site)).map_err(BuildError::Tool)?;
    let errors = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    match output.status.code() {
        Some(0) => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Some(2) => Err(wrong(errors)),
        _ => Err(BuildError::Tool(format!("{} {}: {errors}", SYSTEMRDL.name, SYSTEMRDL.version))),
    }
}
