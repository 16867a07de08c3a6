//! `check`: the files of a PMU without a build, and the errors in them. Descriptions are read from the checkout of the user.

use crate::support::{pmu_cosim, root, run, CommandOutput};
use rstest::rstest;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use tempfile::TempDir;

/// Creates a checkout with links to this one, and copies of the descriptions, which a test may change.
fn checkout() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["Cargo.toml", "rtl", "testbenches", "thresholds.toml"] {
        symlink(root().join(name), folder.path().join(name)).expect("a link");
    }
    copy(&root().join("golden-model/descriptions"), &folder.path().join("golden-model/descriptions"));
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &target),
            false => _ = fs::copy(&path, &target).expect("a copy"),
        }
    }
}

/// Replaces `old` by `new` in a description of K8, and runs a command in that checkout.
fn changed(file: &str, old: &str, new: &str, arguments: &[&str]) -> CommandOutput {
    let checkout = checkout();
    let file = checkout.path().join("golden-model/descriptions/amd_k8/core").join(file);
    let text = fs::read_to_string(&file).expect("a description");
    assert!(text.contains(old), "{}", file.display());
    fs::write(&file, text.replace(old, new)).expect("a description");
    run(pmu_cosim(arguments).current_dir(checkout.path()))
}

#[test]
fn files_without_an_error_pass() {
    let output = run(&mut pmu_cosim(&["check", "k8", "itanium_qear"]));
    assert_eq!((output.status, output.err.as_str()), (0, ""));
    let lines: Vec<_> = output.out.lines().collect();
    assert!(lines.len() == 2 && lines.iter().all(|line| line.ends_with("; no error")), "{}", output.out);
}

#[rstest]
#[case::unknown_key(
    "pmu.toml",
    "requirement_prefixes",
    "requirement_prefix",
    "amd_k8/core/pmu.toml: TOML parse error at line"
)]
#[case::no_event_code("events.csv", "0x00,", "zero,", "amd_k8/core: events.csv: bad code zero")]
#[case::no_requirement("coverage.toml", "K8-R", "K9-R", "amd_k8/core: coverage.toml: group")]
#[case::collision("collisions.toml", "[[field]]", "[[feild]]", "amd_k8/core/collisions.toml:")]
fn an_error_in_a_description_is_one_error(
    #[case] file: &str,
    #[case] old: &str,
    #[case] new: &str,
    #[case] expected: &str,
    #[values(&["check", "k8"], &["run", "--pmu", "k8"], &["list"], &["describe", "k8"])] arguments: &[&str],
) {
    let output = changed(file, old, new, arguments);
    assert_eq!(output.status, 2, "{}", output.err);
    let error = output.error();
    assert!(error.contains("golden-model/descriptions/") && output.err.contains(expected), "{}", output.err);
}

/// An error in the list of PMUs is one error of every command that reads a description.
#[rstest]
#[case::unknown_key("top = ", "of = ", "pmus.toml: TOML parse error at line")]
#[case::id_of_another("id = \"knc\"", "id = \"k8\"", "pmus.toml: id = \"k8\": two PMUs have this id")]
#[case::id_of_no_description("id = \"k8\"", "id = \"k9\"", "amd_k8/core: its id is k8, but k9 in the list of PMUs")]
fn an_error_in_the_list_of_pmus_is_one_error(
    #[case] old: &str,
    #[case] new: &str,
    #[case] expected: &str,
    #[values(&["list"], &["check"], &["run"])] arguments: &[&str],
) {
    let output = changed("../../pmus.toml", old, new, arguments);
    assert_eq!(output.status, 2, "{}", output.err);
    output.error();
    assert!(output.err.contains("golden-model/descriptions/") && output.err.contains(expected), "{}", output.err);
}

