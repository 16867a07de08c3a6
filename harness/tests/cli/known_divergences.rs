//! Known divergences: `--known` masks their values and nothing else, and no run with one is an ordinary pass.

use crate::results::{copy_rtl, repeat};
use crate::support::{pmu_cosim, root, run, CommandOutput};
use rstest::rstest;
use serde_json::{json, Value};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const KNOWN: &str = "pass_with_known_divergences";

/// The entry of the pin, whose control is inverted in [`with_wrong_pin`].
const PIN: &str = "signature = \"pm (output)\"";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Copies the RTL of K8 with an inverted control of the pin, and returns its folder.
fn with_wrong_pin(folder: &TempDir) -> String {
    let right = "pin_control ? overflow : counted";
    copy_rtl(folder.path(), "amd_k8/core/k8_counter.v", right, "pin_control ? counted : overflow");
    folder.path().join("amd_k8/core").display().to_string()
}

/// Writes a file with one entry.
fn known(folder: &TempDir, name: &str, entry: &str) -> String {
    let file = folder.path().join(name);
    let text = format!("[[known]]\n{entry}\nreason = \"inverted until revision B\"\nexpires = 9999-12-31\n");
    fs::write(&file, text).expect("a file");
    file.display().to_string()
}

fn run_k8(out: &Path, options: &[&str]) -> (CommandOutput, Value) {
    let mut command = pmu_cosim(&["run", "--pmu", "k8", "--no-waves"]);
    let output = run(command.args(options).arg("--out").arg(out));
    let text = fs::read_to_string(out.join("results.json")).unwrap_or_else(|error| panic!("{error}: {}", output.err));
    (output, serde_json::from_str(&text).expect("JSON"))
}

#[test]
fn divergence_that_is_not_known_is_found_in_spite_of_a_known_one() {
    let folder = folder();
    let rtl = with_wrong_pin(&folder);
    let counter = Path::new(&rtl).join("k8_counter.v");
    let text = fs::read_to_string(&counter).expect("the counter");
    let halted = "en & admitted & ~halted &";
    assert!(text.contains(halted));
    fs::write(&counter, text.replace(halted, "en & admitted &")).expect("a second bug");
    let file = known(&folder, "known.toml", PIN);
    let out = folder.path().join("out");
    let (output, results) = run_k8(&out, &["--cycles", "20000", "--rtl", &rtl, "--known", &file]);
    assert_eq!((output.status, &results["verdict"]), (1, &"fail".into()), "{}", output.out);
    let pmu = &results["pmus"][0];
    assert!(pmu["known_divergences"][0]["programs"].as_u64() > Some(0));
    let buckets = pmu["buckets"].as_array().expect("buckets");
    let registers: Vec<_> = buckets.iter().map(|bucket| bucket["subject"]["register"].as_str()).collect();
    assert!(registers.contains(&Some("PerfCtr")) && !registers.contains(&Some("pm")), "{registers:?}");

    // The commands name the file; without it, the shrunk program would stop at the pin.
    let bucket = buckets.iter().find(|bucket| bucket["subject"]["register"] == "PerfCtr").expect("a bucket");
    let command = bucket["command"].as_str().expect("a command");
    assert!(command.ends_with(&format!(" --known {file}")), "{command}");
    let again = repeat(command);
    assert!(again.status == 1 && again.out.contains(".PerfCtr"), "{}", again.out);
}

