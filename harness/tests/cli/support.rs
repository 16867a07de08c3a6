//! Runs the command in this workspace.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Returns the root of this workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the root")
}

/// Returns the command with `arguments`, to be started in the root.
pub fn pmu_cosim(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pmu-cosim"));
    command.args(arguments).current_dir(root());
    command
}

/// Exit status and output of a finished command.
pub struct CommandOutput {
    /// Exit status.
    pub status: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// Runs a command until it exits.
pub fn run(command: &mut Command) -> CommandOutput {
    let Output { status, stdout, stderr } = command.output().expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    CommandOutput { status: status.code().expect("no signal"), out: text(stdout), err: text(stderr) }
}

/// Prints that a test skips the check of `what` because `tool` is not on `PATH`; panics if `REQUIRE_TOOLS` is set.
#[track_caller]
pub fn skipped(what: &str, tool: &str) {
    skipped_because(what, &format!("{tool} is not on PATH; install it"));
}

/// Prints that a test skips the check of `what`; panics if `REQUIRE_TOOLS` is set.
///
/// Writes to standard error directly, since the test runner captures the prints of passing tests.
#[track_caller]
pub fn skipped_because(what: &str, reason: &str) {
    let is_required = std::env::var("REQUIRE_TOOLS").is_ok_and(|value| !["", "0"].contains(&value.as_str()));
    assert!(!is_required, "{what} is not checked: {reason}");
    writeln!(std::io::stderr(), "SKIPPED: {what}: {reason}").expect("standard error");
}

impl CommandOutput {
    /// Returns the error line; panics unless there is exactly one.
    #[track_caller]
    pub fn error(&self) -> &str {
        assert!(!self.err.contains("panicked"), "{}", self.err);
        let errors: Vec<_> = self.err.lines().filter(|line| line.starts_with("error:")).collect();
        assert_eq!(errors.len(), 1, "one error: {}", self.err);
        errors[0]
    }
}
