//! `compare`: two runs of the command, given by number, folder or file, and runs that cannot be compared.

use crate::failing_run::FailingRun;
use crate::support::{pmu_cosim, run, CommandOutput};
use crate::terminal::{assert_fits, on_terminal};
use rstest::rstest;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Runs a PMU without a failure and returns the folder of the results.
fn passing(folder: &Path, pmu: &str, arguments: &[&str]) -> PathBuf {
    let out = folder.join(format!("{pmu}{}", arguments.concat()));
    let output = run(pmu_cosim(&["run", "--pmu", pmu]).args(arguments).arg("--out").arg(&out));
    assert_eq!(output.status, 0, "{}", output.err);
    out
}

fn compare(a: &Path, b: &Path) -> CommandOutput {
    run(pmu_cosim(&["compare"]).args([a, b]))
}

#[test]
fn failing_run_is_worse_than_a_passing_one_and_the_output_fits_the_terminal() {
    let failed = FailingRun::new(&["--no-waves"], &[]);
    let folder = tempfile::tempdir().expect("a folder");
    let good = passing(folder.path(), "k8", &["--cycles", "20000"]);
    let bad = failed.out("");
    let worse = compare(&good, &bad);
    assert_eq!(worse.status, 1, "{}", worse.err);
    let lines: Vec<&str> = worse.out.lines().collect();
    assert!(lines[0].starts_with("A: ") && lines[1].starts_with("B: ") && lines[2] == "not the same in both runs:");
    let divergences = failed.bucket()["count"].as_u64().expect("a number");
    let new = format!(
        "  new failure: pm (output): {divergences} programs; {}",
        failed.bucket()["first"].as_str().expect("text")
    );
    for part in ["  RTL of k8: rtl/amd_k8/core, top k8_pmu", "\nk8: pass -> FAIL\n", &new, "  fails now, passed in A: "]
    {
        assert!(worse.out.contains(part), "{part}: {}", worse.out);
    }
    let last = lines.last().expect("a line");
    assert!(last.starts_with("1 new failure, ") && last.ends_with("; B is worse"), "{last}");

    // The other way round, nothing is worse, but it is not the same either.
    let better = compare(&bad.join("results.json"), &good);
    assert_eq!(better.status, 0, "{}", better.out);
    assert!(
        better.out.contains("  gone: pm (output)") && better.out.ends_with("; nothing in B is worse\n"),
        "{}",
        better.out
    );

    let on_screen = on_terminal(80, pmu_cosim(&["compare"]).args([&good, &bad]));
    assert_eq!(on_screen.status, 1, "{}", on_screen.out);
    assert!(on_screen.out.lines().count() > lines.len(), "long lines are wrapped: {}", on_screen.out);
    // A path has no space at which it could be wrapped.
    assert_fits(
        80,
        &on_screen.out.replace(folder.path().to_str().expect("a path"), "").replace(bad.to_str().expect("a path"), ""),
    );

    let json = run(pmu_cosim(&["compare", "--json"]).args([&good, &bad]));
    assert_eq!(json.status, 1);
    let json: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!((&json["is_worse"], &json["summary"]), (&true.into(), &(*last).into()));
    let pmu = &json["pmus"][0];
    assert_eq!((&pmu["verdict"]["a"], &pmu["verdict"]["b"]), (&"pass".into(), &"fail".into()));
    assert_eq!(pmu["failures"]["new"][0]["programs"].as_array().map(|all| all.len() as u64), Some(divergences));
}

/// A build folder with runs of these numbers. `sim` is the link to the last.
fn build(results: &Path, numbers: &[u64]) -> TempDir {
    let build = tempfile::tempdir().expect("a folder");
    for number in numbers {
        let folder = build.path().join("runs").join(number.to_string());
        fs::create_dir_all(&folder).expect("a folder");
        fs::copy(results.join("results.json"), folder.join("results.json")).expect("a copy");
        let _ = fs::remove_file(build.path().join("sim"));
        symlink(format!("runs/{number}"), build.path().join("sim")).expect("a link");
    }
    build
}