#[test]
fn run_with_only_known_divergences_is_no_ordinary_pass() {
    let folder = folder();
    let rtl = with_wrong_pin(&folder);
    let file = known(&folder, "known.toml", PIN);
    let out = folder.path().join("out");
    let (output, results) = run_k8(&out, &["--cycles", "20000", "--rtl", &rtl, "--known", &file]);
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let pmu = &results["pmus"][0];
    assert_eq!((&results["verdict"], &pmu["verdict"], &pmu["divergences"]), (&KNOWN.into(), &KNOWN.into(), &0.into()));
    let schema = fs::read_to_string(root().join("docs/results.schema.json")).expect("the schema");
    let schema = serde_json::from_str(&schema).expect("JSON");
    assert!(jsonschema::validator_for(&schema).expect("a schema").is_valid(&results));

    let entry = &pmu["known_divergences"][0];
    assert_eq!((&entry["name"], &entry["expires"]), (&"pm (output)".into(), &"9999-12-31".into()));
    assert!(entry["first"]["difference"].as_str().is_some_and(|text| text.contains(".pm expected 0x")), "{entry}");
    let number = |value: &Value| value.as_u64().expect("a number");
    // Each value that was not compared is missing in the comparisons: 38 values in each other cycle.
    assert_eq!(number(&pmu["comparisons"]) + number(&entry["values"]), 38 * number(&pmu["cycles"]));
    assert!(number(&entry["values"]) > 0 && number(&entry["expectations"]) > 0);
    let programs = pmu["programs"].as_array().expect("programs");
    let of = |verdict: &str| programs.iter().filter(|program| program["verdict"] == verdict).collect::<Vec<_>>();
    assert!(of("fail").is_empty() && !of("pass").is_empty());
    let covered = |id: &str| {
        let each = pmu["requirements"]["each"].as_array().expect("requirements");
        each.iter().find(|one| one["id"] == id).map(|one| one["covered"].clone())
    };
    assert_eq!(covered("K8-R53"), Some(false.into()), "the requirement of the pin");

    for part in ["pass with known divergences", "k8: known divergence pm (output): ", "inverted until revision B"] {
        assert!(output.out.contains(part), "{part}: {}", output.out);
    }
    let read = |name: &str| fs::read_to_string(out.join(name)).expect("a file");
    let (junit, page) = (read("junit.xml"), read("report.html"));
    assert!(junit.contains("known divergence pm (output)") && junit.contains("inverted until revision B"));
    assert_eq!(junit.matches("type=\"known divergence\"").count(), of(KNOWN).len() + 1);
    assert!(page.contains("<h1>Pass with known divergences</h1>") && page.contains("inverted until revision B"));
    let results_file = out.join("results.json").display().to_string();
    let csv = run(&mut pmu_cosim(&["csv", "figures", &results_file]));
    assert!(csv.out.contains("k8,known_divergences,1,"), "{}{}", csv.out, csv.err);

    // A program alone.
    let program = root().join("testbenches/amd_k8/core/programs/pins/every_increment.pmu").display().to_string();
    let replay = |options: &[&str]| run(&mut pmu_cosim(&[&["replay", &program, "--rtl", &rtl], options].concat()));
    assert_eq!(replay(&[]).status, 1);
    let output = replay(&["--known", &file]);
    assert!(output.status == 0 && output.out.contains("no divergence except known divergences"), "{}", output.out);
    assert!(output.out.contains("known divergence pm (output): 1 program, "), "{}", output.out);
}

#[test]
fn shards_with_known_divergences_merge_to_the_complete_run() {
    let folder = folder();
    let rtl = with_wrong_pin(&folder);
    let file = known(&folder, "known.toml", PIN);
    let options = ["--cycles", "8000", "--rtl", &rtl, "--known", &file];
    let (_, complete) = run_k8(&folder.path().join("all"), &options);
    let shards = ["1/2", "2/2"].map(|shard| {
        let out = folder.path().join(shard.replace('/', "-"));
        let (output, _) = run_k8(&out, &[options.as_slice(), &["--shard", shard]].concat());
        assert_eq!(output.status, 0, "{}", output.out);
        out.join("results.json")
    });
    let out = folder.path().join("merged");
    let output = run(pmu_cosim(&["merge"]).args(&shards).arg("-o").arg(&out));
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let merged = fs::read_to_string(out.join("results.json")).expect("results");
    let merged: Value = serde_json::from_str(&merged).expect("JSON");
    for name in ["verdict", "known_divergences", "comparisons", "requirements"] {
        assert_eq!(merged["pmus"][0][name], complete["pmus"][0][name], "{name}");
    }
    // A shard with other entries is of another run.
    let mut other = complete.clone();
    other["pmus"][0]["known_divergences"] = json!([]);
    other["pmus"][0]["seeds"] = json!([9]);
    let file = folder.path().join("other.json");
    fs::write(&file, other.to_string()).expect("a file");
    let all = folder.path().join("all/results.json");
    let output = run(pmu_cosim(&["merge"]).args([&all, &file]).arg("-o").arg(folder.path().join("no")));
    assert!(output.status == 2 && output.error().contains("different known divergences"), "{}", output.err);
}

