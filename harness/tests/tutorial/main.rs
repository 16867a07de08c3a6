//! `docs/adding-a-pmu.md`, followed to the letter in a copy of this workspace: files written, commands run, their output
//! held against the page. Nothing outside the new PMU's folders may change but the list of the PMUs.

mod copy;
mod page;

use copy::Copy;
use page::Block;
use serde_json::Value;
use std::path::Path;

/// Where files may be added, and the one file that may change.
const FOLDERS: [&str; 4] =
    ["golden-model/descriptions/tally/core", "golden-model/src/pmus/tally", "rtl/tally/core", "testbenches/tally/core"];
const REGISTRY: &str = "golden-model/src/pmus/mod.rs";

#[test]
fn the_tutorial_works_as_written() {
    let copy = Copy::new();
    let before = copy.contents();
    let mut passed = false;
    for block in page::blocks() {
        match block {
            Block::File { path, text } => copy.write(&path, &text),
            Block::Change { path, old, new } => {
                // From here on it is broken; until here it must have passed.
                check_results(&copy);
                check_style(&copy);
                passed = true;
                copy.replace(&path, &old, &new);
            }
            Block::Console { command, output } => copy.console(&command, &output),
        }
    }
    assert!(passed, "the page breaks what it has built");

    let after = copy.contents();
    let gone: Vec<_> = before.keys().filter(|file| !after.contains_key(*file)).collect();
    let changed = |file: &&std::path::PathBuf| before.get(*file).is_some_and(|text| after.get(*file) != Some(text));
    let changed: Vec<_> = before.keys().filter(changed).collect();
    let allowed = |file: &Path| FOLDERS.iter().any(|folder| file.starts_with(folder));
    let added: Vec<_> = after.keys().filter(|file| !before.contains_key(*file) && !allowed(file)).collect();
    assert_eq!((gone, changed, added), (vec![], vec![&REGISTRY.into()], vec![]));
}

/// The last run covered every requirement and counted every row.
fn check_results(copy: &Copy) {
    let results: Value = serde_json::from_str(&copy.read("build/sim/results.json")).expect("JSON");
    let pmu = &results["pmus"][0];
    assert_eq!((&pmu["pmu"], &pmu["verdict"]), (&"tally".into(), &"pass".into()));
    for (part, done) in [("requirements", "covered"), ("events", "counted")] {
        assert!(pmu[part]["total"].as_u64() > Some(0));
        assert_eq!(pmu[part][done], pmu[part]["total"], "{part}");
    }
}

/// What the page has its readers write is as `make lint` wants it, and its stuck values are found.
fn check_style(copy: &Copy) {
    copy.cargo(&["fmt", "--check", "--all"]);
    copy.cargo(&["clippy", "--quiet", "--offline", "--package", "golden-model", "--", "--deny", "warnings"]);
    copy.cargo(&["test", "--quiet", "--offline", "--package", "testbenches", "--test", "pmus", "--", "tally::"]);
    let lint = copy.tool(&["lint", "--pmu", "tally"]);
    assert!(lint.status.success(), "{}", String::from_utf8_lossy(&lint.stdout));
}
