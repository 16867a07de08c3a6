//! `publish`: accepted and rejected figures, and the checks of documents and pages by `gen --check`.

use crate::support::{pmu_cosim, root, run, CommandOutput};
use golden_model_core::Pmu;
use harness::rtl::{rtl_hash, Workspace};
use rstest::rstest;
use serde_json::{json, Value};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use tempfile::TempDir;

const RESULTS: &str = "docs/results.json";
const DETECTION: &str = "docs/detection.json";
const PROOFS: &str = "docs/proofs.json";
const SPEEDS: &str = "docs/speed.json";
const BUGS: &str = "docs/seeded-bugs/results.json";

/// Creates a workspace with links to this one and with copies of documents and pages that a test may change.
fn workspace() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["Cargo.toml", "rtl", "golden-model", "testbenches"] {
        symlink(root().join(name), folder.path().join(name)).expect("a link");
    }
    fs::copy(root().join("fusesoc.core"), folder.path().join("fusesoc.core")).expect("a copy");
    for below in ["docs", "docs/collisions", "docs/configurations", "docs/decisions", "docs/seeded-bugs"] {
        fs::create_dir_all(folder.path().join(below)).expect("a folder");
        let files = fs::read_dir(root().join(below)).expect("a folder").map(|entry| entry.expect("an entry").path());
        for file in files.filter(|file| file.is_file()) {
            let name = file.file_name().expect("a name");
            fs::copy(&file, folder.path().join(below).join(name)).expect("a copy");
        }
    }
    folder
}

fn command(workspace: &Path, arguments: &[&str]) -> CommandOutput {
    run(pmu_cosim(arguments).current_dir(workspace))
}

fn json(file: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(file).expect("a document")).expect("JSON")
}

/// Returns the entry of a PMU in a published document.
fn entry(workspace: &Path, document: &str, pmu: &str) -> Value {
    let document = json(&workspace.join(document));
    let entries = document["pmus"].as_array().expect("entries");
    entries.iter().find(|entry| entry["pmu"] == pmu).expect("an entry").clone()
}

/// Returns the hash of the RTL of a PMU in the tree.
fn hash(pmu: &str) -> String {
    let pmu = Pmu::find(pmu).expect("the PMU").description;
    let workspace = Workspace::find(&root()).expect("the workspace");
    let manifest = root().join("rtl").join(&pmu.folder).join("rtl.toml");
    rtl_hash(&workspace, &pmu, manifest.as_path()).expect("its RTL")
}

/// Returns a `build/mutate/k8.json` with these changes.
fn campaign(changes: Value) -> Value {
    let mut report = json!({
        "pmu": "k8", "pmu_cosim": "0", "verilator": "Verilator 5.006 on PATH", "compiler": "c++",
        "yosys": "Yosys 0.23 on PATH", "rtl_hash": hash("k8"), "seed": 2, "cycles": 1000, "mutants": 500, "killed": 488,
        "equivalent": 10, "equivalent_by": { "every-state": 10 }, "survived": 2, "unstable": 0, "score": 488.0 / 490.0,
        "refuted": [], "survivors": [], "proven": [], "without_behaviour": [], "killed_by": {}
    });
    let fields = changes.as_object().expect("fields").clone();
    report.as_object_mut().expect("fields").extend(fields);
    report
}

/// Returns a `build/zoo/itanium_dbox.json` of a campaign that ran one of two bugs.
fn seeded() -> Value {
    json!({
        "pmu": "itanium_dbox", "rtl_hash": hash("itanium_dbox"), "listed": 2, "verdict": "pass", "seed": 1,
        "programs_without_bug": 5, "clocks_without_bug": 600, "without_bug": null, "violation_without_bug": null,
        "absent": [], "bugs": [{
            "name": "b", "class": "freeze", "place": "", "breaks": [], "caught_by": { "program": "p", "value": "v" },
            "within": 9, "random_within": null, "oracle": null, "caught": null, "random": null, "violation": null,
            "faults": [], "elsewhere": []
        }]
    })
}

fn published(workspace: &Path, document: &Value) -> CommandOutput {
    let file = workspace.join("document.json");
    fs::write(&file, document.to_string()).expect("written");
    command(workspace, &["publish", "document.json"])
}

