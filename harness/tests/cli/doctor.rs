//! `doctor`: finds tools on PATH and says what is not available without the missing ones.

use crate::support::{pmu_cosim, run, CommandOutput};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Answers of programs that satisfy all necessary checks.
const NECESSARY: [(&str, &str); 6] = [
    ("cargo", "echo cargo 1.99.0"),
    ("rustc", "echo rustc 1.99.0"),
    ("c++", "echo c++ 12.2.0"),
    ("make", "echo GNU Make 4.3"),
    ("git", "echo git version 2.39.5"),
    ("python3", "echo 3.11.7 True"),
];

/// Runs `doctor` with these programs as the only ones on PATH.
fn doctor(programs: &[(&str, &str)], arguments: &[&str]) -> CommandOutput {
    let folder = tempfile::tempdir().expect("a folder");
    let bin = folder.path().join("bin");
    fs::create_dir(&bin).expect("a folder");
    for (name, script) in programs {
        write_script(&bin.join(name), script);
    }
    let mut command = pmu_cosim(&["doctor"]);
    command.args(arguments).env("PATH", &bin).env("PMU_COSIM_BUILD_DIR", folder.path().join("build"));
    for variable in ["VERILATOR", "YOSYS", "CC", "CXX"] {
        command.env_remove(variable);
    }
    run(&mut command)
}

fn write_script(file: &Path, text: &str) {
    fs::write(file, format!("#!/bin/sh\n{text}\n")).expect("a script");
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("its mode");
}

/// Returns the line of a tool.
#[track_caller]
fn line<'o>(output: &'o CommandOutput, name: &str) -> &'o str {
    let found = output.out.lines().find(|line| line.split_whitespace().nth(1) == Some(name));
    found.unwrap_or_else(|| panic!("no line for {name}: {}", output.out))
}

#[test]
fn necessary_tools_suffice() {
    let output = doctor(&NECESSARY, &[]);
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    assert_eq!(line(&output, "rust"), "ok     rust       cargo 1.99.0, rustc 1.99.0");
    assert_eq!(line(&output, "verilator"), "ok     verilator  make sim installs Verilator 5.48.0");
    assert!(line(&output, "iverilog").starts_with("absent"), "{}", output.out);
    assert!(line(&output, "cc").starts_with("absent cc         no pmu-cosim drive"), "{}", output.out);
}

#[test]
fn each_necessary_tool_is_missed() {
    for (missing, line_name) in
        [("cargo", "rust"), ("rustc", "rust"), ("c++", "c++"), ("make", "make"), ("git", "git"), ("python3", "python3")]
    {
        let programs: Vec<_> = NECESSARY.into_iter().filter(|(name, _)| *name != missing).collect();
        let output = doctor(&programs, &[]);
        assert_eq!(output.status, 3, "without {missing}: {}", output.out);
        assert!(line(&output, line_name).starts_with("FAIL"), "without {missing}: {}", output.out);
    }
}

#[test]
fn unusable_versions_are_reported() {
    for (name, answer, line_name, message) in [
        ("rustc", "echo rustc 1.70.0", "rust", "1.70.0 is older than 1.85"),
        ("make", "echo bmake", "make", "not GNU Make"),
        ("python3", "echo 3.11.7 False", "python3", "neither pip nor venv"),
        ("c++", "[ $1 = --version ] && echo c++ 12", "c++", "has no C++17 library"),
    ] {
        let programs: Vec<_> =
            NECESSARY.into_iter().filter(|(other, _)| *other != name).chain([(name, answer)]).collect();
        let output = doctor(&programs, &[]);
        assert_eq!(output.status, 3, "{}", output.out);
        assert!(line(&output, line_name).contains(message), "{}", output.out);
    }
}

#[test]
fn optional_tools_are_found() {
    let programs: Vec<_> = NECESSARY.into_iter().chain([("iverilog", "echo Icarus Verilog version 11.0")]).collect();
    let output = doctor(&programs, &[]);
    assert_eq!(line(&output, "iverilog"), "ok     iverilog   11.0");
}

#[test]
fn selected_tool_must_work() {
    let output = run(pmu_cosim(&["doctor"]).env("VERILATOR", "/no/such/verilator"));
    assert_eq!(output.status, 3, "{}", output.out);
    assert!(
        line(&output, "verilator").starts_with("FAIL   verilator  $VERILATOR is /no/such/verilator"),
        "{}",
        output.out
    );
}

#[test]
fn lines_fit_a_terminal() {
    for programs in [&[][..], &NECESSARY[..]] {
        let output = doctor(programs, &[]);
        let long: Vec<_> = output.out.lines().filter(|line| line.chars().count() > 80).collect();
        assert!(long.is_empty(), "{long:?}");
    }
}

#[test]
fn json_has_the_same_checks() {
    let [console, json] = [doctor(&NECESSARY[1..], &[]), doctor(&NECESSARY[1..], &["--json"])];
    assert_eq!((console.status, json.status), (3, 3));
    let findings: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(findings["usable"], false);
    let names: Vec<_> = findings["checks"].as_array().expect("a list").iter().map(|check| &check["name"]).collect();
    assert_eq!(names.len(), console.out.lines().count() - 1);
    assert_eq!((&findings["checks"][0]["name"], &findings["checks"][0]["state"]), (&"rust".into(), &"fail".into()));
}