fn in_build(build: &Path, arguments: &[&str]) -> Command {
    let mut command = pmu_cosim(&[&["compare"], arguments].concat());
    command.env("PMU_COSIM_BUILD_DIR", build);
    command
}

#[test]
fn runs_are_found_by_number_and_the_newest_two_by_default() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = passing(folder.path(), "ivt_ubox", &["--cycles", "4000"]);
    let build = build(&results, &[1, 4, 7]);
    let path = |number: u64| build.path().join(format!("runs/{number}/results.json")).display().to_string();
    for (arguments, a, b) in [(&[][..], 4, 7), (&["1"], 1, 7), (&["4", "1"], 4, 1)] {
        let output = run(&mut in_build(build.path(), arguments));
        assert_eq!(output.status, 0, "{arguments:?}: {}", output.err);
        let lines: Vec<&str> = output.out.lines().collect();
        assert!(lines[0].starts_with(&format!("A: {}, pass, ", path(a))), "{arguments:?}: {}", output.out);
        assert!(lines[1].starts_with(&format!("B: {}, pass, ", path(b))), "{arguments:?}: {}", output.out);
        assert_eq!(lines.last(), Some(&"no difference"), "{arguments:?}");
    }
}

#[rstest]
#[case::not_kept(&["3"], "run 3 is not kept: ", "runs has 1,4,7")]
#[case::not_ended(&["8", "1"], "run 8 has not ended: ", "runs has 1,4,7")]
#[case::truncated(&["1", "4"], "runs/4/results.json: is not a complete results.json", "")]
#[case::same(&["7"], "A and B are the same run, ", "give two different runs")]
#[case::no_file(&["nowhere", "1"], "nowhere: there is no such file or folder; give results.json", "runs has 1,4,7")]
#[case::no_results(&["rtl", "1"], "rtl: the folder has no results.json", "")]
#[case::no_document(&["Cargo.toml", "1"], "Cargo.toml: is not a complete results.json", "")]
#[case::three(&["1", "4", "7"], "unexpected argument", "")]
fn run_that_cannot_be_compared_is_an_error(#[case] arguments: &[&str], #[case] start: &str, #[case] end: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let results = passing(folder.path(), "ivt_ubox", &["--cycles", "4000"]);
    let build = build(&results, &[1, 4, 7]);
    fs::create_dir(build.path().join("runs/8")).expect("a folder");
    let file = build.path().join("runs/4/results.json");
    let text = fs::read_to_string(&file).expect("results");
    fs::write(&file, &text[..text.len() / 2]).expect("a file");
    let output = run(&mut in_build(build.path(), arguments));
    assert_eq!((output.status, output.out.as_str()), (2, ""), "{}", output.err);
    assert!(output.error().contains(start) && output.error().contains(end), "{}", output.err);
}

#[test]
fn missing_runs_and_runs_of_other_pmus_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let [ubox, k8] = ["ivt_ubox", "k8"].map(|pmu| passing(folder.path(), pmu, &["--cycles", "4000"]));
    let empty = tempfile::tempdir().expect("a folder");
    let none = run(&mut in_build(empty.path(), &[]));
    assert_eq!(none.status, 2);
    assert!(
        none.error().contains("there is no newest run") && none.error().contains("`make sim` makes one"),
        "{}",
        none.err
    );
    let one = run(&mut in_build(build(&ubox, &[5]).path(), &[]));
    assert_eq!(one.status, 2);
    assert!(one.error().contains("there is no run before run 5"), "{}", one.err);
    let other = compare(&ubox, &k8);
    assert_eq!((other.status, other.out.as_str()), (2, ""));
    assert!(
        other.error().contains("no PMU in common") && other.error().contains("one has ivt_ubox, the other k8"),
        "{}",
        other.err
    );
}
