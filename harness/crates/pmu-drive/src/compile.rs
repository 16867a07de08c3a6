//! Compiles a driver for the host.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Folder with `pmu_driver.h` and `pmu_driver.c`, relative to the root of the workspace.
pub const DRIVER_FOLDER: &str = "harness/crates/pmu-drive/driver";

/// A driver cannot be compiled.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// There is no C compiler.
    #[error("no C compiler: `{compiler}` cannot be run: {error}; install one, or name yours in $CC")]
    NoCompiler {
        /// The command.
        compiler: String,
        /// The reason.
        error: std::io::Error,
    },
    /// The compiler refuses the source.
    #[error("{sources} does not compile:\n{messages}")]
    Refused {
        /// The sources.
        sources: String,
        /// The messages of the compiler.
        messages: String,
    },
    /// The folder for the executable cannot be made.
    #[error("{}: cannot be made: {error}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
}

/// The C compiler: `$CC`, which may be a command with arguments as in make, or `cc`.
pub fn compiler() -> String {
    let given = std::env::var("CC").ok().filter(|compiler| !compiler.trim().is_empty());
    given.unwrap_or_else(|| "cc".to_owned())
}

/// Compiles C files with `$CC`, or `cc`, to `executable`. `folder` has the files of [`DRIVER_FOLDER`]; each definition is
/// `NAME` or `NAME=VALUE`. Returns the warnings of the compiler.
///
/// # Errors
/// If there is no compiler, or it refuses the sources.
pub fn compile(
    sources: &[PathBuf],
    folder: &Path,
    definitions: &[String],
    executable: &Path,
) -> Result<String, CompileError> {
    if let Some(parent) = executable.parent() {
        std::fs::create_dir_all(parent).map_err(|error| CompileError::Folder { folder: parent.to_owned(), error })?;
    }
    let compiler = compiler();
    let mut words = compiler.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("cc"));
    command.args(words).args(["-std=gnu99", "-O1", "-g", "-Wall", "-I"]).arg(folder);
    command.args(definitions.iter().map(|definition| format!("-D{definition}")));
    command.args(sources).arg(folder.join("pmu_driver.c")).arg("-o").arg(executable).stdin(Stdio::null());
    let output = command.output().map_err(|error| CompileError::NoCompiler { compiler, error })?;
    let messages = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    if output.status.success() {
        return Ok(messages);
    }
    let sources: Vec<String> = sources.iter().map(|source| source.display().to_string()).collect();
    Err(CompileError::Refused { sources: sources.join(", "), messages })
}
