//! Running the command in this workspace.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The root of this workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the root")
}

/// The command, started in the root.
pub fn pmu_cosim(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pmu-cosim"));
    command.args(arguments).current_dir(root());
    command
}

/// What a finished command said.
pub struct Said {
    /// Exit status.
    pub status: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// Runs the command to its end.
pub fn run(command: &mut Command) -> Said {
    let Output { status, stdout, stderr } = command.output().expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Said { status: status.code().expect("no signal"), out: text(stdout), err: text(stderr) }
}

impl Said {
    /// The one error line.
    #[track_caller]
    pub fn error(&self) -> &str {
        assert!(!self.err.contains("panicked"), "{}", self.err);
        let errors: Vec<_> = self.err.lines().filter(|line| line.starts_with("error:")).collect();
        assert_eq!(errors.len(), 1, "one error: {}", self.err);
        errors[0]
    }
}
