//! Broken environment: one error message, exit status 3, and results of earlier runs remain.

use crate::support::{pmu_cosim, run, CommandOutput};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Runs in a broken environment with results of an earlier run in the output folder, and checks that they remain.
fn broken_run(change: impl FnOnce(&mut std::process::Command, &Path)) -> CommandOutput {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    fs::create_dir(&out).expect("a folder");
    fs::write(out.join("results.json"), "{\"verdict\": \"pass\"}").expect("old results");
    let mut command = pmu_cosim(&["run", "--pmu", "k8", "--cycles", "1"]);
    command.arg("--out").arg(&out);
    change(&mut command, folder.path());
    let output = run(&mut command);
    assert_eq!(output.status, 3, "{}", output.err);
    assert!(out.join("results.json").exists(), "old results remain");
    output
}

fn script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}\n")).expect("a script");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("its mode");
}

#[test]
fn missing_verilator_of_the_environment_is_reported() {
    let output = broken_run(|command, _| {
        command.env("VERILATOR", "/no/such/verilator");
    });
    assert!(output.error().contains("$VERILATOR is /no/such/verilator: there is no such program"), "{}", output.err);
}

#[test]
fn missing_verilator_and_python_are_reported() {
    let output = broken_run(|command, folder| {
        let bin = folder.join("bin");
        fs::create_dir(&bin).expect("a folder");
        command.env("PATH", &bin).env("PMU_COSIM_BUILD_DIR", folder.join("build")).env_remove("VERILATOR");
    });
    assert!(output.error().contains("python3"), "{}", output.err);
}

#[test]
fn missing_compiler_is_reported() {
    let output = broken_run(|command, _| {
        command.env("CXX", "/no/such/c++");
    });
    assert!(output.error().contains("$CXX is /no/such/c++"), "{}", output.err);
}

#[test]
fn failing_compiler_is_reported() {
    let output = broken_run(|command, folder| {
        let compiler = folder.join("c++");
        script(
            &compiler,
            "[ \"$1\" = --version ] && echo broken 1.0 && exit 0\necho 'x.cpp:1:2: error: no such thing' >&2\nexit 1",
        );
        command.env("CXX", compiler).env("PMU_COSIM_BUILD_DIR", folder.join("build"));
    });
    assert!(output.error().contains("cannot compile"), "{}", output.err);
    assert!(output.err.contains("x.cpp:1:2: error: no such thing"), "{}", output.err);
}

#[test]
fn build_folder_that_is_not_writable_is_reported() {
    let output = broken_run(|command, folder| {
        let file = folder.join("build");
        fs::write(&file, "a file, not a folder").expect("a file");
        command.env("PMU_COSIM_BUILD_DIR", file);
    });
    assert!(output.error().contains("build"), "{}", output.err);
}

#[test]
fn output_folder_that_is_not_writable_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("out");
    fs::write(&file, "a file, not a folder").expect("a file");
    let output = run(pmu_cosim(&["run", "--pmu", "k8", "--cycles", "1"]).arg("--out").arg(&file));
    assert_eq!(output.status, 3, "{}", output.err);
    assert!(output.error().contains(file.to_str().expect("a path")), "{}", output.err);
}

#[test]
fn rtl_that_verilator_rejects_is_bad_input() {
    let folder = tempfile::tempdir().expect("a folder");
    crate::results::copy_rtl(folder.path(), "common/pmu_edge.v", "assign rise", "asign rise");
    let rtl = folder.path().join("amd_k8/core");
    let mut command = pmu_cosim(&["run", "--pmu", "k8", "--cycles", "1", "--rtl", rtl.to_str().expect("a path")]);
    let output = run(command.arg("--out").arg(folder.path().join("out")));
    assert_eq!(output.status, 2, "{}", output.err);
    assert!(output.error().contains("Verilator rejects the RTL"), "{}", output.err);
    assert!(output.err.contains("pmu_edge.v:"), "{}", output.err);
}
