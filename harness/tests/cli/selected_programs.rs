//! Runs of selected programs and of several seeds.

use crate::results::broken_k8;
use crate::support::{pmu_cosim, root, run, CommandOutput};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn k8(out: &Path, options: &[&str]) -> CommandOutput {
    let mut command = pmu_cosim(&["run", "--no-waves"]);
    run(command.args(options).arg("--out").arg(out))
}

fn results(out: &Path) -> Value {
    let text = fs::read_to_string(out.join("results.json")).expect("results");
    serde_json::from_str(&text).expect("a document")
}

fn names(results: &Value) -> Vec<String> {
    let programs = results["pmus"][0]["programs"].as_array().expect("programs");
    programs.iter().map(|program| program["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn only_programs_that_match_run_and_the_results_say_so() {
    let out = folder();
    let output = k8(out.path(), &["--pmu", "k8,knc", "--cycles", "20k", "--only", "halt/*", "--only", "random-1-3"]);
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(
        output.out.contains("k8: the verdict and all figures are those of the programs halt/*, random-1-3 alone"),
        "{}",
        output.out
    );
    let results = results(out.path());
    assert!(names(&results).iter().all(|name| name.starts_with("halt/") || name.starts_with("random")));
    let k8 = &results["pmus"][0];
    assert_eq!((&k8["only"][0], k8["oracles"].as_array().map(Vec::len)), (&"halt/*".into(), Some(0)));
    assert!(k8["command"].as_str().is_some_and(|command| command.contains("--only 'halt/*' --only random-1-3")));
    // Partial figures are not published.
    let published = run(pmu_cosim(&["publish"]).arg(out.path().join("results.json")));
    assert_eq!(published.status, 2);
    assert!(published.error().contains("publish a run without --only"), "{}", published.err);
}

#[test]
fn name_without_a_program_is_an_error_with_a_suggestion() {
    let out = folder();
    let output = k8(out.path(), &["--pmu", "k8", "--only", "hlat/*"]);
    assert_eq!(output.status, 2);
    assert!(output.error().contains("there is no program `hlat/*`; did you mean `halt/*`"), "{}", output.err);
    assert!(!out.path().join("results.json").exists());
}

#[test]
fn failed_programs_alone_run_again() {
    let (out, again, rtl) = (folder(), folder(), folder());
    let rtl = broken_k8(rtl.path());
    let output = k8(out.path(), &["--pmu", "k8", "--cycles", "100k", "--seed", "5", "--rtl", &rtl]);
    assert_eq!(output.status, 1, "{}", output.err);
    let first = results(out.path());
    let failed = format!("--failed={}", out.path().join("results.json").display());
    let output = k8(again.path(), &[&failed, "--rtl", &rtl]);
    assert_eq!(output.status, 1, "{}", output.err);
    let second = results(again.path());
    let failing = |results: &Value| results["pmus"][0]["buckets"].clone();
    let programs = |results: &Value| {
        let buckets = failing(results).as_array().expect("buckets").clone();
        buckets.iter().map(|bucket| bucket["programs"].clone()).collect::<Vec<_>>()
    };
    assert!(programs(&first).iter().any(|names| names.to_string().contains("random-5-")), "{}", failing(&first));
    assert_eq!(programs(&second), programs(&first));
    // All of them pass on the RTL without the bug; then nothing is left to run.
    let repaired = folder();
    assert_eq!(k8(repaired.path(), &[&failed]).status, 0);
    let failed = format!("--failed={}", repaired.path().join("results.json").display());
    let output = k8(again.path(), &[&failed]);
    assert_eq!(output.status, 2);
    assert!(output.error().contains("no program failed, so there is nothing to run"), "{}", output.err);
}

#[test]
fn seeds_run_one_after_the_other_and_are_merged() {
    let out = folder();
    let output = k8(out.path(), &["--pmu", "k8", "--cycles", "20k", "--seeds", "3..5"]);
    assert_eq!(output.status, 0, "{}", output.err);
    let merged = results(out.path());
    assert_eq!(merged["pmus"][0]["seeds"], serde_json::json!([3, 4, 5]));
    let command = "target/release/pmu-cosim run --pmu k8 --cycles 20000 --seeds 3..5";
    assert_eq!((&merged["command"], &merged["pmus"][0]["command"]), (&command.into(), &command.into()));
    let random = |results: &Value| results["pmus"][0]["cycles"].as_u64().expect("cycles");
    let parts: u64 = (3..=5).map(|seed| random(&results(&out.path().join(format!("seed-{seed}"))))).sum();
    assert_eq!(random(&merged), parts);
    assert!(["junit.xml", "report.html"].iter().all(|file| out.path().join(file).is_file()));
}

/// With no time at all, the first seed runs; a seed that fails is the last.
#[test]
fn time_ends_after_a_seed_and_at_the_first_failure() {
    let (out, rtl) = (folder(), folder());
    let output = k8(out.path(), &["--pmu", "k8", "--cycles", "20k", "--time", "0s", "--seed", "8"]);
    assert_eq!(output.status, 0, "{}", output.err);
    let results_of_one = results(out.path());
    assert_eq!(results_of_one["pmus"][0]["seeds"], serde_json::json!([8]));
    let rtl = broken_k8(rtl.path());
    let output = k8(out.path(), &["--pmu", "k8", "--cycles", "20k", "--time", "9h", "--rtl", &rtl]);
    assert_eq!(output.status, 1, "{}", output.err);
    assert_eq!(results(out.path())["pmus"][0]["seeds"], serde_json::json!([1]));
    // The repro is where the results say.
    let buckets = results(out.path())["pmus"][0]["buckets"].clone();
    let repro = buckets[0]["repro"].as_str().expect("a repro").to_owned();
    assert!(repro.contains("/seed-1/repro/") && root().join(&repro).is_file(), "{repro}");
}
