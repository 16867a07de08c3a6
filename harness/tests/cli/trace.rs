//! `trace`: a program cycle by cycle.

use crate::results::broken_k8;
use crate::support::{pmu_cosim, run, CommandOutput};
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

const PROGRAM: &str = "pmu k8
set core0.halted = 1
write core0.PerfEvtSel0 EVENT_SELECT=0xC0 OS=1 EN=1 INV=1 CNT_MASK=1
wait 5
read core0.PerfCtr0
set core0.halted = 0
wait 3
";

fn trace(folder: &Path, options: &[&str], input: &str) -> CommandOutput {
    let file = folder.join("program.pmu");
    std::fs::write(&file, PROGRAM).expect("a program");
    let keys = folder.join("keys");
    std::fs::write(&keys, input).expect("the input");
    let mut command = pmu_cosim(&["trace"]);
    command.arg(file).args(options).stdin(Stdio::from(std::fs::File::open(keys).expect("the input")));
    run(&mut command)
}

#[test]
fn cycles_have_their_statements_and_the_values_that_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = trace(folder.path(), &[], "");
    assert_eq!(output.status, 0, "{}", output.err);
    let expected = "         0  set core0.halted = 0x1
            write core0.PerfEvtSel0 EVENT_SELECT=0xc0 OS=0x1 EN=0x1 INV=0x1 CNT_MASK=0x1
         1  wait 5
              core0.PerfEvtSel0 EVENT_SELECT 0x0 -> 0xc0, OS 0x0 -> 0x1, EN 0x0 -> 0x1, INV 0x0 -> 0x1, CNT_MASK 0x0 -> 0x1
       2-5  no change
         6  read core0.PerfCtr0
         7  set core0.halted = 0x0
            wait 3
";
    assert!(output.out.starts_with(expected), "{}", output.out);
    assert!(output.out.contains("\n              core0.PerfCtr0 0x0 -> 0x1\n"), "{}", output.out);
    assert!(output.out.ends_with("k8: no divergence\n"), "{}", output.out);
}

#[test]
fn both_values_appear_where_dut_and_model_differ() {
    let folder = tempfile::tempdir().expect("a folder");
    let rtl = broken_k8(folder.path());
    let output = trace(folder.path(), &["--rtl", &rtl, "--cycles", "2..3"], "");
    assert_eq!(output.status, 1, "{}", output.err);
    let rows = "         2\n              core0.pm expected 0x0, got 0x1\n              core0.PerfCtr0 expected 0x0, got 0x1\n         3\n";
    assert!(output.out.starts_with(rows), "{}", output.out);
    assert!(output.out.contains("k8: first divergence in cycle 2: core0.PerfCtr0 expected"), "{}", output.out);
    let wrong = trace(folder.path(), &["--cycles", "90..99"], "");
    assert_eq!(wrong.status, 2);
    assert!(wrong.error().contains("has 10 cycles and no cycle 90"), "{}", wrong.err);
}

#[test]
fn steps_follow_the_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let rtl = broken_k8(folder.path());
    let output = trace(folder.path(), &["--step", "--rtl", &rtl], "\nd\n7\nx\nq\n");
    let cycles: Vec<_> = output.out.lines().filter_map(|line| line.get(..10)?.trim().parse::<u64>().ok()).collect();
    assert_eq!(cycles, [0, 1, 2, 7, 7], "{}", output.out);
    assert!(output.out.contains("Enter shows the next cycle"), "{}", output.out);
}

#[test]
fn colours_can_be_forced_for_a_pager() {
    let folder = tempfile::tempdir().expect("a folder");
    let rtl = broken_k8(folder.path());
    let file = folder.path().join("program.pmu");
    std::fs::File::create(&file).and_then(|mut file| file.write_all(PROGRAM.as_bytes())).expect("a program");
    let mut command = pmu_cosim(&["trace", "--rtl", &rtl]);
    let output = run(command.arg(file).env("CLICOLOR_FORCE", "1"));
    assert!(output.out.contains("\u{1b}[1m\u{1b}[31mgot 0x1"), "{:?}", output.out);
}
