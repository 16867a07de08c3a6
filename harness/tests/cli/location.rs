//! Commands outside of a workspace.

use crate::support::{pmu_cosim, root, run};

#[test]
fn outside_of_a_workspace_the_checkout_of_the_command_is_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(pmu_cosim(&["describe", "k8", "PerfEvtSel0"]).current_dir(folder.path()));
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(output.out.contains("CNT_MASK"), "{}", output.out);
    let output = run(pmu_cosim(&["gen", "--check"]).current_dir(folder.path()));
    assert_eq!(output.status, 0, "{}: {}", root().display(), output.err);
}
