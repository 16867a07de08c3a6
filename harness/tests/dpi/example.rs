//! The example of `docs/dpi.md`: a testbench in plain SystemVerilog.

use super::simulation::{tools, Bench, Build, Simulated, Tools};
use golden_model_core::Pmu;
use harness::rtl::RtlFiles;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Binds the checker of K8 in a folder, for the testbench of the example.
pub fn k8_bench<'b>(tools: &Tools, checker: &'b Path) -> Bench<'b> {
    let root = tools.workspace.root();
    let mut bind = Command::new(env!("CARGO_BIN_EXE_pmu-cosim"));
    bind.args(["bind", "--pmu", "k8", "--out"]).arg(checker).current_dir(root);
    let bound = bind.output().expect("the command starts");
    assert!(bound.status.success(), "{}", String::from_utf8_lossy(&bound.stderr));
    let pmu = Pmu::get("k8").expect("a PMU");
    let manifest = root.join("rtl/amd_k8/core/rtl.toml");
    let files = RtlFiles::read(&tools.workspace, &pmu.description, manifest.as_path()).expect("the RTL");
    let at = |file: &PathBuf| root.join(file);
    Bench {
        rtl: files.sources.iter().map(at).collect(),
        include: files.include.iter().map(at).collect(),
        name: "pmu_checker_k8".to_owned(),
        testbench: root.join("examples/dpi/k8_tb.sv"),
        checker,
    }
}

#[test]
fn testbench_passes_and_no_verdict_is_a_pass_without_a_compared_cycle() {
    let Some(tools) = tools() else { return };
    let place = tempfile::tempdir().expect("a folder");
    let checker = place.path().join("checker");
    let simulation = k8_bench(tools, &checker).build(tools, &Build::CHECKED);
    let run = |arguments: &[&str]| {
        let arguments: Vec<_> = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Simulated::run(&simulation, place.path(), &arguments)
    };
    let passed = run(&["+cycles=3000"]);
    assert!(passed.success && passed.text.contains("k8_tb.dut.pmu_checker: pass: "), "{}", passed.text);
    let waiting = run(&["+cycles=50", "+no_reset"]);
    assert!(
        waiting.text.contains("FAIL: no cycle was compared, because rst was never 1 at a clock edge"),
        "{}",
        waiting.text
    );
    assert!(!waiting.success && !waiting.text.contains(": pass"), "{}", waiting.text);
}