#[test]
fn a_mutation_campaign_replaces_that_of_its_pmu_and_seed_only() {
    let folder = workspace();
    let file = folder.path().join(RESULTS);
    let mut expected = json(&file);
    let place = expected["pmus"].as_array().expect("entries").iter().position(|entry| entry["pmu"] == "k8");
    let place = place.expect("k8");
    let of_seed = |seed, score, rtl_hash| {
        json!({
            "mutants": 500, "killed": 488, "equivalent": 10, "equivalent_by": { "every-state": 10 }, "survived": 2,
            "unstable": 0, "score": score, "seed": seed, "cycles": 1000, "yosys": "0.23", "rtl_hash": rtl_hash
        })
    };
    let (current, other) = (hash("k8"), "0".repeat(64));
    expected["pmus"][place]["mutation"] = json!([
        of_seed(0, 0.1, &other),
        of_seed(1, 0.9971, &current),
        of_seed(2, 0.2, &current),
        of_seed(3, 1.0, &current)
    ]);
    fs::write(&file, expected.to_string()).expect("written");
    let output = published(folder.path(), &campaign(json!({})));
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(
        output.out.contains("wrote docs/results.json") && output.out.contains("wrote docs/results.md"),
        "{}",
        output.out
    );
    expected["pmus"][place]["mutation"] =
        json!([of_seed(1, 0.9971, &current), of_seed(2, 0.9959, &current), of_seed(3, 1.0, &current)]);
    assert_eq!(json(&file), expected);
    let page = fs::read_to_string(folder.path().join("docs/results.md")).expect("the page");
    assert!(page.contains("| `k8` | 500 | 488 | 10 | 0 | 0 | 2 | 0 | 0.9959 | 2 | 1 000 | 0.23 | `"), "{page}");
    // The column of the regression has the lowest score.
    assert_eq!(page.matches("| 0.9959 |").count(), 2, "{page}");
    assert_eq!(command(folder.path(), &["gen", "--check"]).status, 0);
}

#[rstest]
#[case::other_rtl(json!({ "rtl_hash": "0" }), "its RTL of k8 differs from that in the tree; run `make mutate PMU=k8` again")]
#[case::few_mutants(json!({ "mutants": 60 }), "has 60 mutants, but a published one needs 500; run `make mutate PMU=k8` without QUICK")]
#[case::unknown(json!({ "pmu": "k9" }), "the tree has no RTL of k9")]
#[case::wrong_type(json!({ "seed": "one" }), "document.json: invalid type: string \"one\"")]
fn invalid_campaign_is_rejected(#[case] changes: Value, #[case] expected: &str) {
    let folder = workspace();
    let before = json(&folder.path().join(RESULTS));
    let output = published(folder.path(), &campaign(changes));
    assert_eq!(output.status, 2);
    assert!(output.error().contains("document.json: ") && output.error().contains(expected), "{}", output.err);
    assert_eq!(json(&folder.path().join(RESULTS)), before);
}

/// Returns a `build/mutate/deep/k8.json` in which random programs detect this number of 100 mutants at one level.
fn deep(detected: u64, changes: Value) -> Value {
    let count =
        |detected: u64| json!({ "reached": 60, "detected": detected, "fraction": 0.0, "low": 0.0, "high": 1.0 });
    let level = |kind: &str, log2: u64, mutants: u64| {
        json!({
            "kind": kind, "log2": log2, "mutants": mutants, "random": count(detected), "all": count(60)
        })
    };
    let mut report = json!({
        "pmu": "k8", "pmu_cosim": "0", "verilator": "Verilator 5.006 on PATH", "compiler": "c++",
        "yosys": "Yosys 0.23 on PATH", "rtl_hash": hash("k8"), "mutants_hash": "same", "seed": 1, "cycles": 2000000,
        "directed_programs": 9, "faults": 9, "unstable": 0, "mutants": 500, "random": count(detected), "all": count(60),
        "by_kind": [], "by_rarity": [level("conjunction", 8, 100), level("delay", 16, 400)], "each": [], "seconds": 1.0
    });
    report.as_object_mut().expect("fields").extend(changes.as_object().expect("fields").clone());
    report
}

/// Returns a `build/prove/k8/results.json` with a proven theorem and another with this verdict.
fn proofs(verdict: &str, changes: Value) -> Value {
    let theorem = |kind: &str, name: &str, verdict: &str| {
        json!({
            "kind": kind, "name": name, "verdict": verdict, "reason": "a reason", "example": [], "programs": []
        })
    };
    let mut report = json!({
        "pmu": "k8", "rtl_hash": hash("k8"), "seconds": 1.5,
        "theorems": [theorem("reset", "a, reset", "proven"), theorem("counts", "core0.PerfCtr0", verdict)]
    });
    report.as_object_mut().expect("fields").extend(changes.as_object().expect("fields").clone());
    report
}

