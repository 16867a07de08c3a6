//! What a designer gets to see of a bug: the requirement that it violates, its place in the RTL, and its cycle.

use crate::support::{pmu_cosim, root, run};
use rstest::rstest;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A change of the RTL that breaks a requirement.
struct TrialBug {
    pmu: &'static str,
    /// Folder of the RTL of the PMU below `rtl`.
    folder: &'static str,
    file: &'static str,
    find: &'static str,
    replace: &'static str,
    requirement: &'static str,
    /// The largest rank that the requirement may have.
    rank: u64,
    /// The instance, the file of the block, and its text that the results name.
    instance: &'static str,
    driver: &'static str,
    block: &'static str,
    /// The file and the text of an instantiation that they name; empty for none.
    wired: (&'static str, &'static str),
    check: &'static str,
}

const HALT_SAMPLING: TrialBug = TrialBug {
    pmu: "k8",
    folder: "amd_k8/core",
    file: "amd_k8/core/k8_counter.v",
    find: ".sample      (~halted)",
    replace: ".sample      (1'b1)",
    requirement: "K8-R57",
    rank: 1,
    instance: "k8_pmu.u_core0.g_counter[1].u_counter.u_increment.u_edge",
    driver: "common/pmu_edge.v",
    block: "always @(posedge clk)",
    wired: ("amd_k8/core/k8_counter.v", ") u_increment ("),
    check: "state",
};

const BANK_INDEX: TrialBug = TrialBug {
    pmu: "ivt_imc",
    folder: "intel_ivt/imc",
    file: "intel_ivt/imc/ivt_imc_cas_events.v",
    find: "umask[wr_cas_bank]",
    replace: "umask[rd_cas_bank]",
    requirement: "IMC-R50",
    rank: 1,
    instance: "ivt_imc.u_box.u_bank.g_counter[1].u_slice.u_ctr",
    driver: "common/pmu_counter.v",
    block: "always @(posedge clk)",
    wired: ("intel_ivt/common/ivt_slice.v", ") u_ctr ("),
    check: "state",
};

const TARGET_VALID: TrialBug = TrialBug {
    pmu: "itanium_core_trace",
    folder: "intel_itanium/core_trace",
    file: "intel_itanium/core/itanium_etb.v",
    find: "source & wants_target & bt_tgt_v",
    replace: "source & wants_target",
    requirement: "IPF-R229",
    rank: 2,
    instance: "itanium_core_trace.u_core.g_thread[0].u_thread.g_trace.u_trace.u_etb",
    driver: "intel_itanium/core/itanium_etb.v",
    block: "always @(posedge clk)",
    wired: ("", ""),
    check: "state",
};

/// A correct assertion would not fail; this one forbids what the manual demands.
const ASSERTION: TrialBug = TrialBug {
    pmu: "k8",
    folder: "amd_k8/core",
    file: "amd_k8/core/k8_counter.v",
    find: "assign int_request = overflow & int_enable;",
    replace: "assign int_request = overflow & int_enable;
    no_request: assert property (@(posedge clk) rst || !int_request) else $error(\"request of %0d\", amount);",
    requirement: "K8-R49",
    rank: 1,
    instance: "k8_pmu.u_core1.g_counter[1].u_counter.no_request",
    driver: "amd_k8/core/k8_counter.v",
    block: "no_request: assert property",
    wired: ("", ""),
    check: "assertion",
};

#[rstest]
#[case::halt_sampling_of_k8(HALT_SAMPLING)]
#[case::bank_of_a_write_in_the_imc(BANK_INDEX)]
#[case::valid_target_of_a_branch(TARGET_VALID)]
#[case::failed_assertion(ASSERTION)]
fn failing_run_names_requirement_instance_and_cycle(#[case] bug: TrialBug) {
    let folder = tempfile::tempdir().expect("a folder");
    let rtl = folder.path().join("rtl");
    copy(&root().join("rtl"), &rtl);
    let file = rtl.join(bug.file);
    let text = fs::read_to_string(&file).expect("the file");
    assert_eq!(text.matches(bug.find).count(), 1, "{} occurs once", bug.find);
    fs::write(&file, text.replace(bug.find, bug.replace)).expect("the change");
    let out = folder.path().join("out");
    let mut command = pmu_cosim(&["run", "--pmu", bug.pmu, "--cycles", "20000", "--no-waves"]);
    let output = run(command.arg("--rtl").arg(rtl.join(bug.folder)).arg("--out").arg(&out));
    assert_eq!(output.status, 1, "{}", output.err);

    let results = fs::read_to_string(out.join("results.json")).expect("results");
    let results: Value = serde_json::from_str(&results).expect("JSON");
    let bucket = &results["pmus"][0]["buckets"][0];
    assert_eq!(bucket["subject"]["check"], bug.check);
    assert_eq!(bucket["instance"], bug.instance);
    let driver = bucket["file"].as_str().expect("a file");
    assert!(driver.ends_with(bug.driver) && bucket["line"].is_u64(), "{bucket}");
    let source = |file: &str, line: &Value| {
        let text = fs::read_to_string(rtl.join(file)).expect("a source");
        let line = line.as_u64().and_then(|line| text.lines().nth(line as usize - 1).map(str::trim));
        line.expect("the line").to_owned()
    };
    let block = source(bug.driver, &bucket["line"]);
    assert!(block.starts_with(bug.block), "{block}");
    let wired = bucket["wired_at"].as_array().expect("instantiations");
    let is_wired = |place: &Value| {
        let file = place["file"].as_str().expect("a file");
        file.ends_with(bug.wired.0) && source(bug.wired.0, &place["line"]) == bug.wired.1
    };
    assert!(bug.wired.0.is_empty() && wired.is_empty() || wired.iter().any(is_wired), "{wired:?}");
    let suspects = bucket["suspects"].as_array().expect("requirements");
    let suspect = suspects.iter().find(|suspect| suspect["id"] == bug.requirement).expect("the requirement");
    assert!(suspect["rank"].as_u64().is_some_and(|rank| rank <= bug.rank), "{suspects:?}");
    let text = suspect["text"].as_str().expect("its text");
    let shrunk = results["pmus"][0]["programs"].as_array().expect("programs").iter();
    let shrunk = shrunk.map(|program| &program["divergence"]["shrunk"]).find(|shrunk| !shrunk.is_null());
    let shrunk = shrunk.expect("the shrunk program");
    assert!(shrunk["operations"].as_u64().is_some_and(|operations| operations <= 6), "{shrunk}");
    let cycle = &shrunk["cycle"];

    // The same in the box on the console and on the page.
    let line = format!("{driver}:{}", bucket["line"]);
    let page = fs::read_to_string(out.join("report.html")).expect("the page");
    let page = page.replace("&quot;", "\"").replace("&#x27;", "'").replace("&lt;", "<").replace("&gt;", ">");
    for part in [bug.requirement, text, bug.instance, &line] {
        assert!(output.out.contains(part), "{part}: {}", output.out);
        assert!(page.contains(part), "{part}");
    }
    assert!(output.out.contains(&format!("in cycle {cycle}:")), "{}", output.out);
    assert!(page.to_lowercase().contains(&format!("in cycle {cycle}")), "{cycle}");
    assert!(output.out.contains(&format!("requirements most likely violated, of {}", manual(&results))));
}

fn manual(results: &Value) -> &str {
    results["pmus"][0]["manual"].as_str().expect("the manual")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), &target).expect("a copy")),
        }
    }
}
