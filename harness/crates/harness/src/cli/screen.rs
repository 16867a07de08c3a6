//! Output of commands: wrapped to the width of the terminal and coloured there, unchanged in a pipe. `CLICOLOR_FORCE=1` colours
//! it in a pipe too.

use anstyle::{AnsiColor, Style};
use regex::{Captures, Regex};
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::sync::LazyLock;
use terminal_size::{terminal_size, terminal_size_of, Width};
use textwrap::{Options, WordSeparator, WordSplitter};

/// Narrower terminals get lines of this width.
const MIN_WIDTH: usize = 40;
/// Additional indent of the lines that continue one.
const CONTINUED: &str = "    ";

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// The words to colour: verdicts, and the two values of a mismatch.
static COLOURED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?P<bad>FAIL\b|got +[^ ,;]+)|\b(?P<good>pass\b|expected +[^ ,;]+)").expect("a valid expression")
});

/// Prints lines to standard output.
macro_rules! say {
    ($($argument:tt)*) => { $crate::cli::screen::print(format_args!($($argument)*)) };
}
pub(super) use say;

/// The width of the terminal at standard output, in columns; none if it is not a terminal.
pub(super) fn width() -> Option<usize> {
    use std::io::IsTerminal;
    let columns = terminal_size().map_or(80, |(Width(columns), _)| usize::from(columns));
    std::io::stdout().is_terminal().then(|| columns.max(MIN_WIDTH))
}

/// The width of the terminal at standard error, in columns; none if it is not a terminal.
fn error_width() -> Option<usize> {
    terminal_size_of(std::io::stderr()).map(|(Width(columns), _)| usize::from(columns).max(MIN_WIDTH))
}

/// Prints lines to standard error.
pub(super) fn warn(text: impl Display) {
    let text = text.to_string();
    let shown = match error_width() {
        Some(width) => wrapped(&text, width),
        None => text,
    };
    // An error here has no other place to go.
    let _ = writeln!(anstream::stderr().lock(), "{}", painted(&shown));
}

/// Prints lines to standard output. A reader that closes its pipe early, such as `head`, ends the command.
pub(super) fn print(text: impl Display) {
    let text = text.to_string();
    let shown = match width() {
        Some(width) => wrapped(&text, width),
        None => text,
    };
    write(&painted(&shown));
}

/// Prints text that programs read, such as a table or a diff, as it is.
pub(super) fn print_verbatim(text: &str) {
    write(text.trim_end_matches('\n'));
}

fn write(text: &str) {
    let mut out = anstream::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            eprintln!("error: standard output: {error}");
            std::process::exit(super::Status::BROKEN.into());
        }
        Ok(()) => {}
    }
}

/// Breaks lines at spaces so that none is longer than `width`. A command continues as in a shell.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let lines: Vec<Cow<str>> = text.lines().map(|line| wrapped_line(line.trim_end(), width)).collect();
    lines.join("\n")
}

fn wrapped_line(line: &str, width: usize) -> Cow<'_, str> {
    let has_border = line.starts_with(['┌', '│', '╞', '└']);
    if textwrap::core::display_width(line) <= width || has_border {
        return line.into();
    }
    let is_command = line.contains("target/release/pmu-cosim ");
    let indent = format!("{}{CONTINUED}", &line[..line.len() - line.trim_start().len()]);
    let width = if is_command { width - 2 } else { width };
    let options = Options::new(width)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(line, options).join(if is_command { " \\\n" } else { "\n" }).into()
}

/// Colours verdicts and values.
fn painted(text: &str) -> Cow<'_, str> {
    COLOURED.replace_all(text, |found: &Captures| {
        let style = if found.name("bad").is_some() { BAD } else { GOOD };
        format!("{style}{}{style:#}", &found[0])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_keep_their_indent() {
        let text = "one\n  two three four five six seven";
        assert_eq!(wrapped(text, 18), "one\n  two three four\n      five six\n      seven");
        assert_eq!(wrapped("a/path/that/has/no/space and more", 10), "a/path/that/has/no/space\n    and\n    more");
    }

    #[test]
    fn wrapped_command_can_be_copied_to_a_shell() {
        let command = "  reproduce: target/release/pmu-cosim replay build/runs/7/repro/k8-random-1-0.pmu --seed 3";
        let shown = wrapped(command, 60);
        assert!(shown.lines().all(|line| line.len() <= 60), "{shown}");
        assert_eq!(shown.replace(" \\\n      ", " "), command);
    }

    #[test]
    fn mismatch_and_verdict_are_coloured() {
        let shown = painted("core0.pm expected 0x0  got 0x1; FAIL, bypass");
        let count = |style: Style| shown.matches(&style.render().to_string()).count();
        assert_eq!((count(GOOD), count(BAD)), (1, 2));
    }
}
