//! Follows `docs/adding-a-pmu.md` in a copy of this workspace: writes the files, runs the commands and compares their output
//! with the page. Outside the folders of the new PMU only lists of PMUs may change.
//!
//! `styles` does the same with the PMUs that `new --like` writes.

mod copy;
mod page;
mod styles;

use copy::Copy;
use page::Block;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Folders in which files may be added.
const FOLDERS: [&str; 4] =
    ["golden-model/descriptions/tally/core", "golden-model/models/tally", "rtl/tally/core", "testbenches/tally/core"];
/// The only existing files that may change.
const LISTS: [&str; 4] = [
    "Cargo.lock",
    "golden-model/descriptions/pmus.toml",
    "golden-model/models/all/Cargo.toml",
    "golden-model/models/all/src/lib.rs",
];

#[test]
fn tutorial_works_as_written() {
    let copy = Copy::new();
    let before = copy.contents();
    let mut passed = false;
    for block in page::blocks() {
        match block {
            Block::File { path, text } => copy.write(&path, &text),
            Block::Change { path, old, new } => {
                // The change breaks the RTL; before it, the run must have passed.
                check_results(&copy, "tally");
                check_style(&copy, "tally");
                passed = true;
                copy.replace(&path, &old, &new);
            }
            Block::Console { command, output } => copy.console(&command, &output),
        }
    }
    assert!(passed, "the page has a change after a passing run");

    let after = copy.contents();
    let gone: Vec<_> = before.keys().filter(|file| !after.contains_key(*file)).collect();
    let changed = |file: &&std::path::PathBuf| before.get(*file).is_some_and(|text| after.get(*file) != Some(text));
    let changed: Vec<_> = before.keys().filter(changed).collect();
    let allowed = |file: &Path| FOLDERS.iter().any(|folder| file.starts_with(folder));
    let added: Vec<_> = after.keys().filter(|file| !before.contains_key(*file) && !allowed(file)).collect();
    assert_eq!((gone, changed, added), (vec![], LISTS.map(PathBuf::from).iter().collect(), vec![]));
}

/// Checks that the last run covered every requirement and counted every event row.
fn check_results(copy: &Copy, name: &str) {
    let results: Value = serde_json::from_str(&copy.read("build/sim/results.json")).expect("JSON");
    let pmu = &results["pmus"][0];
    assert_eq!((&pmu["pmu"], &pmu["verdict"]), (&name.into(), &"pass".into()));
    for (part, done) in [("requirements", "covered"), ("events", "counted")] {
        assert!(pmu[part]["total"].as_u64() > Some(0));
        assert_eq!(pmu[part][done], pmu[part]["total"], "{part}");
    }
}

/// Checks that the files of the PMU pass the checks of `make lint` and that their stuck-at faults are detected.
fn check_style(copy: &Copy, name: &str) {
    copy.cargo(&["fmt", "--check", "--all"]);
    let package = format!("golden-model-{}", name.replace('_', "-"));
    copy.cargo(&["clippy", "--quiet", "--offline", "--package", &package, "--", "--deny", "warnings"]);
    let tests = format!("{name}::");
    copy.cargo(&["test", "--quiet", "--offline", "--package", "testbenches", "--test", "pmus", "--", &tests]);
    let lint = copy.tool(&["lint", "--pmu", name]);
    assert!(lint.status.success(), "{}", String::from_utf8_lossy(&lint.stdout));
}
