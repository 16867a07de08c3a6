//! Output on a terminal and in a pipe: width and trailing blanks.

use crate::results::broken_k8;
use crate::support::{pmu_cosim, run, CommandOutput};
use golden_model_core::Pmu;
use rstest::rstest;
use std::process::Command;

/// Runs a command on a pseudo-terminal with a number of columns and prints its output.
const ON_TERMINAL: &str = "
import fcntl, os, pty, struct, subprocess, sys, termios
main, terminal = pty.openpty()
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 50, int(sys.argv[1]), 0, 0))
command = subprocess.Popen(sys.argv[2:], stdout=terminal, stderr=terminal)
os.close(terminal)
while True:
    try:
        data = os.read(main, 65536)
    except OSError:
        break
    if not data:
        break
    sys.stdout.buffer.write(data)
sys.stdout.flush()
sys.exit(command.wait())
";

/// The output of a command on a terminal, without colours.
pub fn on_terminal(columns: usize, command: &Command) -> CommandOutput {
    let mut python = Command::new("python3");
    python.args(["-c", ON_TERMINAL, &columns.to_string()]).arg(command.get_program()).args(command.get_args());
    python.current_dir(command.get_current_dir().expect("a folder"));
    python.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let output = run(&mut python);
    let out = anstream::adapter::strip_str(&output.out.replace("\r\n", "\n")).to_string();
    CommandOutput { out, ..output }
}

/// Panics if a line is longer than `columns`.
#[track_caller]
pub fn assert_fits(columns: usize, text: &str) {
    // A progress bar draws over its line.
    let lines = text.lines().flat_map(|line| line.split('\r'));
    let long: Vec<_> = lines.filter(|line| line.chars().count() > columns).collect();
    assert!(long.is_empty(), "{} lines, the first: {}", long.len(), long[0]);
}

#[track_caller]
fn check(columns: usize, arguments: &[&str]) {
    let output = on_terminal(columns, &pmu_cosim(arguments));
    assert_eq!(output.status, 0, "{arguments:?}: {}", output.out);
    assert!(!output.out.is_empty());
    assert_fits(columns, &output.out);
}

#[test]
fn help_fits_the_terminal() {
    let help = run(&mut pmu_cosim(&["--help"])).out;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands: Vec<_> = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    assert!(commands.contains(&"run") && commands.contains(&"describe"), "{help}");
    for columns in [80, 160] {
        check(columns, &["--help"]);
        for command in commands.iter().filter(|command| !["", "help"].contains(command)) {
            check(columns, &[command, "--help"]);
        }
    }
}

#[rstest]
#[case(&[])]
#[case(&["--events"])]
#[case(&["--registers"])]
#[case(&["--choices"])]
fn description_fits_the_terminal(#[case] arguments: &[&str]) {
    check(80, &["list"]);
    for id in Pmu::ids() {
        check(80, &[&["describe", id], arguments].concat());
    }
}

#[test]
fn search_and_requirement_fit_the_terminal() {
    for name in ["count", "K8-R57", "PerfEvtSel0", "0xE9"] {
        check(80, &["describe", "k8", name]);
    }
}

#[test]
fn passing_and_failing_run_fit_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = broken_k8(folder.path());
    let out = folder.path().join("out").display().to_string();
    let arguments = ["run", "--pmu", "k8", "--cycles", "20000", "--waves", "1", "--out", &out];
    for columns in [80, 160] {
        check(columns, &arguments);
        let failed = on_terminal(columns, &pmu_cosim(&[&arguments[..], &["--rtl", &broken]].concat()));
        assert_eq!(failed.status, 1, "{}", failed.out);
        assert_fits(columns, &failed.out);
        for part in ["k8: FAIL ", "driven by: ", "requirements most likely violated", "reproduce: "] {
            assert!(failed.out.contains(part), "{part}: {}", failed.out);
        }
        let repro = folder.path().join("out/repro");
        let repro = std::fs::read_dir(repro).expect("a folder").filter_map(|entry| Some(entry.ok()?.path()));
        let repro =
            repro.filter(|file| file.extension().is_some_and(|ending| ending == "pmu")).min().expect("a program");
        for command in ["replay", "trace"] {
            let mut command = pmu_cosim(&[command, "--rtl", &broken]);
            assert_fits(columns, &on_terminal(columns, command.arg(&repro)).out);
        }
    }
}

/// Tables and diffs are for programs, also on a terminal.
#[test]
fn text_for_programs_is_not_wrapped() {
    for arguments in [
        &["describe", "k8", "--registers", "--csv"][..],
        &["seeded-bugs", "--pmu", "k8", "--show", "counter_write_plus_increment"],
    ] {
        let mut command = pmu_cosim(arguments);
        let piped = run(&mut command).out;
        assert!(piped.lines().any(|line| line.chars().count() > 80), "{piped}");
        assert_eq!(on_terminal(80, &command).out, piped, "{arguments:?}");
    }
}

#[test]
fn output_in_a_pipe_has_no_trailing_blanks_and_no_colours() {
    for arguments in [&["list"][..], &["describe", "k8"], &["describe", "k8", "--events"], &["run", "--help"]] {
        let output = run(&mut pmu_cosim(arguments)).out;
        let wrong = output.lines().find(|line| line.ends_with(' ') || line.contains('\u{1b}'));
        assert_eq!(wrong, None, "{arguments:?}");
    }
}