#[test]
fn proofs_and_open_theorems_are_published() {
    let folder = workspace();
    fs::write(folder.path().join(PROOFS), r#"{"schema_version": 1, "pmus": []}"#).expect("written");
    for (verdict, cells) in [("open", "| 1 | - | - | - | - | 0/1 |"), ("proven", "| 1 | - | - | - | - | 1 |")] {
        let output = published(folder.path(), &proofs(verdict, json!({})));
        assert_eq!(output.status, 0, "{}", output.err);
        let page = fs::read_to_string(folder.path().join("docs/proof-results.md")).expect("the page");
        assert!(page.contains(&format!("| `k8` {cells}")) && page.contains("| 2 s | `"), "{page}");
        let open = page.contains("| `k8` | counts | core0.PerfCtr0 | a reason |");
        assert_eq!(open, verdict == "open", "{page}");
        assert!(page.contains("Without published proofs: `knc`, "), "{page}");
    }
    assert_eq!(command(folder.path(), &["gen", "--check"]).status, 0);
}

#[rstest]
#[case::refuted("refuted", json!({}), "the theorem counts: core0.PerfCtr0 is refuted; correct the RTL")]
#[case::other_rtl("proven", json!({ "rtl_hash": "0" }), "its RTL of k8 differs from that in the tree; run `make prove PMU=k8` again")]
#[case::no_time("proven", json!({ "seconds": null }), "run `make prove` again")]
fn other_proofs_are_rejected(#[case] verdict: &str, #[case] changes: Value, #[case] expected: &str) {
    let folder = workspace();
    let output = published(folder.path(), &proofs(verdict, changes));
    assert_eq!(output.status, 2);
    assert!(output.error().contains(expected), "{}", output.err);
}

fn published_as(workspace: &Path, label: &str, document: &Value) -> CommandOutput {
    fs::write(workspace.join("document.json"), document.to_string()).expect("written");
    command(workspace, &["publish", "--label", label, "document.json"])
}

#[test]
fn sets_of_deep_campaigns_are_compared_on_the_same_mutants() {
    let folder = workspace();
    fs::write(folder.path().join(DETECTION), r#"{"schema_version": 1, "pmus": []}"#).expect("written");
    for (label, detected, seed) in [("before", 20, 1), ("before", 10, 1), ("after", 50, 1), ("after", 60, 2)] {
        let output = published_as(folder.path(), label, &deep(detected, json!({ "seed": seed })));
        assert_eq!(output.status, 0, "{}", output.err);
        assert!(output.out.contains("wrote docs/detection.json"), "{}", output.out);
    }
    let page = fs::read_to_string(folder.path().join("docs/detection.md")).expect("the page");
    // Seed 2 is in one set only, so it is not compared, and a second campaign of a seed replaces the first.
    assert!(page.contains("| conjunction | 8 bits | 100 | 60 | 0.10 (0.06 to 0.17) | 0.60 (0.50 to 0.69) | 60 | 0.50 (0.40 to 0.60) |"), "{page}");
    assert!(page.contains("| `k8` | `after` (*not in every set*) | 1, 2 | 2 000 000 | 1000 |"), "{page}");
    let picture = fs::read_to_string(folder.path().join("docs/detection.svg")).expect("the picture");
    assert!(picture.contains(">before</text>") && picture.contains(">after</text>"), "{picture}");
    assert_eq!(command(folder.path(), &["gen", "--check"]).status, 0);

    // Other mutants cannot be compared.
    published_as(folder.path(), "after", &deep(50, json!({ "mutants_hash": "other" })));
    let page = fs::read_to_string(folder.path().join("docs/detection.md")).expect("the page");
    assert!(page.contains("| `k8` | `before` (*not in every set*) | 1 |"), "{page}");
    assert!(page.contains("| all | all | 0 |"), "{page}");
}

#[rstest]
#[case::few_mutants(json!({ "mutants": 60 }), "has 60 mutants, but a published one needs 500; run `make mutate DEEP=1 PMU=k8` without QUICK")]
#[case::other_rtl(json!({ "rtl_hash": "0" }), "its RTL of k8 differs from that in the tree; run `make mutate DEEP=1 PMU=k8` again")]
#[case::wrong_type(json!({ "seed": "one" }), "run `make mutate DEEP=1` again")]
fn invalid_deep_campaign_is_rejected(#[case] changes: Value, #[case] expected: &str) {
    let folder = workspace();
    let output = published(folder.path(), &deep(1, changes));
    assert_eq!(output.status, 2);
    assert!(output.error().contains(expected), "{}", output.err);
}

#[test]
fn an_incomplete_campaign_of_seeded_bugs_is_refused() {
    let folder = workspace();
    let output = published(folder.path(), &seeded());
    assert_eq!(output.status, 2);
    let expected = "only campaigns that catch every bug are published; run `make zoo PMU=itanium_dbox`";
    assert!(output.error().contains(expected), "{}", output.err);
}

#[test]
fn a_bug_that_was_not_caught_yet_is_marked_on_its_page() {
    let folder = workspace();
    let mut report = seeded();
    report["listed"] = 1.into();
    assert_eq!(published(folder.path(), &report).status, 0);
    let campaign = entry(folder.path(), BUGS, "itanium_dbox");
    assert_eq!((&campaign["programs"], &campaign["rtl_hash"]), (&json!(5), &json!(hash("itanium_dbox"))));
    let page = fs::read_to_string(folder.path().join("docs/seeded-bugs/itanium_dbox.md")).expect("the page");
    assert!(page.contains("caught 0 of 27 bugs. Without a bug, 5 programs of 600 cycles pass.\n"), "{page}");
    assert!(
        page.contains("run `make zoo PMU=itanium_dbox`")
            && page.lines().filter(|line| line.contains("| not run |")).count() == 27,
        "{page}"
    );
}

#[test]
fn a_document_without_figures_is_refused() {
    let folder = workspace();
    let output = published(folder.path(), &json!({ "figures": 1 }));
    assert_eq!(output.status, 2);
    assert!(output.error().contains("document.json: contains no figures; `make sim` writes"), "{}", output.err);
    let output = command(folder.path(), &["publish", "absent.json"]);
    assert_eq!(output.status, 2);
    assert!(output.error().contains("absent.json: cannot be read"), "{}", output.err);
}

#[test]
fn a_passing_run_is_published_and_a_failing_one_is_not() {
    let folder = workspace();
    let out = folder.path().join("run");
    let output = run(pmu_cosim(&["run", "--pmu", "itanium_dbox", "--cycles", "4000", "--out"]).arg(&out));
    assert_eq!(output.status, 0, "{}", output.err);
    let mut results = json(&out.join("results.json"));
    assert_eq!(published(folder.path(), &results).status, 0);
    let written = entry(folder.path(), RESULTS, "itanium_dbox");
    let figures = &written["run"];
    assert_eq!(figures["requirements"], json!({ "covered": 41, "total": 41 }));
    assert_eq!((&figures["cycles"], &figures["line"]), (&results["pmus"][0]["cycles"], &Value::Null));
    assert_eq!(figures["rtl_hash"], hash("itanium_dbox"));
    assert!(figures["date"].as_str().is_some_and(|date| date.len() == "2024-05-06".len()), "{figures}");
    assert!(written["summary"].as_str().is_some_and(|text| text.contains("D-Box")) && written["mutation"].is_array());

    results["pmus"][0]["rtl_hash"] = "0".repeat(64).into();
    let output = published(folder.path(), &results);
    assert!(output.error().contains("its RTL of itanium_dbox differs"), "{}", output.err);
    results["verdict"] = "fail".into();
    assert!(published(folder.path(), &results).error().contains("the run did not pass"));
    assert_eq!(entry(folder.path(), RESULTS, "itanium_dbox"), written);
}

#[rstest]
#[case::missing(RESULTS, None, "cannot be read: No such file or directory")]
#[case::torn(RESULTS, Some("{\"schema_version\": 2, \"pmus\": ["), "is not valid JSON")]
#[case::no_version(RESULTS, Some("{\"pmus\": []}"), "has no schema_version, but this program reads version 2")]
#[case::version(
    RESULTS,
    Some("{\"schema_version\": 7, \"pmus\": []}"),
    "has schema version 7, but this program reads version 2"
)]
#[case::field(
    RESULTS,
    Some("{\"schema_version\": 2, \"pmus\": [{\"pmu\": \"k8\"}]}"),
    "does not follow its schema: missing field `summary`"
)]
#[case::bugs_missing(BUGS, None, "cannot be read: No such file or directory")]
#[case::bugs_field(
    BUGS,
    Some("{\"schema_version\": 1, \"pmus\": [], \"more\": 1}"),
    "does not follow its schema: unknown field `more`"
)]
fn invalid_document_is_rejected(#[case] document: &str, #[case] text: Option<&str>, #[case] expected: &str) {
    let folder = workspace();
    let file = folder.path().join(document);
    match text {
        Some(text) => fs::write(&file, text).expect("written"),
        None => fs::remove_file(&file).expect("removed"),
    }
    for arguments in [&["gen", "--check"][..], &["gen"], &["publish", RESULTS]] {
        let output = command(folder.path(), arguments);
        assert_eq!(output.status, 2);
        let error = output.error();
        assert!(error.contains(&format!("{document}: {expected}")), "{error}");
        assert!(error.ends_with(&format!("restore it with `git checkout -- {document}`")), "{error}");
    }
}

