//! Line and toggle coverage of a run: table, results, exclusions and reuse of measurements.

use crate::results::copy_rtl;
use crate::support::{pmu_cosim, run, CommandOutput};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Runs the U-Box with code coverage and returns its results.
pub fn covering(out: &Path, more: &[&str]) -> (CommandOutput, Value) {
    let mut command = pmu_cosim(&["run", "--pmu", "ivt_ubox", "--cycles", "1000", "--code-coverage"]);
    let output = run(command.args(more).arg("--out").arg(out));
    let text = fs::read_to_string(out.join("results.json")).unwrap_or_else(|error| panic!("{error}: {}", output.err));
    let mut results: Value = serde_json::from_str(&text).expect("JSON");
    (output, results["pmus"][0].take())
}

/// Returns the number of covered points and of all points.
pub fn figure(pmu: &Value, kind: &str) -> (u64, u64) {
    let number = |name: &str| pmu["code_coverage"][kind][name].as_u64().expect("a number");
    (number("covered"), number("total"))
}

#[test]
fn code_coverage_is_in_the_results_and_the_same_run_reuses_it() {
    let out = tempfile::tempdir().expect("a folder");
    let (output, pmu) = covering(out.path(), &[]);
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    for kind in ["line", "toggle"] {
        let (covered, total) = figure(&pmu, kind);
        assert!(total > 0 && covered * 100 >= total * 98, "{kind} {covered}/{total}");
        assert!(output.out.contains(&format!(" {covered}/{total} ")), "{}", output.out);
        let of_figure = |figure: &&Value| figure["figure"] == kind;
        let figure = pmu["figures"]["each"].as_array().expect("figures").iter().find(of_figure).expect("the figure");
        assert_eq!((&figure["covered"], &figure["total"]), (&covered.into(), &total.into()));
    }
    let excluded = |kind: &str| pmu["code_coverage"][kind]["excluded"].as_u64().expect("a number");
    let files = pmu["code_coverage"]["files"].as_array().expect("files");
    let listed: usize = files.iter().map(|file| file["excluded"].as_array().expect("a list").len()).sum();
    assert_eq!(listed as u64, excluded("line") + excluded("toggle"));

    // A run of other RTL in between does not invalidate the measurement.
    Copy::new().run();
    let (output, again) = covering(out.path(), &[]);
    assert!(!output.err.contains("measuring"), "{}", output.err);
    assert_eq!(again["code_coverage"], pmu["code_coverage"]);
}

#[test]
fn missing_code_coverage_is_reported_as_not_measured() {
    let out = tempfile::tempdir().expect("a folder");
    let output = run(pmu_cosim(&["run", "--pmu", "ivt_ubox", "--cycles", "1000", "--out"]).arg(out.path()));
    assert!(output.out.contains("line and toggle coverage: not measured for ivt_ubox"), "{}", output.out);
    let text = fs::read_to_string(out.path().join("results.json")).expect("results");
    assert!(serde_json::from_str::<Value>(&text).expect("JSON")["pmus"][0]["code_coverage"].is_null());
}

/// A copy of the U-Box with a branch that is never taken.
pub struct Copy {
    folder: TempDir,
}

