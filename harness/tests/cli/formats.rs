//! Results in the formats of other tools: coverage for lcov and Cobertura, tables as CSV.

use crate::code_coverage::{covering, figure, Copy};
use crate::support::{pmu_cosim, run};
use lcov::{Reader, Report};
use regex::Regex;
use rstest::rstest;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Results of a run of the U-Box with code coverage, in which exclusions apply or points are missing.
struct Covered {
    out: TempDir,
    pmu: Value,
    _copy: Option<Copy>,
}

impl Covered {
    fn new(is_copy: bool) -> Self {
        let (out, copy) = (tempfile::tempdir().expect("a folder"), is_copy.then(Copy::new));
        let rtl = copy.as_ref().map(|copy| copy.path("intel_ivt/ubox").display().to_string());
        let options: Vec<&str> = rtl.iter().flat_map(|rtl| ["--rtl", rtl.as_str()]).collect();
        let (output, pmu) = covering(out.path(), &options);
        assert_eq!(output.status, 0, "{}{}", output.out, output.err);
        let (covered, total) = figure(&pmu, "line");
        assert_eq!(covered < total, is_copy, "points are missing in the copy only");
        Self { out, pmu, _copy: copy }
    }

    /// Number of covered lines, and of all lines with points, from the points in the results.
    fn lines(&self) -> (u64, u64) {
        let mut counts = (0, 0);
        for file in self.pmu["code_coverage"]["files"].as_array().expect("files") {
            let blocks = file["blocks"].as_array().expect("blocks");
            let lines = |blocks: &mut dyn Iterator<Item = &Value>| {
                blocks.map(|block| block["line"].as_u64()).collect::<std::collections::BTreeSet<_>>().len() as u64
            };
            counts.0 += lines(&mut blocks.iter().filter(|block| block["covered"] == true));
            counts.1 += lines(&mut blocks.iter());
        }
        counts
    }
}

