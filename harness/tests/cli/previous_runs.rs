//! The section with previous runs in `report.html`.

use crate::browser::Browser;
use crate::page::check_page;
use crate::support::{pmu_cosim, root, run};
use serde_json::json;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// A build folder without runs that has the models of the usual one.
fn build(folder: &Path) -> PathBuf {
    let usual = std::env::var_os("PMU_COSIM_BUILD_DIR").map_or_else(|| root().join("build"), PathBuf::from);
    let build = folder.join("build");
    fs::create_dir(&build).expect("a folder");
    for name in ["models", "runtime", "tools"] {
        fs::create_dir_all(usual.join(name)).expect("a folder");
        symlink(usual.join(name), build.join(name)).expect("a link");
    }
    build
}

/// Runs a PMU in a new folder of `build` and returns its page.
fn page(build: &Path, number: u64, arguments: &[&str]) -> String {
    let mut command = pmu_cosim(&["run", "--pmu", "ivt_ubox", "--cycles", "4000"]);
    let output = run(command.args(arguments).env("PMU_COSIM_BUILD_DIR", build));
    assert_eq!(output.status, 0, "{}", output.err);
    fs::read_to_string(build.join(format!("runs/{number}/report.html"))).expect("the page")
}

#[test]
fn page_lists_the_kept_runs_and_skips_what_it_cannot_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = build(folder.path());
    let first = page(&build, 1, &[]);
    assert!(first.contains("No earlier run is kept.") && !first.contains("../"), "the first run");

    // A run with the same seed, one without a page, one whose results are truncated, and one that has not ended.
    page(&build, 2, &["--seed", "2"]);
    fs::remove_file(build.join("runs/2/report.html")).expect("the page");
    for (number, text) in [(3, "{ \"schema_version\": 2, \"commit\""), (4, "")] {
        let run = build.join("runs").join(number.to_string());
        fs::create_dir(&run).expect("a folder");
        let name = if text.is_empty() { "junit.xml" } else { "results.json" };
        fs::write(run.join(name), text).expect("a file");
    }
    let third = page(&build, 5, &[]);
    assert!(third.contains("<a href=\"../1/report.html\">1</a>"), "a link to a page that exists");
    assert!(third.contains("<th scope=\"row\">2</th>") && !third.contains("../2/"), "no link to a page that does not");
    assert!(third.contains("<li>Skipped: run 3: results.json cannot be used: EOF"), "a note");
    assert!(!third.contains("run 4") && third.matches("<svg width=\"132\"").count() == 6);
    assert!(third.contains("The 3 runs of the same PMUs and programs"));

    // A run of other programs is alone in its line.
    let selected = page(&build, 6, &["--only", "random-1-*"]);
    assert!(selected.contains("other selection: ivt_ubox</span>") && !selected.contains("<svg width=\"132\""));

    // A run in a folder of the user has none next to it.
    let out = folder.path().join("out");
    let alone = page(&build, 6, &["--out", out.to_str().expect("a path")]);
    assert_eq!(alone, selected, "no new run");
    assert!(!fs::read_to_string(out.join("report.html")).expect("the page").contains("previous-runs"));

    let Some(browser) = Browser::find() else { return };
    for (page, name, lines) in [(5, "previous", 6), (6, "other-selection", 0)] {
        let file = build.join(format!("runs/{page}/report.html"));
        check_page(&browser, &file, name);
        let rows =
            "[document.querySelectorAll('.previous tbody tr').length, document.querySelectorAll('.trend svg').length]";
        let page = fs::read_to_string(&file).expect("the page");
        let (seen, _) = browser.evaluate(&page, crate::browser::PHONE, &[], rows);
        assert_eq!(seen, json!([if lines == 0 { 4 } else { 3 }, lines]), "{name}");
    }
}