#[test]
fn entry_that_does_not_occur_fails_a_complete_run_only() {
    let folder = folder();
    let file = known(&folder, "known.toml", "value = \"core1.PerfEvtSel2.EN\"");
    let out = folder.path().join("out");
    let (output, results) = run_k8(&out, &["--cycles", "4000", "--known", &file]);
    assert_eq!((output.status, &results["verdict"]), (1, &"fail".into()), "{}", output.out);
    let message = "known divergence core1.PerfEvtSel2.EN did not occur in a complete run; remove it";
    assert!(output.out.contains(&format!("k8: FAIL: {message}")), "{}", output.out);
    let junit = fs::read_to_string(out.join("junit.xml")).expect("junit.xml");
    assert!(junit.contains("failures=\"1\"") && junit.contains(message), "{junit}");

    let (output, results) = run_k8(&out, &["--only", "halt/*", "--known", &file]);
    assert_eq!((output.status, &results["verdict"]), (0, &"pass".into()), "{}", output.out);
    assert!(output.out.contains("EN did not occur in the programs that ran"), "{}", output.out);
}

#[rstest]
#[case(
    "value = \"core0.pm\"",
    "9999-12-31",
    "2020-01-31",
    ":1: the known divergence `core0.pm` expired on 2020-01-31;"
)]
#[case("value = \"core0.pmm\"", "", "", ":1: there is no value `core0.pmm`; did you mean `core0.pm`")]
#[case("signature = \"PerfCtrl (state)\"", "", "", "there is no state `PerfCtrl`; did you mean `PerfCtr`")]
#[case("value = \"core0.pm\"\nuntil = 1", "", "", ":3: unknown field `until`")]
fn wrong_entry_is_an_error(#[case] entry: &str, #[case] find: &str, #[case] replace: &str, #[case] expected: &str) {
    let folder = folder();
    let file = known(&folder, "known.toml", entry);
    let text = fs::read_to_string(&file).expect("the file");
    fs::write(&file, text.replace(find, replace)).expect("the file");
    let program = root().join("testbenches/amd_k8/core/programs/pins/every_increment.pmu").display().to_string();
    for command in [&["run", "--pmu", "k8"][..], &["replay", &program], &["shrink", &program], &["trace", &program]] {
        let output = run(pmu_cosim(command).args(["--known", &file]));
        assert_eq!(output.status, 2, "{command:?}: {}", output.err);
        assert!(
            output.error().contains(&format!("known.toml{expected}")) || output.error().contains(expected),
            "{}",
            output.err
        );
    }
}

#[test]
fn entries_name_their_pmu_if_the_run_has_several() {
    let folder = folder();
    let file = known(&folder, "known.toml", "value = \"core0.pm\"");
    let output = run(&mut pmu_cosim(&["run", "--pmu", "k8,knc", "--known", &file]));
    assert_eq!(output.status, 2, "{}", output.err);
    assert!(output.error().contains("with several PMUs, each entry needs pmu = \"ID\""), "{}", output.err);
}

#[test]
fn board_accepts_no_known_divergences() {
    let folder = folder();
    let file = known(&folder, "known.toml", "value = \"core0.pm\"");
    let output = run(&mut pmu_cosim(&["run", "--pmu", "k8", "--dut", "tcp:localhost:1", "--known", &file]));
    assert_eq!(output.status, 2, "{}", output.err);
    assert!(output.error().contains("a board sends digests of all its values"), "{}", output.err);
}
