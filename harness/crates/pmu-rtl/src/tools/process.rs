//! Runs tools and captures their output.

use std::process::{Command, Output, Stdio};

/// Runs a command to its end with no input. The error names the program that could not be started.
pub(crate) fn run(command: &mut Command) -> Result<Output, String> {
    command.stdin(Stdio::null());
    command.output().map_err(|error| format!("cannot run {}: {error}", command.get_program().to_string_lossy()))
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
    fn matching_lines_are_kept() {
        let text = b"one\nerror: a\n\nnote\nerror: b\nlast\n";
        assert_eq!(marked_lines(text, &["error:"], 1), "error: a");
        assert_eq!(marked_lines(text, &["fatal"], 2), "error: b\nlast");
        assert_eq!(last_lines(b"", 3), "");
    }
}
