//! Choices: options for model and RTL from the command line, from a file and from a port map, and what results say of them.

use crate::support::{pmu_cosim, root, run, CommandOutput};
use rstest::rstest;
use serde_json::{json, Value};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Runs K8 with a few random programs.
fn k8(folder: &TempDir, options: &[&str]) -> (CommandOutput, Value) {
    let out = folder.path().join("out").display().to_string();
    let pmu = ["run", "--pmu", "k8", "--cycles", "20000", "--no-waves", "--out", &out];
    let output = run(&mut pmu_cosim(&[pmu.as_slice(), options].concat()));
    let results = fs::read_to_string(Path::new(&out).join("results.json")).map(|text| serde_json::from_str(&text));
    (output, results.expect("results").expect("JSON"))
}

/// Returns what the results of a PMU say of a choice.
fn choice<'a>(pmu: &'a Value, id: &str) -> &'a Value {
    let choices = pmu["choices"].as_array().expect("choices");
    choices.iter().find(|one| one["choice"] == id).expect("the choice")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn option_applies_to_model_and_rtl_and_is_recorded() {
    let folder = folder();
    let file = folder.path().join("choices.toml");
    fs::write(&file, "[choices]\nK8-A15 = \"level\"\nK8-A18 = \"northbridge-only\"\n").expect("a file");
    let file = file.display().to_string();
    let (output, results) = k8(&folder, &["--choice", "K8-A15=pulse", "--choices", &file]);
    assert_eq!(output.status, 0, "{}{}", output.out, output.err);
    let pmu = &results["pmus"][0];
    let pulse = json!({ "choice": "K8-A15", "option": "pulse", "default": false, "rtl_option": null });
    assert_eq!(choice(pmu, "K8-A15"), &pulse);
    assert_eq!(choice(pmu, "K8-A18")["option"], "northbridge-only");
    let command = pmu["command"].as_str().expect("a command");
    assert!(command.ends_with(" --choice K8-A15=pulse --choice K8-A18=northbridge-only"), "{command}");
    let skipped = pmu["left_out"].as_array().expect("a list");
    let needs = |program: &str| skipped.iter().find(|one| one["program"] == program).map(|one| one["needs"].clone());
    assert_eq!(needs("pins/every_increment"), Some("K8-A15=level".into()));
    assert_eq!(needs("collision/pin"), Some("K8-A15=level".into()));
    assert_eq!(needs("pins/pulse"), None);
}

#[test]
fn option_that_explains_a_divergence_is_named() {
    let folder = folder();
    let (output, results) = k8(&folder, &["--rtl-choice", "K8-A15=pulse"]);
    assert_eq!(output.status, 1, "{}", output.err);
    let second = output.out.lines().nth(1).expect("a second line");
    assert_eq!(second, "  agrees with K8-A15=pulse: the RTL may follow another reading of the manual");
    let pmu = &results["pmus"][0];
    assert_eq!(pmu["buckets"][0]["agrees_with"], json!(["K8-A15=pulse"]));
    assert_eq!(choice(pmu, "K8-A15")["rtl_option"], "pulse");
    let command = pmu["buckets"][0]["command"].as_str().expect("a command");
    assert!(command.ends_with(" --rtl-choice K8-A15=pulse"), "{command}");
}

/// A pulse of a pin that comes from a bug and not from the other reading: no option agrees.
#[test]
fn bug_is_not_explained_by_an_option() {
    let folder = folder();
    let core = folder.path().join("rtl/amd_k8/core");
    copy_rtl(&folder);
    let counter = core.join("k8_counter.v");
    let text = fs::read_to_string(&counter).expect("the counter");
    let right = "pin_control ? overflow : counted";
    assert!(text.contains(right));
    fs::write(&counter, text.replace(right, "pin_control ? counted : overflow")).expect("a bug");
    let core = core.display().to_string();
    let (output, results) = k8(&folder, &["--rtl", &core]);
    assert_eq!(output.status, 1, "{}", output.err);
    assert_eq!(results["pmus"][0]["buckets"][0]["agrees_with"], json!([]));
    assert!(!output.out.contains("agrees with"), "{}", output.out);
}

#[test]
fn port_map_selects_the_options_of_its_rtl() {
    let folder = folder();
    copy_rtl(&folder);
    let map = folder.path().join("ports.toml");
    fs::write(&map, "[parameters]\nK8_A15 = 1\n\n[choices]\nK8-A15 = \"pulse\"\n").expect("a map");
    let (rtl, map) = (folder.path().join("rtl").display().to_string(), map.display().to_string());
    let (output, results) = k8(&folder, &["--rtl", &rtl, "--top", "k8_pmu", "--ports", &map]);
    let pmu = &results["pmus"][0];
    assert_eq!(pmu["divergences"], 0, "{}{}", output.out, output.err);
    assert_eq!(choice(pmu, "K8-A15")["option"], "pulse");
}

fn copy_rtl(folder: &TempDir) {
    for name in ["common", "amd_k8/core"] {
        let to = folder.path().join("rtl").join(name);
        fs::create_dir_all(&to).expect("a folder");
        for entry in fs::read_dir(root().join("rtl").join(name)).expect("the RTL") {
            let entry = entry.expect("a file");
            fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
        }
    }
}

#[rstest]
#[case(&["--choice", "K8-A15=puls"], "K8-A15 has no option puls; it has level, pulse")]
#[case(&["--choice", "K8-A16=pulse"], "there is no choice `K8-A16`; did you mean")]
#[case(&["--choice", "K8-A15"], "a choice is ID=OPTION, such as K8-A15=pulse")]
#[case(&["--choice", "K8-A15=pulse", "--choice", "K8-A15=level"], "K8-A15 has two options, pulse and level; remove one")]
#[case(&["--choices", "no/such.toml"], "no/such.toml: No such file")]
fn wrong_option_is_rejected(#[case] options: &[&str], #[case] expected: &str) {
    let output = run(&mut pmu_cosim(&[["run", "--pmu", "k8"].as_slice(), options].concat()));
    assert_eq!(output.status, 2, "{}", output.err);
    assert!(output.err.contains(expected), "{}", output.err);
}

#[test]
fn replay_names_the_option_that_a_program_needs() {
    let file = root().join("testbenches/amd_k8/core/programs/pins/pulse.pmu").display().to_string();
    let output = run(&mut pmu_cosim(&["replay", &file]));
    assert_eq!(output.status, 2, "{}", output.err);
    assert!(
        output.err.contains("the program is for K8-A15=pulse; select it with --choice K8-A15=pulse"),
        "{}",
        output.err
    );
    assert_eq!(run(&mut pmu_cosim(&["replay", &file, "--choice", "K8-A15=pulse"])).status, 0);
}

#[test]
fn description_lists_the_options_with_their_sources() {
    let output = run(&mut pmu_cosim(&["describe", "k8", "--choices"]));
    for text in
        ["K8-A15 (section 10.1): ", "--choice K8-A15=level (default)", "Source: ", "--choice K8-A18=northbridge-only"]
    {
        assert!(output.out.contains(text), "{text}: {}", output.out);
    }
    let one = run(&mut pmu_cosim(&["describe", "k8", "K8-A18"]));
    assert!(one.out.starts_with("K8-A18 (section 10.2): ") && !one.out.contains("K8-A15"), "{}", one.out);
}
