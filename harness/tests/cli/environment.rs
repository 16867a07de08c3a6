//! A broken environment: one clear error, exit status 3, and no old results that could be taken for new ones.

use crate::support::{pmu_cosim, run, Said};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// A run whose output folder holds the results of an earlier one.
fn broken_run(change: impl FnOnce(&mut std::process::Command, &Path)) -> Said {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    fs::create_dir(&out).expect("a folder");
    fs::write(out.join("results.json"), "{\"verdict\": \"pass\"}").expect("old results");
    let mut command = pmu_cosim(&["run", "--pmu", "k8", "--cycles", "1"]);
    command.arg("--out").arg(&out);
    change(&mut command, folder.path());
    let said = run(&mut command);
    assert_eq!(said.status, 3, "{}", said.err);
    assert!(!out.join("results.json").exists(), "old results are gone");
    said
}

fn script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}\n")).expect("a script");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("its mode");
}

#[test]
fn verilator_named_but_missing() {
    let said = broken_run(|command, _| {
        command.env("VERILATOR", "/no/such/verilator");
    });
    assert!(said.error().contains("$VERILATOR is /no/such/verilator: there is no such program"), "{}", said.err);
}

#[test]
fn neither_verilator_nor_python() {
    let said = broken_run(|command, folder| {
        let bin = folder.join("bin");
        fs::create_dir(&bin).expect("a folder");
        command.env("PATH", &bin).env("PMU_COSIM_BUILD_DIR", folder.join("build")).env_remove("VERILATOR");
    });
    assert!(said.error().contains("python3"), "{}", said.err);
}

#[test]
fn no_compiler() {
    let said = broken_run(|command, _| {
        command.env("CXX", "/no/such/c++");
    });
    assert!(said.error().contains("$CXX is /no/such/c++"), "{}", said.err);
}

#[test]
fn a_compiler_that_fails() {
    let said = broken_run(|command, folder| {
        let compiler = folder.join("c++");
        script(
            &compiler,
            "[ \"$1\" = --version ] && echo broken 1.0 && exit 0\necho 'x.cpp:1:2: error: no such thing' >&2\nexit 1",
        );
        command.env("CXX", compiler).env("PMU_COSIM_BUILD_DIR", folder.join("build"));
    });
    assert!(said.error().contains("cannot compile"), "{}", said.err);
    assert!(said.err.contains("x.cpp:1:2: error: no such thing"), "{}", said.err);
}

#[test]
fn build_folder_not_writable() {
    let said = broken_run(|command, folder| {
        let file = folder.join("build");
        fs::write(&file, "a file, not a folder").expect("a file");
        command.env("PMU_COSIM_BUILD_DIR", file);
    });
    assert!(said.error().contains("build"), "{}", said.err);
}

#[test]
fn output_folder_not_writable() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("out");
    fs::write(&file, "a file, not a folder").expect("a file");
    let said = run(pmu_cosim(&["run", "--pmu", "k8", "--cycles", "1"]).arg("--out").arg(&file));
    assert_eq!(said.status, 3, "{}", said.err);
    assert!(said.error().contains(file.to_str().expect("a path")), "{}", said.err);
}

#[test]
fn rtl_that_verilator_rejects_is_bad_input() {
    let folder = tempfile::tempdir().expect("a folder");
    crate::results::copy_rtl(folder.path(), "common/pmu_edge.v", "assign rise", "asign rise");
    let rtl = folder.path().join("amd_k8/core");
    let mut command = pmu_cosim(&["run", "--pmu", "k8", "--cycles", "1", "--rtl", rtl.to_str().expect("a path")]);
    let said = run(command.arg("--out").arg(folder.path().join("out")));
    assert_eq!(said.status, 2, "{}", said.err);
    assert!(said.error().contains("Verilator rejects the RTL"), "{}", said.err);
    assert!(said.err.contains("pmu_edge.v:"), "{}", said.err);
}
