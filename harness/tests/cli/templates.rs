//! The templates for CI and the Dockerfile use commands and variables that exist.

use crate::support::{pmu_cosim, root, run};
use harness::results::{FILES, OPTIONAL_FILES};
use regex::Regex;
use std::collections::BTreeSet;
use std::fs;

/// The templates name files that a run writes.
#[test]
fn templates_report_files_that_a_run_writes() {
    let files: BTreeSet<String> = FILES.iter().chain(&OPTIONAL_FILES).map(|&file| file.to_owned()).collect();
    let reported: [(&str, &[&str]); 2] = [
        ("examples/ci/github.yml", &["coverage.info", "junit.xml"]),
        ("examples/ci/gitlab.yml", &["coverage.xml", "junit.xml", "gl-code-quality.json"]),
    ];
    for (file, expected) in reported {
        let text = fs::read_to_string(root().join(file)).expect("a file");
        let used = found(r"build/sim/([a-z.-]+)", &text);
        assert_eq!(used, expected.iter().map(|&file| file.to_owned()).collect(), "{file}");
        assert!(used.is_subset(&files), "{file}: {used:?}");
    }
}

/// Returns the first group of each match.
fn found(pattern: &str, text: &str) -> BTreeSet<String> {
    let pattern = Regex::new(pattern).expect("a valid expression");
    pattern.captures_iter(text).map(|found| found[1].to_owned()).collect()
}

#[test]
fn templates_use_commands_and_variables_that_exist() {
    let read = |file: &str| fs::read_to_string(root().join(file)).expect("a file");
    let makefile = read("Makefile");
    let known = makefile.lines().find_map(|line| line.strip_prefix("VARIABLES := ")).expect("the variables");
    let known: BTreeSet<_> = known.split(' ').map(str::to_owned).collect();
    for (file, variables) in [("examples/ci/github.yml", 5), ("examples/ci/gitlab.yml", 5), ("Dockerfile", 4)] {
        // A command of a shell continues after a backslash.
        let text = read(file).replace("\\\n", " ");
        let calls: Vec<_> = text.lines().filter(|line| line.contains("make ") && line.contains(" sim ")).collect();
        let used = found(r#"(?: |\[")([A-Z]+)="#, &calls.join("\n"));
        assert_eq!(used.len(), variables, "{file}: {used:?}");
        assert!(used.is_subset(&known), "{file}: {used:?}");
        let commands = found("target/release/pmu-cosim ([a-z-]+)", &text);
        assert!(!commands.is_empty(), "{file} calls no command");
        for command in commands {
            assert_eq!(run(&mut pmu_cosim(&[&command, "--help"])).status, 0, "{file}: {command}");
        }
    }
}