#[test]
fn unknown_or_duplicate_entries_are_rejected() {
    let folder = workspace();
    let file = folder.path().join(RESULTS);
    let of = |pmus: [&str; 2]| {
        let entry = |pmu| json!({ "pmu": pmu, "summary": "", "run": null, "mutation": [] });
        fs::write(&file, json!({ "schema_version": 2, "pmus": pmus.map(entry) }).to_string()).expect("written");
        command(folder.path(), &["gen", "--check"]).error().to_owned()
    };
    assert!(of(["k8", "k9"]).contains("has an entry of k9, but there is no such PMU; remove the entry"));
    assert!(of(["k8", "k8"]).contains("has two entries of k8; remove entry 2"));
}

#[test]
fn pages_that_are_not_up_to_date_are_found_and_written_again() {
    let folder = workspace();
    let at = |path: &str| folder.path().join(path);
    assert_eq!(command(folder.path(), &["gen", "--check"]).status, 0);
    let pages = ["docs/results.md", "docs/collisions/k8.md", "docs/seeded-bugs/README.md"];
    let before = pages.map(|page| fs::read_to_string(at(page)).expect("a page"));
    fs::write(at(pages[0]), "edited\n").expect("written");
    fs::remove_file(at(pages[1])).expect("removed");
    fs::write(at(pages[2]), "").expect("written");
    // A page of a PMU that was removed, and a page that is not generated.
    fs::copy(at("docs/collisions/knc.md"), at("docs/collisions/gone.md")).expect("a copy");
    fs::write(at("docs/collisions/notes.md"), "# Notes\n").expect("written");

    let output = command(folder.path(), &["gen", "--check"]);
    assert_eq!(output.status, 2);
    let stale = ["docs/results.md", "docs/collisions/k8.md", "docs/seeded-bugs/README.md", "docs/collisions/gone.md"];
    assert_eq!(output.error(), format!("error: not up to date: {}; run `make gen`", stale.join(", ")));

    let output = command(folder.path(), &["gen"]);
    assert!(output.out.contains("removed docs/collisions/gone.md\n"), "{}", output.out);
    assert_eq!(pages.map(|page| fs::read_to_string(at(page)).expect("a page")), before);
    assert!(!at("docs/collisions/gone.md").exists() && at("docs/collisions/notes.md").exists());
    assert_eq!(command(folder.path(), &["gen", "--check"]).status, 0);
}

