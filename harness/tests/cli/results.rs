//! Result files of a run: content, schema and reproducibility.

use crate::support::{pmu_cosim, root, run, CommandOutput};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn run_k8(out: &Path, arguments: &[&str]) -> (CommandOutput, Value) {
    let mut command = pmu_cosim(&["run", "--pmu", "k8"]);
    let output = run(command.args(arguments).arg("--out").arg(out));
    let text = fs::read_to_string(out.join("results.json")).unwrap_or_else(|error| panic!("{error}: {}", output.err));
    (output, serde_json::from_str(&text).expect("JSON"))
}

/// Copies the RTL to `folder` and replaces one text.
pub fn copy_rtl(folder: &Path, file: &str, find: &str, replace: &str) {
    let intel = ["intel_knc/core", "intel_ivt/common", "intel_ivt/ubox", "intel_ivt/cbox"];
    for name in ["common", "amd_k8/core", "intel_itanium/common", "intel_itanium/dbox"].into_iter().chain(intel) {
        fs::create_dir_all(folder.join(name)).expect("a folder");
        for entry in fs::read_dir(root().join("rtl").join(name)).expect("the RTL") {
            let entry = entry.expect("a file");
            fs::copy(entry.path(), folder.join(name).join(entry.file_name())).expect("a copy");
        }
    }
    let text = fs::read_to_string(folder.join(file)).expect("the file");
    assert_eq!(text.matches(find).count(), 1, "{find} occurs once in {file}");
    fs::write(folder.join(file), text.replace(find, replace)).expect("the change");
}

/// Copies the RTL of K8 with a bug, a halted core counts, and returns its folder.
pub fn broken_k8(folder: &Path) -> String {
    copy_rtl(folder, "amd_k8/core/k8_counter.v", "en & admitted & ~halted &", "en & admitted &");
    folder.join("amd_k8/core").display().to_string()
}

#[test]
fn results_of_a_passing_run_follow_the_schema() {
    let out = tempfile::tempdir().expect("a folder");
    let (output, results) = run_k8(out.path(), &["--cycles", "20000", "--seed", "5"]);
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let schema: Value =
        serde_json::from_str(&fs::read_to_string(root().join("docs/results.schema.json")).expect("the schema"))
            .expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let faults: Vec<_> = validator.iter_errors(&results).map(|error| error.to_string()).collect();
    assert!(faults.is_empty(), "{faults:?}");

    let pmu = &results["pmus"][0];
    assert_eq!(results["verdict"], "pass");
    assert_eq!((&pmu["pmu"], &pmu["divergences"], &pmu["values_from_dut"]), (&"k8".into(), &0.into(), &0.into()));
    assert_eq!((&pmu["requirements"]["total"], &pmu["requirements"]["covered"]), (&67.into(), &67.into()));
    assert_eq!((&pmu["events"]["total"], &pmu["events"]["counted"]), (&179.into(), &179.into()));
    assert_eq!(pmu["seeds"], Value::from(vec![5]));
    assert_eq!(pmu["not_compared"], Value::from(Vec::<Value>::new()));
    let cycles = pmu["cycles"].as_u64().expect("cycles");
    assert!(cycles >= 20_000);
    assert_eq!(pmu["comparisons"].as_u64(), Some(cycles * 38), "38 values in each cycle");
    assert!(results["rtl_hash"].as_str().is_some_and(|hash| hash.len() == 64));

    let junit = fs::read_to_string(out.path().join("junit.xml")).expect("junit.xml");
    assert!(junit.contains("failures=\"0\"") && junit.contains("name=\"random-5\""));
    let page = fs::read_to_string(out.path().join("report.html")).expect("report.html");
    assert!(page.contains("67<i>/67</i>") && page.contains("179<i>/179</i>"));
    assert!(!output.err.contains("cycles, "), "no progress bar in a pipe: {}", output.err);
}