#[rstest]
#[case(
    "seeded_bugs.toml",
    "caught_by = { program = \"",
    "caught_by = { program = \"no_",
    "there is no directed program `no_"
)]
#[case("exclusions.toml", "reason = \"", "because = \"", "TOML parse error at line")]
#[case("stuck_at.toml", "[cnt_mask]", "[count_mask]", "there is no folder programs/count_mask")]
#[case("stuck_at.toml", "\"core0.PerfCtr3\" = [0]", "\"core0.PerfCtr9\" = [0]", "core0.PerfCtr9")]
#[case("stuck_at.toml", "bus_error = [0, 1]", "bus_error = [0, 2]", "0x2 needs more bits than its width of 1")]
#[case("proof_faults.toml", "find = \"", "find = \"no ", "`find` occurs 0 times; it must occur once")]
fn an_error_in_a_list_of_the_testbench_is_reported(
    #[case] file: &str,
    #[case] old: &str,
    #[case] new: &str,
    #[case] expected: &str,
) {
    let checkout = checkout();
    let folder = checkout.path().join("testbenches");
    fs::remove_file(&folder).expect("a link");
    copy(&root().join("testbenches/amd_k8"), &folder.join("amd_k8"));
    let list = folder.join("amd_k8/core").join(file);
    let text = fs::read_to_string(&list).expect("a list");
    assert!(text.contains(old), "{text}");
    fs::write(&list, text.replacen(old, new, 1)).expect("a list");
    let output = run(pmu_cosim(&["check", "k8"]).current_dir(checkout.path()));
    assert!(output.status == 2 && output.err.contains(file) && output.err.contains(expected), "{}", output.err);
}

#[test]
fn each_file_that_has_another_name_is_reported() {
    let output = changed("pmu.toml", "name = \"halted\"", "name = \"idle\"", &["check", "k8"]);
    assert_eq!(output.status, 2);
    for file in ["golden-model/models/amd_k8/src/core: ", "amd_k8/core/coverage.toml: ", "amd_k8/core/stimulus.toml: "]
    {
        let errors = output.err.lines().filter(|line| line.starts_with("error: k8: ") && line.contains(file));
        assert_eq!(errors.count(), 1, "{file}: {}", output.err);
    }
    assert!(output.err.contains("no input named core0.halted; model and description must have the same names"));
    assert!(!output.err.contains("panicked"), "{}", output.err);
}

/// The description is correct, but the model expects another one.
#[rstest]
fn a_model_of_another_description_is_one_error(
    #[values(&["check", "k8"], &["run", "--pmu", "itanium_qear,k8"], &["metamorphic", "--pmu", "k8"])]
    arguments: &[&str],
) {
    let output = changed("collisions.toml", "name = \"reset\"", "name = \"resets\"", arguments);
    let expected = "error: k8: golden-model/models/amd_k8/src/core: collisions.toml has no cause reset for PerfCtr";
    assert!(output.status == 2 && output.error().starts_with(expected), "{}", output.err);
}

#[test]
fn an_edit_of_a_description_takes_effect_without_a_build() {
    let output = changed("pmu.toml", "doc = \"", "doc = \"edited: ", &["describe", "k8", "PerfCtr0"]);
    assert!(output.status == 0 && output.out.contains("edited: "), "{}{}", output.out, output.err);
}

/// A PMU of which the tree has no RTL: the other PMUs run, and the PMU alone is an error that says what it needs.
#[test]
fn pmu_without_rtl_in_the_tree_is_skipped() {
    let without = |arguments: &[&str]| {
        let (old, new) = ("requirement_prefixes", "reference = \"none\"\nrequirement_prefixes");
        changed("pmu.toml", old, new, arguments)
    };
    let alone = without(&["lint", "--pmu", "k8"]);
    let expected = "k8: the tree has no RTL of it (reference = \"none\"); --rtl names yours";
    assert_eq!((alone.status, alone.error()), (2, format!("error: {expected}").as_str()), "{}", alone.err);
    let both = without(&["lint", "--pmu", "k8,itanium_qear"]);
    assert_eq!(both.status, 0, "{}", both.err);
    assert!(both.err.contains(&format!("skipped: {expected}")) && both.out.contains("itanium_qear:"), "{}", both.err);
    assert!(!both.out.contains("k8:"), "{}", both.out);
    assert_eq!(without(&["check", "k8"]).status, 0);
}
