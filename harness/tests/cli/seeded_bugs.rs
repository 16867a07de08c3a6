//! Seeded bugs where a PMU has none, or a list of the old name.

use crate::support::{pmu_cosim, root, run};
use golden_model::Pmu;
use rstest::rstest;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

/// This workspace with the lists of seeded bugs of these PMUs only.
fn workspace(folder: &Path, with_bugs: &[&str]) {
    for name in ["Cargo.toml", "rtl", "golden-model"] {
        symlink(root().join(name), folder.join(name)).expect("a link");
    }
    for pmu in golden_model::Pmu::ids() {
        let (from, to) =
            (root().join("testbenches").join(Pmu::folder(pmu)), folder.join("testbenches").join(Pmu::folder(pmu)));
        fs::create_dir_all(&to).expect("a folder");
        for entry in fs::read_dir(from).expect("a folder") {
            let (name, from) = entry.map(|entry| (entry.file_name(), entry.path())).expect("an entry");
            if name != "seeded_bugs.toml" || with_bugs.contains(&pmu) {
                symlink(from, to.join(name)).expect("a link");
            }
        }
    }
}

#[test]
fn a_pmu_without_seeded_bugs_is_named_and_the_others_run() {
    let folder = tempfile::tempdir().expect("a folder");
    workspace(folder.path(), &["k8"]);
    let said = run(pmu_cosim(&["seeded-bugs", "--show", "interrupt_kept_while_masked"]).current_dir(folder.path()));
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.out.contains("+++ b/rtl/amd_k8/core/"), "{}", said.out);
    let said_of = |pmu: &str| said.err.contains(&format!("{pmu}: no seeded bugs: there is no "));
    assert!(said_of("knc") && said_of("ivt_socket") && !said_of("k8"), "{}", said.err);

    let said = run(pmu_cosim(&["seeded-bugs", "--pmu", "knc"]).current_dir(folder.path()));
    assert_eq!(said.status, 2, "asked for, it is an error: {}", said.err);
    assert!(said.error().contains("testbenches/intel_knc/core/seeded_bugs.toml"), "{}", said.err);
}

#[test]
fn a_campaign_without_any_list_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    workspace(folder.path(), &[]);
    let said = run(pmu_cosim(&["seeded-bugs"]).current_dir(folder.path()));
    assert_eq!(said.status, 1, "{}", said.err);
    assert!(said.err.contains("k8: no seeded bugs: there is no "), "{}", said.err);
}

#[rstest]
#[case::file("zoo.toml", "", "zoo.toml: `zoo.toml` is now `seeded_bugs.toml`; rename the file")]
#[case::key(
    "seeded_bugs.toml",
    "[[absent]]\nclass = \"freeze\"\n",
    "seeded_bugs.toml: TOML parse error at line 1, column 3"
)]
#[case::key("seeded_bugs.toml", "[[absent]]\nclass = \"freeze\"\n", "`absent` is now `not_applicable`")]
fn an_old_name_is_an_error_that_names_the_new_one(#[case] name: &str, #[case] text: &str, #[case] message: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    workspace(folder.path(), &[]);
    fs::write(folder.path().join("testbenches").join(Pmu::folder("knc")).join(name), text).expect("a file");
    let said = run(pmu_cosim(&["seeded-bugs", "--show", "any"]).current_dir(folder.path()));
    assert_eq!(said.status, 2, "{}", said.err);
    assert!(said.err.contains("error: ") && said.err.contains(message), "{}", said.err);
}
