//! Triggers: two bugs that change the same value, and one bug that many programs find.

use crate::results::{copy_rtl, repeat};
use crate::support::{pmu_cosim, run};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The bugs: the upper half of a written counter is lost; a counter also counts while its core is halted.
const HALF_WRITE: (&str, &str) = ("load ? load_value : sum", "load ? {sum[WIDTH-1:32], load_value[31:0]} : sum");
const HALTED: (&str, &str) = ("en & admitted & ~halted &", "en & admitted &");

/// Runs K8 with these bugs and returns the text of the console and the bucket `PerfCtr (state)`.
fn bucket_of_counter(folder: &Path, half_write: bool, halted: bool) -> (String, Value) {
    let bug =
        |is_there: bool, (right, wrong): (&'static str, &'static str)| (right, if is_there { wrong } else { right });
    let (right, wrong) = bug(half_write, HALF_WRITE);
    copy_rtl(folder, "common/pmu_counter.v", right, wrong);
    let counter = folder.join("amd_k8/core/k8_counter.v");
    let text = fs::read_to_string(&counter).expect("the counter");
    let (right, wrong) = bug(halted, HALTED);
    assert!(text.contains(right));
    fs::write(&counter, text.replace(right, wrong)).expect("a file");

    let (rtl, out) = (folder.join("amd_k8/core"), folder.join("out"));
    let mut command = pmu_cosim(&["run", "--pmu", "k8", "--cycles", "20000", "--no-waves", "--rtl"]);
    let output = run(command.arg(&rtl).arg("--out").arg(&out));
    assert_eq!(output.status, 1, "{}", output.err);
    let results: Value =
        serde_json::from_str(&fs::read_to_string(out.join("results.json")).expect("results")).expect("JSON");
    let buckets = results["pmus"][0]["buckets"].as_array().expect("buckets").clone();
    let is_counter =
        |bucket: &Value| bucket["subject"]["register"] == "PerfCtr" && bucket["subject"]["check"] == "state";
    (output.out, buckets.into_iter().find(is_counter).expect("a bucket"))
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[test]
fn two_bugs_in_one_value_are_two_triggers_each_with_its_shrunk_program() {
    let folder = TempDir::new().expect("a folder");
    let (console, bucket) = bucket_of_counter(folder.path(), true, true);
    let triggers = bucket["triggers"].as_array().expect("triggers");
    for (bug, other) in [("write PerfCtr", "input halted"), ("input halted", "write PerfCtr")] {
        let has = |trigger: &&Value, element| texts(&trigger["elements"]).contains(&element);
        let own = triggers.iter().find(|trigger| has(trigger, bug) && !has(trigger, other));
        let own = own.unwrap_or_else(|| panic!("{bug}: {triggers:#?}"));
        let repro = fs::read_to_string(own["repro"].as_str().expect("a repro")).expect("a program");
        assert!(repro.lines().count() < 12, "{repro}");
        let again = repeat(own["command"].as_str().expect("a command"));
        assert!(again.status == 1 && again.out.contains(".PerfCtr"), "{}", again.out);
    }
    assert!(console.contains("k8:   triggered by write PerfCtr: "), "{console}");
    let of_triggers: Vec<_> = triggers.iter().flat_map(|trigger| texts(&trigger["programs"])).collect();
    let distinct: BTreeSet<_> = of_triggers.iter().copied().collect();
    assert_eq!(distinct, texts(&bucket["programs"]).into_iter().collect());
    assert_eq!(of_triggers.len(), distinct.len(), "a program has one trigger");
}

/// Programs that do much in addition to the write of a counter have the same trigger as the one that does nothing else.
#[test]
fn one_bug_in_many_programs_is_one_trigger() {
    let folder = TempDir::new().expect("a folder");
    let (console, bucket) = bucket_of_counter(folder.path(), true, false);
    let triggers = bucket["triggers"].as_array().expect("triggers");
    let elements: Vec<_> = triggers.iter().map(|trigger| texts(&trigger["elements"])).collect();
    assert_eq!(elements, [["write PerfCtr"]]);
    assert!(bucket["count"].as_u64() > Some(20), "{bucket:#?}");
    assert!(!console.contains("triggered by"), "{console}");
}