#[test]
fn a_score_of_other_rtl_is_marked() {
    let folder = workspace();
    let file = folder.path().join(RESULTS);
    let mut document = json(&file);
    let campaigns = document["pmus"][0]["mutation"].as_array_mut().expect("campaigns");
    campaigns.truncate(1);
    campaigns[0]["score"] = 0.9912.into();
    campaigns[0]["rtl_hash"] = "0".repeat(64).into();
    fs::write(&file, document.to_string()).expect("written");
    let output = command(folder.path(), &["gen", "--check"]);
    assert_eq!(output.error(), "error: not up to date: docs/results.md; run `make gen`");
    assert_eq!(command(folder.path(), &["gen"]).status, 0);
    let page = fs::read_to_string(folder.path().join("docs/results.md")).expect("the page");
    assert_eq!(page.matches("| 0.9912 (*other RTL*) |").count(), 2, "{page}");
}

#[rstest]
#[case(&["table", "build/sim/results.json", "README.md"], "`table`")]
#[case(&["mutate", "--page", "docs/mutation.md"], "`mutate --page`")]
#[case(&["zoo", "--page", "docs/zoo.md"], "`zoo --page`")]
fn replaced_command_names_publish(#[case] arguments: &[&str], #[case] old: &str) {
    let output = command(&root(), arguments);
    assert_eq!(output.status, 2);
    assert!(output.error().contains(&format!("{old} is now `publish`")), "{}", output.err);
}

