//! `bind`: its files and its errors. `tests/dpi` simulates with them.

use super::support::{pmu_cosim, root, run};
use rstest::rstest;
use std::fs;

#[rstest]
#[case(&["--pmu", "k9"], "error: there is no PMU `k9`")]
#[case(&["--pmu", "k8", "--choice", "K8-A99=x"], "error: there is no choice `K8-A99`")]
#[case(&["--pmu", "k8", "--rtl-choice", "K8-A15=pulse"], "error: --rtl-choice: the command builds no RTL")]
#[case(&["--pmu", "k8", "--program", "no.pmu"], "error: no.pmu: cannot be read")]
#[case(
    &["--pmu", "k8", "--program", "testbenches/intel_ivt/ubox/programs/fixed/second_wrap.pmu"],
    "second_wrap.pmu: this program is for ivt_ubox, not for k8"
)]
#[case(
    &["--pmu", "ivt_ubox", "--rtl", "examples/flat_ubox", "--top", "uncore_pmon_ubox"],
    "input clk is missing (1 bit in the description)"
)]
fn wrong_input_is_one_error_and_writes_nothing(#[case] arguments: &[&str], #[case] expected: &str) {
    let place = tempfile::tempdir().expect("a folder");
    let out = place.path().join("checker");
    let output = run(pmu_cosim(&["bind", "--out"]).arg(&out).args(arguments));
    assert!(output.status == 2 && output.error().contains(expected), "{}", output.err);
    assert!(!out.exists());
}

#[test]
fn unwritable_folder_is_one_error() {
    let place = tempfile::tempdir().expect("a folder");
    let file = place.path().join("file");
    fs::write(&file, "").expect("a file");
    let output = run(pmu_cosim(&["bind", "--pmu", "k8", "--out"]).arg(&file));
    assert!(output.status == 3 && output.error().contains("is the folder writable"), "{}", output.err);
}

#[test]
fn bus_and_options_of_the_port_map_are_respected() {
    let place = tempfile::tempdir().expect("a folder");
    let map = place.path().join("ports.toml");
    let text = fs::read_to_string(root().join("examples/flat_ubox/ports.toml")).expect("the map");
    let bind = |more: &str| {
        fs::write(&map, format!("{text}\n{more}")).expect("a map");
        let rtl = ["--rtl", "examples/flat_ubox", "--top", "uncore_pmon_ubox", "--ports"];
        run(pmu_cosim(&["bind", "--pmu", "ivt_ubox"]).args(rtl).arg(&map).arg("--out").arg(place.path()))
    };
    let refused = bind("[bus]\nprotocol = \"apb\"\n");
    assert!(refused.status == 2 && refused.error().contains("[bus]: the checker needs"), "{}", refused.err);
    let bound = bind("[state]\n\"ubox.frz_lat\" = \"halted_q\"\n");
    assert_eq!((bound.status, bound.err.as_str()), (0, ""));
    assert!(bound.out.contains("not compared, because the port map has no place: ubox.U_MSR_PMON_GLOBAL_CTL, "));
    assert!(!bound.out.contains("ubox.frz_lat"), "{}", bound.out);
    let statement = fs::read_to_string(place.path().join("bind_pmu_checker_ivt_ubox.sv")).expect("the statement");
    assert!(statement.contains("bind uncore_pmon_ubox pmu_checker_ivt_ubox #("));
    assert!(statement.contains("    .rst_n_i(rst_n_i)") && statement.contains("    .state_ubox_frz_lat(halted_q)"));
    let checker = fs::read_to_string(place.path().join("pmu_checker_ivt_ubox.sv")).expect("the checker");
    assert!(checker.contains("inputs[0 +: 1] = ~rst_n_i;"), "an inverted reset");
}
