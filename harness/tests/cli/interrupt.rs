//! Ctrl-C in a run: exit status 130, no results.

use crate::support::pmu_cosim;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

#[test]
fn an_interrupted_run_leaves_no_results() {
    let out = tempfile::tempdir().expect("a folder");
    let mut command = pmu_cosim(&["run", "--pmu", "k8", "--cycles", "1000000000000"]);
    command.arg("--out").arg(out.path()).stderr(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn().expect("the command starts");
    let mut lines = BufReader::new(child.stderr.take().expect("standard error"));
    let mut line = String::new();
    // From this line on the run would go on for days.
    lines.read_line(&mut line).expect("a line");
    assert!(line.starts_with("using Verilator"), "{line}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    let mut rest = String::new();
    lines.read_to_string(&mut rest).expect("the rest");
    assert_eq!(child.wait().expect("an end").code(), Some(130), "{rest}");
    assert!(rest.contains("error: interrupted; no results were written"), "{rest}");
    assert_eq!(std::fs::read_dir(out.path()).expect("the folder").count(), 0, "nothing is left");
}
