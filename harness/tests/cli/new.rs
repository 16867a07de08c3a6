//! `new` creates all files of a PMU or none. The test of the tutorial builds and runs them.

use crate::support::{pmu_cosim, root, run, CommandOutput};
use rstest::rstest;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const REGISTRY: &str = "golden-model/descriptions/pmus.toml";

/// Creates the folders and files of a workspace that `new` reads.
pub fn workspace() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for below in [
        "golden-model/descriptions",
        "golden-model/models/amd_k8/src",
        "golden-model/models/all/src",
        "rtl/amd_k8/core",
        "testbenches",
    ] {
        fs::create_dir_all(folder.path().join(below)).expect("a folder");
    }
    for file in [
        "Cargo.toml",
        "golden-model/models/all/Cargo.toml",
        "golden-model/models/all/src/lib.rs",
        "golden-model/models/amd_k8/src/lib.rs",
        REGISTRY,
    ] {
        fs::copy(root().join(file), folder.path().join(file)).expect("a copy");
    }
    folder
}

pub fn new(workspace: &Path, arguments: &[&str]) -> CommandOutput {
    run(pmu_cosim(&["new"]).args(arguments).current_dir(workspace))
}

/// Returns all files and folders below `folder`, with the text of the files.
pub fn contents(folder: &Path) -> Vec<(PathBuf, Option<String>)> {
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
fn all_files_are_created_and_listed() {
    let workspace = workspace();
    let output = new(workspace.path(), &["tally", "--title", "Tally: two counters"]);
    assert_eq!(output.status, 0, "{}", output.err);
    let created: Vec<_> = output.out.lines().filter_map(|line| line.strip_prefix("created ")).collect();
    assert_eq!(created.len(), 11);
    for file in created {
        let text = fs::read_to_string(workspace.path().join(file)).expect("the file");
        assert!(!text.contains("{{") && text.ends_with('\n'), "{file}: {text}");
    }
    let description = workspace.path().join("golden-model/descriptions/tally/core/pmu.toml");
    assert!(fs::read_to_string(description).expect("a description").contains("name = \"Tally: two counters\""));
    let list = fs::read_to_string(workspace.path().join(REGISTRY)).expect("the list");
    assert!(list.contains("    { id = \"tally\", folder = \"tally/core\" },\n]\n"));
    assert!(output.out.contains("next: ") && output.out.contains("docs/adding-a-pmu.md"), "{}", output.out);
}

#[rstest]
#[case::riscv_csr("riscv-csr", 25, "csrs.rs", "counting/inhibit.pmu")]
#[case::apb_counters("apb-counters", 25, "state.rs", "counting/clear.pmu")]
#[case::x86_msr("x86-msr", 25, "counter.rs", "counting/edge.pmu")]
fn complete_pmu_of_a_style_is_created(
    #[case] style: &str,
    #[case] files: usize,
    #[case] model: &str,
    #[case] program: &str,
) {
    let workspace = workspace();
    fs::create_dir(workspace.path().join("golden-model/descriptions/decisions")).expect("a folder");
    let output = new(workspace.path(), &["demo", "--like", style, "--title", "A demo"]);
    assert_eq!(output.status, 0, "{}", output.err);
    let created: Vec<_> = output.out.lines().filter_map(|line| line.strip_prefix("created ")).collect();
    assert_eq!(created.len(), files);
    for file in [
        &format!("golden-model/models/demo/src/core/{model}"),
        "rtl/demo/core/demo_counter.v",
        &format!("testbenches/demo/core/programs/{program}"),
    ] {
        assert!(created.contains(&file), "{file}");
    }
    for file in created {
        let text = fs::read_to_string(workspace.path().join(file)).expect("the file");
        let left = ["{name}", "{title}", "{prefix}", "{family}"].iter().any(|placeholder| text.contains(placeholder));
        assert!(!left && text.ends_with('\n'), "{file}: {text}");
    }
    assert!(output.out.contains("next: `make sim PMU=demo` passes"), "{}", output.out);
    assert_eq!(output.out.contains("[bus] in a port map"), style == "apb-counters", "{}", output.out);

    let checked = run(pmu_cosim(&["check", "demo"]).current_dir(workspace.path()));
    assert!(checked.status == 0 && checked.out.contains("no error"), "{}{}", checked.out, checked.err);
}

#[test]
fn unknown_style_is_rejected_with_the_list() {
    let workspace = workspace();
    let before = contents(workspace.path());
    let output = new(workspace.path(), &["demo", "--like", "vax"]);
    assert_eq!(output.status, 2);
    for part in ["'vax'", "--like <STYLE>", "riscv-csr, apb-counters, x86-msr"] {
        assert!(output.err.contains(part), "{}", output.err);
    }
    assert_eq!(contents(workspace.path()), before);
}

/// The files of a new PMU can be read and checked before a build adds its model to the command.
#[test]
fn new_pmu_is_known_before_its_model_is_built() {
    let workspace = workspace();
    fs::create_dir(workspace.path().join("golden-model/descriptions/decisions")).expect("a folder");
    assert_eq!(new(workspace.path(), &["tally"]).status, 0);
    let command = |arguments: &[&str]| run(pmu_cosim(arguments).current_dir(workspace.path()));

    let described = command(&["describe", "tally"]);
    assert!(described.status == 0 && described.out.contains("tally"), "{}{}", described.out, described.err);
    let exported = command(&["export", "tally", "--format", "systemrdl"]);
    let expected = "error: tally: its description has no registers, so there is nothing to export";
    assert_eq!((exported.status, exported.error()), (2, expected));
    let checked = command(&["check", "tally"]);
    let line = "no error; not checked: the model, because the command was built without it";
    assert!(checked.status == 0 && checked.out.contains(line), "{}{}", checked.out, checked.err);
    let ran = command(&["lint", "--pmu", "tally"]);
    let expected = "error: tally: golden-model/models/tally/src/core: the command was built without this model; build it again with `make tool`";
    assert_eq!((ran.status, ran.error()), (2, expected), "{}", ran.err);
}

#[rstest]
#[case::bad_name(&["Tally"], "\"Tally\" is not a valid PMU name: use lower-case letters")]
#[case::keyword(&["wire"], "\"wire\" is not a valid PMU name: it is a keyword")]
#[case::name_of_a_port(&["bus_addr"], "\"bus_addr\" is not a valid PMU name: the RTL has a signal of this name")]
#[case::name_of_an_event(&["retired", "--like", "x86-msr"], "\"retired\" is not a valid PMU name: the RTL has a signal")]
#[case::bad_title(&["tally", "--title", "two\nlines"], "a title must be one line")]
#[case::module_there(&["k8"], "PMU k8 already exists")]
#[case::reserved_family(&["common"], "\"common\" is not a valid name of a family")]
#[case::folder_there(&["new_k8", "--family", "amd_k8", "--unit", "core"], "rtl/amd_k8/core already exists")]
fn invalid_name_is_rejected(#[case] arguments: &[&str], #[case] expected: &str) {
    let workspace = workspace();
    let before = contents(workspace.path());
    let output = new(workspace.path(), arguments);
    assert_eq!(output.status, 2);
    assert!(output.error().contains(expected), "{}", output.err);
    assert_eq!(contents(workspace.path()), before);
}

#[test]
fn failed_creation_leaves_no_files() {
    let workspace = workspace();
    fs::remove_dir(workspace.path().join("testbenches")).expect("an empty folder");
    let before = contents(workspace.path());
    let output = new(workspace.path(), &["tally"]);
    assert_eq!(output.status, 3);
    assert!(output.error().contains("testbenches/tally"), "{}", output.err);
    assert_eq!(contents(workspace.path()), before);
}