#[test]
fn the_published_figures_follow_their_schema() {
    let schema = json(&root().join("docs/published.schema.json"));
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    assert!(validator.is_valid(&json(&root().join(RESULTS))));
    let schema = json(&root().join("docs/detection.schema.json"));
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    assert!(validator.is_valid(&json(&root().join(DETECTION))));
}

/// Returns a `build/bench/bench.json` of k8 with these changes.
fn bench(changes: Value) -> Value {
    let mut report = json!({
        "commit": "0123456789abcdef", "modified": false, "rounds": 9,
        "pmus": [{
            "pmu": "k8",
            "size": { "units": 2, "counters": 8, "event_lines": 181, "state_words": 28 },
            "cycles_per_second": { "bare_loop": 2e6, "device": 5e6, "lockstep_1_thread": 1.5e6, "lockstep_2_threads": null },
            "instructions_per_clock": { "bare_loop": 1000.0, "device": 456.0 }
        }],
        "other_tools": [
            {
                "name": "cocotb", "version": "2.1.0", "pmu": "k8", "component": "lockstep_1_thread",
                "cycles_per_second": 1e4, "part_cycles_per_second": 1.25e6
            },
            {
                "name": "marlin", "version": "1", "pmu": "k8", "component": "device",
                "cycles_per_second": null, "part_cycles_per_second": null
            }
        ]
    });
    report.as_object_mut().expect("fields").extend(changes.as_object().expect("fields").clone());
    report
}

#[test]
fn speeds_and_turnaround_times_are_published() {
    let folder = workspace();
    fs::write(folder.path().join(SPEEDS), r#"{"schema_version": 1, "pmus": [], "other_tools": []}"#).expect("written");
    let turnaround = json!({ "turnaround": { "knc": { "changed": 2.34, "unchanged": 1.0 } } });
    for report in [turnaround, bench(json!({})), bench(json!({}))] {
        let output = published(folder.path(), &report);
        assert_eq!(output.status, 0, "{}", output.err);
    }
    let page = fs::read_to_string(folder.path().join("docs/speed.md")).expect("the page");
    for line in [
        "| `k8` | 2.50 | - | - | - | 0.75 | - | `01234567` |",
        "| `k8` | 0.46 | - | - | - | - | - | `01234567` |",
        "| `k8` | 2 | 8 | 181 | 28 |",
        "| `knc` | 2.3 | 1.0 |",
        "| cocotb | 2.1.0 | `k8` | `lockstep_1_thread` | 125.0 |",
        "Without published speeds: `knc`, ",
    ] {
        assert_eq!(page.matches(line).count(), 1, "{line}: {page}");
    }
    assert!(!page.contains("marlin"), "{page}");
    assert_eq!(command(folder.path(), &["gen", "--check"]).status, 0);
}

#[rstest]
#[case::changes(bench(json!({ "modified": true })), "the checkout had changes; commit them and run `make bench` again")]
#[case::no_checkout(bench(json!({ "commit": null })), "the checkout had changes; commit them")]
#[case::no_baseline(
    bench(json!({ "pmus": [{
        "pmu": "k8", "size": { "units": 2, "counters": 8, "event_lines": 181, "state_words": 28 },
        "cycles_per_second": { "bare_loop": null }, "instructions_per_clock": {}
    }] })),
    "it has no speed of the bare loop of k8; run `make bench PMU=k8` again"
)]
#[case::pmu(json!({ "turnaround": { "k9": { "changed": 2.3, "unchanged": 1.0 } } }), "there is no PMU k9; run `make bench` again")]
#[case::malformed(json!({ "turnaround": { "k8": { "changed": 2.3 } } }), "missing field `unchanged`; run `make bench` again")]
fn other_speeds_are_rejected(#[case] report: Value, #[case] expected: &str) {
    let folder = workspace();
    let output = published(folder.path(), &report);
    assert_eq!(output.status, 2);
    assert!(output.err.contains(expected), "{}", output.err);
}
