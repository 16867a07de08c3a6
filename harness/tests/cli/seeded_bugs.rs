//! `seeded-bugs` for PMUs without seeded bugs, and with files or keys of old names.

use crate::support::{pmu_cosim, root, run};
use golden_model_core::Pmu;
use rstest::rstest;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

/// Links this workspace to `folder` with the seeded bugs of the PMUs `with_bugs` only.
fn workspace(folder: &Path, with_bugs: &[&str]) {
    for name in ["Cargo.toml", "rtl", "golden-model"] {
        symlink(root().join(name), folder.join(name)).expect("a link");
    }
    for pmu in golden_model_core::Pmu::ids() {
        let (from, to) =
            (root().join("testbenches").join(Pmu::folder(pmu)), folder.join("testbenches").join(Pmu::folder(pmu)));
        fs::create_dir_all(&to).expect("a folder");
        // The testbench of a configuration is that of its template.
        for entry in fs::read_dir(from).into_iter().flatten() {
            let (name, from) = entry.map(|entry| (entry.file_name(), entry.path())).expect("an entry");
            if name != "seeded_bugs.toml" || with_bugs.contains(&pmu) {
                symlink(from, to.join(name)).expect("a link");
            }
        }
    }
}

#[test]
fn pmus_without_seeded_bugs_are_reported_and_the_others_run() {
    let folder = tempfile::tempdir().expect("a folder");
    workspace(folder.path(), &["k8"]);
    let output = run(pmu_cosim(&["seeded-bugs", "--show", "interrupt_kept_while_masked"]).current_dir(folder.path()));
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(output.out.contains("+++ b/rtl/amd_k8/core/"), "{}", output.out);
    let is_reported = |pmu: &str| output.err.contains(&format!("{pmu}: no seeded bugs: "));
    assert!(is_reported("knc") && is_reported("ivt_socket") && !is_reported("k8"), "{}", output.err);

    let output = run(pmu_cosim(&["seeded-bugs", "--pmu", "knc"]).current_dir(folder.path()));
    assert_eq!(output.status, 2, "a PMU named by --pmu must have seeded bugs: {}", output.err);
    assert!(output.error().contains("testbenches/intel_knc/core/seeded_bugs.toml"), "{}", output.err);
}

#[test]
fn campaign_without_any_seeded_bugs_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    workspace(folder.path(), &[]);
    let output = run(pmu_cosim(&["seeded-bugs"]).current_dir(folder.path()));
    assert_eq!(output.status, 1, "{}", output.err);
    assert!(output.err.contains("k8: no seeded bugs: "), "{}", output.err);
}

#[rstest]
#[case::file("zoo.toml", "", "zoo.toml: `zoo.toml` is now `seeded_bugs.toml`; rename the file")]
#[case::key(
    "seeded_bugs.toml",
    "[[absent]]\nclass = \"freeze\"\n",
    "seeded_bugs.toml: TOML parse error at line 1, column 3"
)]
#[case::key("seeded_bugs.toml", "[[absent]]\nclass = \"freeze\"\n", "`absent` is now `not_applicable`")]
fn old_name_is_rejected_with_the_new_name(#[case] name: &str, #[case] text: &str, #[case] message: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    workspace(folder.path(), &[]);
    fs::write(folder.path().join("testbenches").join(Pmu::folder("knc")).join(name), text).expect("a file");
    let output = run(pmu_cosim(&["seeded-bugs", "--show", "any"]).current_dir(folder.path()));
    assert_eq!(output.status, 2, "{}", output.err);
    assert!(output.err.contains("error: ") && output.err.contains(message), "{}", output.err);
}
