//! Commands outside of a workspace.

use crate::support::{pmu_cosim, root, run};
use std::fs;

#[test]
fn outside_of_a_workspace_the_checkout_of_the_command_is_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(pmu_cosim(&["describe", "k8", "PerfEvtSel0"]).current_dir(folder.path()));
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(output.out.contains("CNT_MASK"), "{}", output.out);
    let output = run(pmu_cosim(&["gen", "--check"]).current_dir(folder.path()));
    assert_eq!(output.status, 0, "{}: {}", root().display(), output.err);
}

#[test]
fn a_workspace_of_another_project_is_one_clear_error() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("rtl")).expect("a folder");
    fs::write(folder.path().join("Cargo.toml"), "").expect("a file");
    let output = run(pmu_cosim(&["list"]).current_dir(folder.path()));
    assert_eq!(output.status, 3, "{}", output.err);
    assert!(output.error().contains("/golden-model/descriptions; run the command in a clone"), "{}", output.err);
}
