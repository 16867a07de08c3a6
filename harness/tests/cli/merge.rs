//! Merging of results, coverage of merged runs, and thresholds.

use crate::support::{pmu_cosim, run, CommandOutput};
use rstest::rstest;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Runs briefly and returns the path of the results.
fn results(folder: &Path, pmu: &str, seed: &str, more: &[&str]) -> (PathBuf, CommandOutput) {
    let out = folder.join(format!("seed-{seed}"));
    let mut command = pmu_cosim(&["run", "--pmu", pmu, "--cycles", "4000", "--seed", seed]);
    let output = run(command.args(more).arg("--out").arg(&out));
    (out.join("results.json"), output)
}

fn read(file: &Path) -> Value {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(&text).expect("JSON")
}

fn merge(runs: &[&Path], out: &Path) -> CommandOutput {
    run(pmu_cosim(&["merge"]).args(runs).arg("-o").arg(out))
}

fn hits(document: &Value, figure: &str) -> BTreeSet<String> {
    let groups = document["pmus"][0][figure]["groups"].as_array().expect("groups");
    let bins = groups.iter().flat_map(|group| group["bins"].as_array().expect("bins"));
    bins.filter(|bin| bin["hit"] == true).map(|bin| bin["name"].to_string()).collect()
}

#[test]
fn merge_unites_coverage_regardless_of_the_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let runs = ["5", "6", "7"].map(|seed| results(folder.path(), "k8", seed, &[]).0);
    let [a, b, c] = runs.each_ref().map(PathBuf::as_path);
    let merged = |runs: &[&Path], name: &str| {
        let out = folder.path().join(name);
        let output = merge(runs, &out);
        assert_eq!(output.status, 0, "{}", output.err);
        let mut document = read(&out.join("results.json"));
        document["pmus"][0]["cycles_per_second"] = 0.into();
        document["pmus"][0]["times"] = 0.into();
        document
    };
    let all = merged(&[a, b, c], "abc");
    assert_eq!(all, merged(&[c, a, b], "cab"));
    merged(&[a, b], "ab");
    assert_eq!(all, merged(&[c, &folder.path().join("ab/results.json")], "c-ab"));

    let each = [a, b, c].map(read);
    let sum = |name: &str| -> u64 { each.iter().map(|run| run["pmus"][0][name].as_u64().expect("a number")).sum() };
    for name in ["cycles", "comparisons", "expectations"] {
        assert_eq!(all["pmus"][0][name].as_u64(), Some(sum(name)), "{name}");
    }
    for figure in ["coverage", "situations"] {
        let union: BTreeSet<String> = each.iter().flat_map(|run| hits(run, figure)).collect();
        assert!(
            each.iter().all(|run| hits(run, figure).len() < union.len()),
            "each run misses a bin that another run hits"
        );
        assert_eq!(hits(&all, figure), union);
        assert_eq!(all["pmus"][0][figure]["hit"].as_u64(), Some(union.len() as u64));
    }
    assert_eq!(all["pmus"][0]["seeds"], Value::from(vec![5, 6, 7]));
    let of_all = |what: &str, name: &str| (all["pmus"][0][what][name].clone(), each[0]["pmus"][0][what][name].clone());
    let (merged, one) = of_all("requirements", "covered");
    assert_eq!(merged, one);
    let (merged, one) = of_all("events", "counted");
    assert!(merged.as_u64() >= one.as_u64());
}

#[rstest]
#[case::half(|text: String| text[..text.len() / 2].to_owned(), "is not a complete results.json")]
#[case::version(|text: String| text.replacen("\"schema_version\": 2", "\"schema_version\": 1", 1), "has schema version 1")]
#[case::other(|_: String| "{}".to_owned(), "it has no schema_version")]
#[case::rtl(|text: String| with_hash(&text, "rtl_hash"), "ivt_ubox: the RTL is not the same")]
#[case::description(|text: String| with_hash(&text, "description_hash"), "ivt_ubox: the description is not the same")]
#[case::seed(|text: String| text, "two of the runs have seed 5")]
fn incompatible_results_are_rejected(#[case] change: fn(String) -> String, #[case] expected: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let (good, _) = results(folder.path(), "ivt_ubox", "5", &[]);
    let bad = folder.path().join("bad.json");
    fs::write(&bad, change(fs::read_to_string(&good).expect("results"))).expect("a file");
    let out = folder.path().join("out");
    let output = merge(&[&good, &bad], &out);
    assert_eq!(output.status, 2, "{}", output.err);
    assert!(output.error().contains(expected), "{}", output.err);
    assert!(!out.exists() && output.out.is_empty());
}

/// Replaces a hash of the PMU in the results.
fn with_hash(text: &str, name: &str) -> String {
    let mut document: Value = serde_json::from_str(text).expect("JSON");
    document["pmus"][0][name] = "0123".into();
    document.to_string()
}

#[test]
fn figure_below_its_threshold_fails_the_run_only_with_enforce() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, output) = results(folder.path(), "ivt_ubox", "5", &[]);
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(output.out.contains("ivt_ubox: coverage ") && output.out.contains("missing: "), "{}", output.out);
    let document = read(&file);
    let printed = run(pmu_cosim(&["coverage", "--pmu", "ivt_ubox", "--missing", "--results"]).arg(&file));
    for figure in ["coverage", "situations"] {
        let groups = document["pmus"][0][figure]["groups"].as_array().expect("groups");
        let missing: Vec<_> = groups.iter().flat_map(|group| group["missing"].as_array().expect("missing")).collect();
        assert!(!missing.is_empty());
        for name in missing {
            let line = format!("ivt_ubox: {figure}: {}", name.as_str().expect("a name"));
            assert!(printed.out.lines().any(|printed| printed == line), "{line}");
        }
    }

    let (other, output) = results(folder.path(), "ivt_ubox", "6", &["--enforce"]);
    assert_eq!(output.status, 1, "{}", output.out);
    assert!(output.out.contains("ivt_ubox: FAIL: coverage "), "{}", output.out);
    assert_eq!(read(&other)["pmus"][0]["verdict"], "fail");

    // The merged results follow the option of `merge`, not that of the runs.
    for (option, status, verdict) in [(None, 0, "pass"), (Some("--enforce"), 1, "fail")] {
        let out = folder.path().join(verdict);
        let output = run(pmu_cosim(&["merge"]).args([&file, &other]).args(option).arg("-o").arg(&out));
        assert_eq!(output.status, status, "{}{}", output.out, output.err);
        assert_eq!(read(&out.join("results.json"))["pmus"][0]["verdict"], verdict);
    }
}

#[test]
fn coverage_of_a_pmu_that_did_not_run_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, _) = results(folder.path(), "ivt_ubox", "5", &[]);
    let output = run(pmu_cosim(&["coverage", "--pmu", "k8", "--results"]).arg(&file));
    assert_eq!(output.status, 2);
    assert!(output.err.contains("no results of k8"), "{}", output.err);
    let output = run(pmu_cosim(&["coverage", "--results"]).arg(folder.path().join("none.json")));
    assert_eq!(output.status, 2);
    assert!(output.err.contains("cannot be read"), "{}", output.err);
}