#[rstest]
#[case::exclusions(false)]
#[case::missing_points(true)]
fn coverage_files_have_the_counts_of_the_results(#[case] is_copy: bool) {
    let run = Covered::new(is_copy);
    let (line, lines) = (figure(&run.pmu, "line"), run.lines());
    assert!(lines.0 > 0 && lines.1 < line.1, "a line can have several points");

    let report = Report::from_file(run.out.path().join("coverage.info")).expect("a tracefile");
    let (mut branches, mut found) = ((0, 0), (0, 0));
    for (key, section) in &report.sections {
        assert_eq!(key.test_name, "ivt_ubox");
        assert!(
            key.source_file.is_file()
                || key.source_file.is_relative() && crate::support::root().join(&key.source_file).is_file()
        );
        assert_eq!(key.source_file.is_absolute(), is_copy, "{}", key.source_file.display());
        branches.0 += section.branches.values().filter(|branch| branch.taken > Some(0)).count() as u64;
        branches.1 += section.branches.len() as u64;
        found.0 += section.lines.values().filter(|line| line.count > 0).count() as u64;
        found.1 += section.lines.len() as u64;
    }
    assert_eq!((branches, found), (line, lines));
    // The totals in the file, which tools show.
    let text = read(run.out.path(), "coverage.info");
    let sum = |name: &str| -> u64 {
        text.lines()
            .filter_map(|line| line.strip_prefix(name))
            .map(|number| number.parse::<u64>().expect("a number"))
            .sum()
    };
    assert_eq!(((sum("BRH:"), sum("BRF:")), (sum("LH:"), sum("LF:"))), (line, lines));
    assert!(Reader::new(text.as_bytes()).all(|record| record.is_ok()));

    let xml = read(run.out.path(), "coverage.xml");
    let points =
        Regex::new(r#"<line number="\d+" hits="(\d)" branch="true" condition-coverage="\d+% \((\d+)/(\d+)\)"/>"#);
    let (mut branches, mut found) = ((0, 0), (0, 0));
    for point in points.expect("a valid expression").captures_iter(&xml) {
        let number = |group: usize| point[group].parse::<u64>().expect("a number");
        branches = (branches.0 + number(2), branches.1 + number(3));
        found = (found.0 + number(1), found.1 + 1);
    }
    assert_eq!((branches, found), (line, lines));
    let ((covered, valid), (covered_lines, valid_lines)) = (line, lines);
    let totals = format!(
        "lines-covered=\"{covered_lines}\" lines-valid=\"{valid_lines}\" \
         branches-covered=\"{covered}\" branches-valid=\"{valid}\""
    );
    assert!(xml.contains(&totals), "{totals}: {}", &xml[..xml.len().min(600)]);
}

/// Readers compare the names of files with those in the repository.
#[test]
fn files_in_cobertura_are_relative_to_their_repository() {
    let (copy, out) = (Copy::new(), tempfile::tempdir().expect("a folder"));
    fs::create_dir(copy.path(".git")).expect("a folder");
    covering(out.path(), &["--rtl", &copy.path("intel_ivt/ubox").display().to_string()]);
    let xml = read(out.path(), "coverage.xml");
    assert!(
        xml.contains(&format!("<source>{}</source>", copy.path("").display().to_string().trim_end_matches('/'))),
        "{xml}"
    );
    assert!(xml.contains("filename=\"intel_ivt/ubox/ivt_ubox_event_select.v\""), "{xml}");
}

#[test]
fn run_without_code_coverage_leaves_no_coverage_of_an_earlier_run() {
    let earlier = Covered::new(false);
    let out = earlier.out.path();
    let files = ["coverage.info", "coverage.xml"].map(|file| out.join(file));
    assert!(files.iter().all(|file| file.is_file()));
    let output = run(pmu_cosim(&["run", "--pmu", "ivt_ubox", "--cycles", "1000", "--out"]).arg(out));
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(!files.iter().any(|file| file.exists()) && out.join("junit.xml").is_file());
}

/// Returns the rows of a table, each as an object with the names of the columns.
fn table(name: &str, results: &Path) -> Vec<Value> {
    let output = run(pmu_cosim(&["csv", name]).arg(results));
    assert_eq!(output.status, 0, "{}", output.err);
    let mut reader = csv::Reader::from_reader(output.out.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let row =
        |row: csv::StringRecord| header.iter().zip(&row).map(|(name, value)| (name, Value::from(value))).collect();
    reader.records().map(|record| row(record.expect("a row"))).collect()
}

#[test]
fn tables_have_the_figures_and_programs_of_the_results() {
    let run = Covered::new(false);
    let file = run.out.path().join("results.json");
    let pmu = &run.pmu;
    let rows = table("figures", &file);
    let row = |figure: &str| rows.iter().find(|row| row["figure"] == figure).expect(figure);
    for figure in pmu["figures"]["each"].as_array().expect("figures") {
        let row = row(figure["figure"].as_str().expect("a name"));
        let (covered, total) =
            (figure["covered"].as_u64().expect("a number"), figure["total"].as_u64().expect("a number"));
        assert_eq!((&row["numerator"], &row["denominator"]), (&covered.to_string().into(), &total.to_string().into()));
        let fraction: f64 = row["value"].as_str().expect("a value").parse().expect("a fraction");
        assert!((fraction - covered as f64 / total as f64).abs() < 1e-6, "{row}");
        let threshold: f64 = row["threshold"].as_str().expect("a threshold").parse().expect("a fraction");
        assert_eq!((Some(threshold), &row["unit"]), (figure["threshold"].as_f64(), &"fraction".into()));
    }
    for (name, unit) in [("cycles", "cycles"), ("comparisons", "values"), ("divergences", "programs")] {
        let row = row(name);
        assert_eq!((&row["pmu"], &row["value"]), (&"ivt_ubox".into(), &pmu[name].to_string().into()));
        assert_eq!((&row["numerator"], &row["unit"]), (&"".into(), &unit.into()));
    }

    let rows = table("programs", &file);
    let programs = pmu["programs"].as_array().expect("programs");
    let skipped = pmu["left_out"].as_array().expect("programs");
    assert_eq!(rows.len(), programs.len() + skipped.len());
    for (row, program) in rows.iter().zip(programs) {
        assert_eq!((&row["program"], &row["verdict"]), (&program["name"], &program["verdict"]));
        assert_eq!(row["cycles"], program["cycles"].to_string());
        let seconds: f64 = row["seconds"].as_str().expect("a time").parse().expect("seconds");
        let expected = pmu["times"]["programs"][program["name"].as_str().expect("a name")].as_f64().expect("seconds");
        assert!((seconds - expected).abs() < 1e-6, "{row}");
        assert_eq!(row["seed"], if program["kind"] == "random" { "1" } else { "" });
    }
    assert!(rows[programs.len()..].iter().all(|row| row["verdict"] == "skipped"));
}