/// The time of a test case is that of its program in the results; that of the suite is the sum.
#[test]
fn test_cases_and_suites_have_times() {
    let out = tempfile::tempdir().expect("a folder");
    let (_, results) = run_k8(out.path(), &["--cycles", "20000", "--seed", "5"]);
    let times = &results["pmus"][0]["times"];
    let junit = fs::read_to_string(out.path().join("junit.xml")).expect("junit.xml");
    let found = |pattern: &str| {
        let pattern = regex::Regex::new(pattern).expect("a valid expression");
        let each = pattern.captures_iter(&junit).map(|found| (found[1].to_owned(), found[2].to_owned()));
        each.collect::<Vec<_>>()
    };
    let cases = found(r#"<testcase name="([^"]*)"[^>]* time="([0-9.]+)""#);
    assert_eq!(cases.len(), junit.matches("<testcase ").count(), "each test case has a time");
    let in_results = |name: &str| match name {
        "model takes no value from the DUT" => times["independence"].as_f64(),
        _ => match name.strip_prefix("oracle ") {
            Some(check) => times["metamorphic"][check].as_f64(),
            None => times["programs"][name].as_f64(),
        },
    };
    let mut sum = 0.0;
    for (name, time) in &cases {
        let expected = in_results(name);
        assert_eq!(*time, format!("{:.3}", expected.unwrap_or(0.0)), "{name}");
        sum += expected.unwrap_or(0.0);
    }
    let programs = results["pmus"][0]["programs"].as_array().expect("programs");
    let names = || programs.iter().map(|program| program["name"].as_str().expect("a name"));
    assert!(names().all(|name| times["programs"][name].as_f64() > Some(0.0)), "{times}");
    assert!(
        times["metamorphic"]["reads"].as_f64() > Some(0.0) && times["independence"].as_f64() > Some(0.0),
        "{times}"
    );
    let began_at = times["began_at"].as_i64().expect("a time");
    let began_at = chrono::DateTime::from_timestamp(began_at, 0).expect("a time").format("%Y-%m-%dT%H:%M:%S.000+00:00");
    let suite = &found(r#"<testsuite name="k8"[^>]* timestamp="([^"]+)"[^>]* time="([0-9.]+)""#)[0];
    assert_eq!(suite.0, began_at.to_string());
    assert!((suite.1.parse::<f64>().expect("seconds") - sum).abs() < 0.001, "{suite:?} {sum}");
}

#[test]
fn run_depends_on_the_seed_but_not_on_the_number_of_threads() {
    let stimulus = |arguments: &[&str]| {
        let out = tempfile::tempdir().expect("a folder");
        let (output, mut results) = run_k8(out.path(), arguments);
        assert_eq!(output.status, 0, "{}", output.err);
        let pmu = &mut results["pmus"][0];
        pmu["cycles_per_second"] = 0.into();
        pmu["times"] = 0.into();
        pmu.clone()
    };
    let one = stimulus(&["--cycles", "30000", "--seed", "7", "--jobs", "1"]);
    assert_eq!(one, stimulus(&["--cycles", "30000", "--seed", "7", "--jobs", "2"]));
    let other = stimulus(&["--cycles", "30000", "--seed", "8"]);
    let last =
        |pmu: &Value| pmu["programs"].as_array().and_then(|programs| programs.last().cloned()).expect("programs");
    assert_ne!(last(&one)["stimulus_hash"], last(&other)["stimulus_hash"]);
}

/// K8-R38: an edge is a change from 0 to 1, not any change.
#[test]
fn bug_in_the_rtl_is_found_and_its_repro_reproduces_it() {
    let folder = tempfile::tempdir().expect("a folder");
    copy_rtl(folder.path(), "common/pmu_edge.v", "level & ~history_q", "level ^ history_q");
    let rtl = folder.path().join("amd_k8/core");
    let rtl = rtl.to_str().expect("a path");
    let out = folder.path().join("out");
    let (output, results) = run_k8(&out, &["--cycles", "100000", "--rtl", rtl]);
    assert_eq!(output.status, 1, "{}", output.err);
    assert_eq!((&results["verdict"], &results["pmus"][0]["verdict"]), (&"fail".into(), &"fail".into()));
    let requirements = results["pmus"][0]["requirements"]["each"].as_array().expect("requirements");
    let covered = |id: &str| requirements.iter().find(|one| one["id"] == id).map(|one| one["covered"].clone());
    assert_eq!((covered("K8-R39"), covered("K8-R08")), (Some(false.into()), Some(true.into())));

    let programs = results["pmus"][0]["programs"].as_array().expect("programs");
    let random = &programs.last().expect("random programs")["divergence"];
    let difference = &random["differences"][0];
    let (name, cycle) = (difference["name"].as_str().expect("a name"), random["cycle"].as_u64().expect("a cycle"));
    assert!(name.contains(".PerfCtr"), "a counter is wrong: {name}");
    let headline = format!("cycle {cycle}: {name} expected {}", difference["expected"].as_str().expect("a value"));
    let command = random["command"].as_str().expect("a command");
    let junit = fs::read_to_string(out.join("junit.xml")).expect("junit.xml");
    assert!(junit.contains(&headline) && junit.contains(&format!("reproduce: {command}")));
    let again = repeat(command);
    assert_eq!(again.status, 1, "{command}: {}", again.err);
    assert!(again.out.contains(&headline), "{headline}\n{}", again.out);
}

/// Runs a command from a result file.
pub fn repeat(command: &str) -> CommandOutput {
    let words: Vec<_> = command.split_whitespace().skip(1).collect();
    run(&mut pmu_cosim(&words))
}

#[test]
fn files_are_written_atomically() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results.json");
    harness::results::write_atomically(&file, b"complete").expect("a write");
    assert_eq!(fs::read(&file).expect("the file"), b"complete");
    // The file has the usual permissions, not those of a temporary file.
    let usual = folder.path().join("usual");
    fs::write(&usual, b"").expect("a write");
    let mode = |file: &Path| fs::metadata(file).expect("a file").permissions().mode();
    assert_eq!(mode(&file), mode(&usual));
    fs::remove_file(&usual).expect("the file");
    let below_a_file = file.join("results.json");
    let error = harness::results::write_atomically(&below_a_file, b"more").expect_err("no folder").to_string();
    assert!(error.contains("results.json/results.json"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1, "no temporary file is left");
}
