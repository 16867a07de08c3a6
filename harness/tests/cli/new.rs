//! `new`: all files of a PMU, or none. What they do when they are built and run is a test of the tutorial.

use crate::support::{pmu_cosim, root, run, Said};
use rstest::rstest;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const REGISTRY: &str = "golden-model/src/pmus/mod.rs";

/// As much of a workspace as `new` looks at.
fn workspace() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for below in ["golden-model/descriptions", "golden-model/src/pmus", "rtl/amd_k8/core", "testbenches"] {
        fs::create_dir_all(folder.path().join(below)).expect("a folder");
    }
    for file in ["Cargo.toml", REGISTRY] {
        fs::copy(root().join(file), folder.path().join(file)).expect("a copy");
    }
    folder
}

fn new(workspace: &Path, arguments: &[&str]) -> Said {
    run(pmu_cosim(&["new"]).args(arguments).current_dir(workspace))
}

/// All files and folders, with the text of the files.
fn contents(folder: &Path) -> Vec<(PathBuf, Option<String>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => {
                found.extend(contents(&path));
                found.push((path, None));
            }
            false => found.push((path.clone(), Some(fs::read_to_string(path).expect("text")))),
        }
    }
    found.sort();
    found
}

#[test]
fn all_files_are_made_and_named() {
    let workspace = workspace();
    let said = new(workspace.path(), &["tally", "--title", "Tally: two counters"]);
    assert_eq!(said.status, 0, "{}", said.err);
    let made: Vec<_> = said.out.lines().filter_map(|line| line.strip_prefix("made ")).collect();
    assert_eq!(made.len(), 10);
    for file in made {
        let text = fs::read_to_string(workspace.path().join(file)).expect("the file");
        assert!(!text.contains("{{") && text.ends_with('\n'), "{file}: {text}");
    }
    let description = workspace.path().join("golden-model/descriptions/tally/core/pmu.toml");
    assert!(fs::read_to_string(description).expect("a description").contains("name = \"Tally: two counters\""));
    let list = fs::read_to_string(workspace.path().join(REGISTRY)).expect("the list");
    assert!(list.contains("pub mod tally;\n") && list.contains("    entry!(\"tally\", tally::core),\n];\n"));
    assert!(said.out.contains("next: ") && said.out.contains("docs/adding-a-pmu.md"), "{}", said.out);
}

#[rstest]
#[case::bad_name(&["Tally"], "\"Tally\" is no name for a PMU: lower-case letters")]
#[case::keyword(&["wire"], "\"wire\" is no name for a PMU: it is a keyword")]
#[case::bad_title(&["tally", "--title", "two\nlines"], "a title is one line")]
#[case::module_there(&["k8"], "there is a PMU k8 already")]
#[case::family_of_nobody(&["common"], "\"common\" is no name for a family")]
#[case::folder_there(&["new_k8", "--family", "amd_k8", "--unit", "core"], "rtl/amd_k8/core is there already")]
fn a_wrong_name_makes_nothing(#[case] arguments: &[&str], #[case] expected: &str) {
    let workspace = workspace();
    let before = contents(workspace.path());
    let said = new(workspace.path(), arguments);
    assert_eq!(said.status, 2);
    assert!(said.error().contains(expected), "{}", said.err);
    assert_eq!(contents(workspace.path()), before);
}

#[test]
fn an_error_on_the_way_leaves_nothing_behind() {
    let workspace = workspace();
    fs::remove_dir(workspace.path().join("testbenches")).expect("an empty folder");
    let before = contents(workspace.path());
    let said = new(workspace.path(), &["tally"]);
    assert_eq!(said.status, 3);
    assert!(said.error().contains("testbenches/tally"), "{}", said.err);
    assert_eq!(contents(workspace.path()), before);
}
