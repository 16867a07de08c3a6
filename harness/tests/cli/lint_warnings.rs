//! Lint warnings about RTL that fails: one of them may be the cause.

use crate::results::copy_rtl;
use crate::support::{pmu_cosim, run};
use rstest::rstest;
use serde_json::Value;
use std::fs;

/// An instance without its input `halted`: Verilator builds the model and drives the input with 0.
#[rstest]
#[case::manifest("amd_k8/core", &[])]
#[case::top_module("", &["--top", "k8_pmu"])]
fn unconnected_port_is_named_before_the_divergences(#[case] rtl: &str, #[case] arguments: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    copy_rtl(folder.path(), "amd_k8/core/k8_core.v", "                .halted       (halted),\n", "");
    let out = folder.path().join("out");
    let mut command = pmu_cosim(&["run", "--pmu", "k8", "--cycles", "20000", "--no-waves"]);
    let output = run(command.args(arguments).arg("--rtl").arg(folder.path().join(rtl)).arg("--out").arg(&out));
    assert_eq!(output.status, 1, "{}", output.err);

    let results = fs::read_to_string(out.join("results.json")).expect("results");
    let results: Value = serde_json::from_str(&results).expect("JSON");
    let warnings = results["pmus"][0]["lint_warnings"].as_array().expect("warnings");
    let warning = warnings.iter().filter_map(Value::as_str).find(|warning| warning.starts_with("%Warning-PINMISSING"));
    let warning = warning.expect("a missing pin");
    assert!(warning.contains("k8_core.v:") && warning.contains("'halted'"), "{warning}");
    assert!(warning.contains(") u_counter (") && warning.contains("^~"), "its source line: {warning}");

    let place = |text: &str| output.out.find(text).unwrap_or_else(|| panic!("{text}: {}", output.out));
    assert!(place(warning) < place(" diverges in "), "{}", output.out);
    let page = fs::read_to_string(out.join("report.html")).expect("the page");
    assert!(page.contains("Lint warnings about the RTL of k8") && page.contains("%Warning-PINMISSING"));
}

/// An assertion is no Verilog-2005, but the RTL builds: it has no lint errors, and the unconnected port is found.
#[test]
fn rtl_with_assertions_is_linted() {
    let folder = tempfile::tempdir().expect("a folder");
    copy_rtl(folder.path(), "amd_k8/core/k8_core.v", "                .halted       (halted),\n", "");
    let file = folder.path().join("amd_k8/core/k8_counter.v");
    let text = fs::read_to_string(&file).expect("the RTL");
    let assertion = "    always_true: assert property (@(posedge clk) 1'b1);\nendmodule";
    fs::write(&file, text.replacen("endmodule", assertion, 1)).expect("the RTL");
    let out = folder.path().join("out");
    let mut command = pmu_cosim(&["run", "--pmu", "k8", "--cycles", "20000", "--no-waves"]);
    let output = run(command.arg("--rtl").arg(folder.path().join("amd_k8/core")).arg("--out").arg(&out));
    assert_eq!(output.status, 1, "{}", output.err);
    assert!(output.out.contains("%Warning-PINMISSING") && !output.out.contains("%Error"), "{}", output.out);
}

#[test]
fn passing_run_does_not_lint() {
    let out = tempfile::tempdir().expect("a folder");
    let mut command = pmu_cosim(&["run", "--pmu", "k8", "--cycles", "1000"]);
    let output = run(command.arg("--out").arg(out.path().join("out")));
    assert_eq!(output.status, 0, "{}", output.err);
    let results = fs::read_to_string(out.path().join("out/results.json")).expect("results");
    assert!(!results.contains("lint_warnings") && !output.out.contains("lint warning"), "{}", output.out);
}
