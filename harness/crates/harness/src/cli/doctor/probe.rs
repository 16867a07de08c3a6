//! Asks the programs on PATH for their versions.

use crate::rtl::ToolChoice;
use regex::Regex;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

static NUMBER: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[0-9]+(\.[0-9]+)+").expect("a valid expression"));

/// Finds the first of these programs on PATH.
pub(super) fn program(tools: &ToolChoice, names: &[&str]) -> Option<PathBuf> {
    names.iter().find_map(|name| tools.which(name))
}

/// Runs a program and returns its standard output; none if it fails.
pub(super) fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Returns the first version number in the answer to the arguments, if it has one.
pub(super) fn version(tools: &ToolChoice, name: &str, arguments: &[&str]) -> Option<String> {
    let said = output(Command::new(tools.which(name)?).args(arguments).env("PATH", &tools.path))?;
    number(&said)
}

/// Returns the first version number in a text.
pub(super) fn number(text: &str) -> Option<String> {
    NUMBER.find(text).map(|found| found.as_str().to_owned())
}

/// Whether `version` is `oldest` or later; missing parts count as 0.
pub(super) fn is_recent(version: &str, oldest: &str) -> bool {
    let parts = |text: &str| text.split('.').map(|part| part.parse().unwrap_or(0)).collect::<Vec<u64>>();
    let (version, oldest) = (parts(version), parts(oldest));
    let length = version.len().max(oldest.len());
    let padded = |parts: &[u64]| (0..length).map(|at| parts.get(at).copied().unwrap_or(0)).collect::<Vec<_>>();
    padded(&version) >= padded(&oldest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        assert_eq!(number("git version 2.39.5 (Apple)").as_deref(), Some("2.39.5"));
        assert_eq!(number("no version"), None);
        for (version, oldest, recent) in
            [("1.85.0", "1.85", true), ("1.100", "1.85", true), ("1.9.9", "1.85", false), ("2", "1.85", true)]
        {
            assert_eq!(is_recent(version, oldest), recent, "{version}");
        }
    }
}
