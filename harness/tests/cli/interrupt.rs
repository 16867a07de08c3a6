//! Ctrl-C ends a run with exit status 130 and without results. It, and a kill, leave the results of earlier runs as they were.

use crate::support::{pmu_cosim, run};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};

/// Starts a run of several days and returns it with its standard error after the first line.
fn endless_run(out: &Path) -> (Child, BufReader<ChildStderr>) {
    let mut command = pmu_cosim(&["run", "--pmu", "k8", "--cycles", "1000000000000"]);
    command.arg("--out").arg(out).stderr(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn().expect("the command starts");
    let mut lines = BufReader::new(child.stderr.take().expect("standard error"));
    let mut line = String::new();
    lines.read_line(&mut line).expect("a line");
    assert!(line.starts_with("using Verilator"), "{line}");
    (child, lines)
}

#[test]
fn a_killed_run_changes_no_results() {
    let out = tempfile::tempdir().expect("a folder");
    let old = ["results.json", "junit.xml", "report.html", "gl-code-quality.json"];
    old.iter().for_each(|name| std::fs::write(out.path().join(name), "old").expect("a file"));
    let (mut child, _) = endless_run(out.path());
    child.kill().expect("a kill");
    assert_eq!(child.wait().expect("an end").code(), None, "ended by the signal");
    old.iter().for_each(|name| assert_eq!(std::fs::read(out.path().join(name)).expect("a file"), b"old", "{name}"));
    // The next run removes what the killed one left.
    let output = run(pmu_cosim(&["run", "--pmu", "k8", "--cycles", "1"]).arg("--out").arg(out.path()));
    assert_eq!(output.status, 0, "{}", output.err);
    let names = std::fs::read_dir(out.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    assert!(names.into_iter().all(|name| !name.to_string_lossy().starts_with('.')));
}

#[test]
fn an_interrupted_run_leaves_no_results() {
    let out = tempfile::tempdir().expect("a folder");
    let (mut child, mut lines) = endless_run(out.path());
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    let mut rest = String::new();
    lines.read_to_string(&mut rest).expect("the rest");
    assert_eq!(child.wait().expect("an end").code(), Some(130), "{rest}");
    assert!(rest.contains("error: interrupted; no results were written"), "{rest}");
    assert_eq!(std::fs::read_dir(out.path()).expect("the folder").count(), 0, "nothing is left");
}
