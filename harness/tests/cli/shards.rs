//! Shards of a run and their merged results.

use crate::results::copy_rtl;
use crate::support::{pmu_cosim, run, CommandOutput};
use rstest::rstest;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder with runs and merged results.
struct Runs {
    folder: TempDir,
    /// Options of all runs.
    options: Vec<String>,
}

impl Runs {
    fn new(options: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self { folder, options: options.iter().map(|&option| option.to_owned()).collect() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs with results in the folder `name`.
    fn run(&self, name: &str, more: &[&str]) -> CommandOutput {
        run(pmu_cosim(&["run"]).args(&self.options).args(more).arg("--out").arg(self.path(name)))
    }

    /// Runs shards of a run of `of` shards; the folder of each has its number as name.
    fn shards(&self, numbers: &[u16], of: u16, more: &[&str]) -> Vec<CommandOutput> {
        let one =
            |number: &u16| self.run(&number.to_string(), &[&["--shard", &format!("{number}/{of}")], more].concat());
        numbers.iter().map(one).collect()
    }

    fn merge(&self, runs: &[&str], name: &str) -> CommandOutput {
        let files = runs.iter().map(|run| self.path(run).join("results.json"));
        run(pmu_cosim(&["merge"]).args(files).arg("-o").arg(self.path(name)))
    }

    fn text(&self, name: &str, file: &str) -> String {
        fs::read_to_string(self.path(name).join(file)).expect("a file")
    }

    fn document(&self, name: &str) -> Value {
        serde_json::from_str(&self.text(name, "results.json")).expect("JSON")
    }

    /// Returns the results of a run without times.
    fn timeless(&self, name: &str) -> Value {
        let mut document = self.document(name);
        document["finished_at"] = 0.into();
        for pmu in document["pmus"].as_array_mut().expect("PMUs") {
            pmu["cycles_per_second"] = 0.into();
            pmu["times"] = 0.into();
        }
        document
    }
}

/// Returns the paths at which two documents differ: complete documents are too long for a failure message.
fn differing(left: &Value, right: &Value, at: String) -> Vec<String> {
    match (left, right) {
        (Value::Object(one), Value::Object(other)) if one.keys().eq(other.keys()) => {
            one.iter().flat_map(|(key, value)| differing(value, &other[key], format!("{at}/{key}"))).collect()
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let each = one.iter().zip(other).enumerate();
            each.flat_map(|(number, (one, other))| differing(one, other, format!("{at}/{number}"))).collect()
        }
        _ if left == right => Vec::new(),
        _ => vec![at],
    }
}

#[track_caller]
fn assert_same(left: &Value, right: &Value) {
    assert_eq!(differing(left, right, String::new()), Vec::<String>::new());
}

fn part(document: &Value) -> &Value {
    &document["pmus"][0]["part"]
}

/// Two PMUs, so that programs and metamorphic checks of both are distributed over the shards.
#[test]
fn merged_shards_equal_the_complete_run_for_any_order_and_number_of_threads() {
    let runs = Runs::new(&["--pmu", "k8", "--pmu", "ivt_ubox", "--cycles", "100000", "--seed", "7", "--code-coverage"]);
    let output = runs.run("complete", &["--jobs", "2"]);
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let complete = runs.timeless("complete");
    for (jobs, order) in [("1", ["1", "2", "3", "4"]), ("2", ["3", "1", "4", "2"])] {
        for output in runs.shards(&[1, 2, 3, 4], 4, &["--jobs", jobs]) {
            assert_eq!(output.status, 0, "{}{}", output.out, output.err);
            assert!(
                output.out.contains("k8: incomplete results of the run of 100000 cycles with seed 7: shard "),
                "{}",
                output.out
            );
        }
        let output = runs.merge(&order, "merged");
        assert_eq!(output.status, 0, "{}{}", output.out, output.err);
        assert_same(&runs.timeless("merged"), &complete);
        assert!(!output.out.contains("incomplete results"), "{}", output.out);
        assert_eq!(runs.text("merged", "coverage.info"), runs.text("complete", "coverage.info"));
        // The times of the shards add up.
        let seconds = |name: &str| runs.document(name)["pmus"][0]["times"]["programs"]["random-7"].as_f64();
        let sum: f64 = ["1", "2", "3", "4"].into_iter().filter_map(seconds).sum();
        assert!((seconds("merged").expect("a time") - sum).abs() < 1e-9, "{sum}");
    }
    for number in ["1", "2", "3", "4"] {
        let part = runs.timeless(number);
        let programs = part["pmus"][0]["programs"].as_array().expect("programs");
        assert!(!programs.is_empty() && part["pmus"][0]["cycles"].as_u64() < complete["pmus"][0]["cycles"].as_u64());
    }
}

#[test]
fn merge_fails_and_names_missing_shards_until_all_are_present() {
    let runs = Runs::new(&["--pmu", "ivt_ubox", "--cycles", "40000"]);
    runs.run("complete", &[]);
    assert!(runs.shards(&[1, 2, 3, 4], 4, &[]).iter().all(|output| output.status == 0));
    let output = runs.merge(&["4", "1"], "some");
    assert_eq!(output.status, 1, "{}{}", output.out, output.err);
    assert!(output.out.contains("shards 1, 4 of 4; missing shards 2, 3"), "{}", output.out);
    let some = runs.timeless("some");
    assert_eq!((&some["verdict"], &some["pmus"][0]["verdict"]), (&"fail".into(), &"fail".into()));
    let junit = fs::read_to_string(runs.path("some").join("junit.xml")).expect("junit.xml");
    assert!(junit.contains("name=\"all shards are there\"") && junit.contains("failures=\"1\""), "{junit}");
    let junit = fs::read_to_string(runs.path("1").join("junit.xml")).expect("junit.xml");
    assert!(junit.contains("failures=\"0\""), "{junit}");
    assert_eq!((&part(&some)["here"], &part(&some)["shards"]), (&Value::from(vec![1, 4]), &Value::from(4)));
    let page = fs::read_to_string(runs.path("some").join("report.html")).expect("a page");
    assert!(page.contains("Results of some shards are missing."));

    let output = runs.merge(&["some", "1"], "twice");
    assert_eq!((output.status, runs.path("twice").exists()), (2, false));
    assert!(output.error().contains("ivt_ubox: shard 1 of 4 is given twice"), "{}", output.err);

    assert_eq!(runs.merge(&["2", "some", "3"], "all").status, 0);
    assert_same(&runs.timeless("all"), &runs.timeless("complete"));
    let output = runs.merge(&["all", "2"], "again");
    assert!(output.error().contains("two of the runs have seed 1"), "{}", output.err);
}

#[rstest]
#[case::seed(&["--cycles", "4000", "--seed", "2", "--shard", "2/2"], "", "shards of different runs")]
#[case::cycles(&["--cycles", "4001", "--shard", "2/2"], "", "shards of different runs")]
#[case::number(&["--cycles", "4000", "--shard", "2/3"], "", "shards of different runs")]
#[case::whole(&["--cycles", "4000"], "", "two of the runs have seed 1")]
#[case::rtl(&["--cycles", "4000", "--shard", "2/2"], "/pmus/0/rtl_hash", "the RTL is not the same")]
#[case::programs(&["--cycles", "4000", "--shard", "2/2"], "/pmus/0/part/programs", "of different programs")]
#[case::version(&["--cycles", "4000", "--shard", "2/2"], "/tool/pmu_cosim", "shards of different versions")]
#[case::commit(&["--cycles", "4000", "--shard", "2/2"], "/commit", "shards of different versions")]
fn shards_of_different_runs_are_rejected(#[case] other: &[&str], #[case] changed: &str, #[case] expected: &str) {
    let runs = Runs::new(&["--pmu", "ivt_ubox"]);
    assert_eq!(runs.run("one", &["--shard", "1/2", "--cycles", "4000"]).status, 0);
    assert_eq!(runs.run("other", other).status, 0);
    let file = runs.path("other").join("results.json");
    let mut document: Value = serde_json::from_str(&fs::read_to_string(&file).expect("results")).expect("JSON");
    if let Some(value) = document.pointer_mut(changed).filter(|_| !changed.is_empty()) {
        *value = "0".into();
    }
    fs::write(&file, document.to_string()).expect("a file");
    let output = runs.merge(&["one", "other"], "merged");
    assert_eq!((output.status, runs.path("merged").exists()), (2, false), "{}", output.err);
    assert!(output.error().contains(expected), "{}", output.err);
}

#[rstest]
#[case(&["--shard", "0/4"], "a shard is I/N with 1 <= I <= N")]
#[case(&["--shard", "5/4"], "a shard is I/N with 1 <= I <= N")]
#[case(&["--shard", "two"], "a shard is I/N with 1 <= I <= N")]
#[case(&["--shard", "1/4", "--enforce"], "cannot be used with")]
fn invalid_shard_is_rejected_before_the_run(#[case] options: &[&str], #[case] expected: &str) {
    let runs = Runs::new(&["--pmu", "ivt_ubox", "--cycles", "4000"]);
    let output = runs.run("none", options);
    assert_eq!((output.status, runs.path("none").exists()), (2, false), "{}", output.out);
    assert!(output.err.contains(expected), "{}", output.err);
}

/// The run has more shards than programs.
#[test]
fn shard_without_a_program_passes() {
    let runs = Runs::new(&["--pmu", "ivt_ubox", "--cycles", "4000"]);
    let output = &runs.shards(&[1], u16::MAX, &[])[0];
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    assert_eq!(runs.timeless("1")["pmus"][0]["cycles"], 0);
}

/// Returns the parts of failing results that sharding must not change.
///
/// Folders differ, and so do random programs after the first divergence of each shard.
fn failed(runs: &Runs, name: &str) -> Value {
    let text = |value: &Value, name: &str| -> Option<String> {
        let path = Path::new(value[name].as_str()?);
        path.file_name().map(|name| name.to_string_lossy().into_owned())
    };
    let pmu = &runs.timeless(name)["pmus"][0];
    let bucket = |bucket: &Value| {
        let same = ["subject", "count", "programs", "first", "file", "line"].map(|name| bucket[name].clone());
        serde_json::json!([same, text(bucket, "repro")])
    };
    let program = |program: &Value| {
        let divergence = ["program", "seed", "cycle", "differences"].map(|name| program["divergence"][name].clone());
        let repro = text(&program["divergence"], "repro");
        serde_json::json!([program["name"], program["verdict"], divergence, repro])
    };
    let list = |name: &str| pmu[name].as_array().expect("a list").iter();
    let same = ["verdict", "divergences", "command", "requirements", "oracles", "part", "code_coverage"].map(|name| {
        let mut value = pmu[name].clone();
        // The bins that random programs hit depend on the number of cycles that ran.
        let each = value.get_mut("each").and_then(Value::as_array_mut);
        each.into_iter().flatten().for_each(|one| one["bins"] = Value::Null);
        value
    });
    let buckets: Vec<Value> = list("buckets").map(bucket).collect();
    let programs: Vec<Value> = list("programs").map(program).collect();
    serde_json::json!({ "same": same, "buckets": buckets, "programs": programs })
}

#[test]
fn merged_shards_have_the_divergences_of_the_complete_run() {
    let rtl = tempfile::tempdir().expect("a folder");
    copy_rtl(rtl.path(), "common/pmu_counter.v", "load ? {INC_WIDTH{1'b0}} : increment", "increment");
    let folder = rtl.path().join("amd_k8/core").display().to_string();
    let options = ["--pmu", "k8", "--cycles", "60000", "--no-waves", "--code-coverage", "--rtl", &folder];
    let runs = Runs::new(&options);
    assert_eq!(runs.run("complete", &[]).status, 1);
    let output = runs.shards(&[1, 2, 3], 3, &[]);
    assert!(output.iter().any(|output| output.status == 1));
    let random = |number: &u16| {
        let part = runs.timeless(&number.to_string());
        let programs = part["pmus"][0]["programs"].as_array().expect("programs").clone();
        programs.iter().filter(|program| program["kind"] == "random" && program["verdict"] == "fail").count()
    };
    assert!([1, 2, 3].iter().map(random).sum::<usize>() > 1, "random programs of several shards diverge");
    for (name, order) in [("merged", ["1", "2", "3"]), ("back", ["3", "2", "1"])] {
        let output = runs.merge(&order, name);
        assert_eq!(output.status, 1, "{}", output.err);
        assert_same(&failed(&runs, name), &failed(&runs, "complete"));
    }
    assert_same(&runs.timeless("merged"), &runs.timeless("back"));
}
