//! Runs tools and captures their output.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::process::{Command, ExitStatus, Output, Stdio};
use std::time::Duration;
use wait_timeout::ChildExt;

/// What a command with a time limit left.
pub(crate) struct Limited {
    /// Its status, or none if the limit ended it.
    pub status: Option<ExitStatus>,
    /// Its standard output, then its standard error.
    pub said: Vec<u8>,
}

/// Runs a command to its end with no input. The error names the program that could not be started.
pub(crate) fn run(command: &mut Command) -> Result<Output, String> {
    command.stdin(Stdio::null());
    command.output().map_err(|error| format!("cannot run {}: {error}", command.get_program().to_string_lossy()))
}

/// Runs a command with no input for at most `limit`, then kills it.
///
/// # Errors
/// The program cannot be started, or the folder for temporary files cannot take its output.
pub(crate) fn run_within(command: &mut Command, limit: Duration) -> Result<Limited, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    limited(command, limit).map_err(|error| format!("cannot run {program}: {error}"))
}

fn limited(command: &mut Command, limit: Duration) -> io::Result<Limited> {
    // In files, not in pipes: no thread has to read while the command runs.
    let mut streams = [tempfile::tempfile()?, tempfile::tempfile()?];
    let [stdout, stderr] = [streams[0].try_clone()?, streams[1].try_clone()?];
    let mut child = command.stdin(Stdio::null()).stdout(stdout).stderr(stderr).spawn()?;
    let status = child.wait_timeout(limit)?;
    if status.is_none() {
        child.kill()?;
        child.wait()?;
    }
    let mut said = Vec::new();
    streams.iter_mut().try_for_each(|stream: &mut File| {
        stream.rewind()?;
        stream.read_to_end(&mut said).map(drop)
    })?;
    Ok(Limited { status, said })
}

/// Standard output of a command that must succeed, trimmed.
pub(crate) fn answer(command: &mut Command) -> Result<String, String> {
    let output = run(command)?;
    if !output.status.success() {
        let program = command.get_program().to_string_lossy().into_owned();
        return Err(format!("{program} failed with {}: {}", output.status, last_lines(&output.stderr, 3)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The last `count` lines that are not empty.
pub(crate) fn last_lines(text: &[u8], count: usize) -> String {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

/// Up to `count` lines that contain one of `marks`, or the last lines if none does.
pub(crate) fn marked_lines(text: &[u8], marks: &[&str], count: usize) -> String {
    let whole = String::from_utf8_lossy(text);
    let is_marked = |line: &&str| marks.iter().any(|mark| line.contains(mark));
    let marked: Vec<&str> = whole.lines().filter(is_marked).take(count).collect();
    match marked.is_empty() {
        true => last_lines(text, count),
        false => marked.join("\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_limit_ends_a_command_and_keeps_its_output() {
        let shell = |script: &str, limit| run_within(Command::new("sh").args(["-c", script]), limit).expect("a shell");
        let ended = shell("echo one; echo two >&2; exit 3", Duration::from_secs(600));
        assert_eq!(ended.status.and_then(|status| status.code()), Some(3));
        assert_eq!(ended.said, b"one\ntwo\n");
        let killed = shell("exec tail -f /dev/null", Duration::ZERO);
        assert!(killed.status.is_none());
        let missing = run_within(&mut Command::new("no-such-program"), Duration::ZERO);
        assert!(missing.is_err_and(|error| error.contains("no-such-program")));
    }

    #[test]
    fn matching_lines_are_kept() {
        let text = b"one\nerror: a\n\nnote\nerror: b\nlast\n";
        assert_eq!(marked_lines(text, &["error:"], 1), "error: a");
        assert_eq!(marked_lines(text, &["fatal"], 2), "error: b\nlast");
        assert_eq!(last_lines(b"", 3), "");
    }
}