impl Copy {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let dead = "RACU_REQUESTS: if (ev_sel == EVENT_MSG) hit = 1'b0; else hit = evt_racu;";
        copy_rtl(folder.path(), "intel_ivt/ubox/ivt_ubox_event_select.v", "RACU_REQUESTS: hit = evt_racu;", dead);
        Self { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn exclude(&self, what: &str) {
        let file = self.path("intel_ivt/ubox/ivt_ubox_event_select.v");
        let text = format!("[[exclude]]\nfile = \"{}\"\n{what}\nreason = \"never\"\n", file.display());
        fs::write(self.path("intel_ivt/ubox/exclusions.toml"), text).expect("exclusions");
    }

    fn run(&self) -> (CommandOutput, Value) {
        let rtl = self.path("intel_ivt/ubox").display().to_string();
        covering(&self.path("out"), &["--rtl", &rtl])
    }
}

#[test]
fn branch_that_is_never_taken_is_missing_until_it_is_excluded() {
    let out = tempfile::tempdir().expect("a folder");
    let (_, original) = covering(out.path(), &[]);
    let excluded = |pmu: &Value| pmu["code_coverage"]["line"]["excluded"].as_u64().expect("a number");
    let copy = Copy::new();
    let (output, pmu) = copy.run();
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let (covered, total) = figure(&pmu, "line");
    let (covered_before, total_before) = figure(&original, "line");
    // The exclusions of the original apply to the copy.
    assert_eq!((covered, excluded(&pmu)), (total - 1, excluded(&original)));
    assert_eq!((covered - covered_before) + 1, total - total_before);
    let files = pmu["code_coverage"]["files"].as_array().expect("files");
    let missing = files.iter().flat_map(|file| file["missing_lines"].as_array().expect("a list"));
    let missing: Vec<_> = missing.map(|name| name.as_str().expect("a name")).collect();
    let missing = *missing.iter().find(|name| name.contains("ivt_ubox_event_select.v:")).expect("the branch");
    let printed = run(pmu_cosim(&["coverage", "--missing", "--results"]).arg(copy.path("out/results.json")));
    assert!(printed.out.contains(&format!("ivt_ubox: line: {missing}\n")), "{}", printed.out);

    let line = missing.rsplit_once(':').and_then(|(_, rest)| rest.split(' ').next()).expect("a line");
    copy.exclude(&format!("lines = [{line}]\nbranches = [\"if\"]"));
    let (output, pmu) = copy.run();
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    // Its own exclusions replace them.
    assert_eq!(figure(&pmu, "line"), (covered, total - 1 + excluded(&original)));

    // Excluding the line also excludes its other branch, which is covered.
    copy.exclude(&format!("lines = [{line}]"));
    let (output, pmu) = copy.run();
    assert_eq!((output.status, &pmu["verdict"]), (1, &"fail".into()), "{}", output.out);
    assert!(
        output.out.contains("FAIL: exclusions.toml: ") && output.out.contains("but is covered: case"),
        "{}",
        output.out
    );
}

/// The bit toggles in no instance, and the threshold of the toggles of all signals does not notice it.
#[test]
fn one_bit_of_a_register_that_never_toggles_is_below_the_threshold() {
    let folder = tempfile::tempdir().expect("a folder");
    let spare = "reg [1:0] spare_q;\nalways @(posedge clk) spare_q <= {rst, spare_q[1] & spare_q[0]};\nendmodule";
    copy_rtl(folder.path(), "intel_ivt/common/ivt_slice.v", "endmodule", spare);
    let place = |name: &str| folder.path().join(name).display().to_string();
    let rtl = place("intel_ivt/ubox");
    let covered = || covering(&folder.path().join("out"), &["--rtl", &rtl]);
    let (output, pmu) = covered();
    let below = output.out.lines().find(|line| line.starts_with("ivt_ubox: registers ")).expect("the figure");
    assert!(
        below.contains("u_bank.g_counter[0].u_slice.spare_q[0], ") && below.contains("[1].u_slice.spare_q[0]"),
        "{below}"
    );
    assert!(!output.out.contains("ivt_ubox: toggle "), "{}", output.out);
    let (covered_bits, total) = figure(&pmu, "registers");
    assert_eq!(covered_bits + 2, total);

    // The exclusion of one instance.
    let exclude = format!(
        "[[exclude]]\nfile = \"{}\"\nsignals = [\"spare_q\"]\nbits = [0]\ninstances = [\"*[0].u_slice\"]\nreason = \"never\"\n",
        place("intel_ivt/common/ivt_slice.v")
    );
    fs::write(place("intel_ivt/ubox/exclusions.toml"), exclude).expect("exclusions");
    let (_, pmu) = covered();
    let excluded = pmu["code_coverage"]["registers"]["excluded"].as_u64();
    assert_eq!((excluded, figure(&pmu, "registers").0), (Some(1), covered_bits));
}

#[test]
fn invalid_exclusions_are_rejected() {
    let copy = Copy::new();
    copy.exclude("line = 3");
    let rtl = copy.path("intel_ivt/ubox").display().to_string();
    let mut command = pmu_cosim(&["run", "--pmu", "ivt_ubox", "--cycles", "1000", "--code-coverage", "--rtl", &rtl]);
    let output = run(command.arg("--out").arg(copy.path("out")));
    assert_eq!(output.status, 2, "{}", output.err);
    assert!(
        output.error().contains("exclusions.toml") && output.err.contains("unknown field `line`"),
        "{}",
        output.err
    );
}
