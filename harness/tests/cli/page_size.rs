//! Size of the page of a run in which nothing is covered, the largest possible page.

use golden_model_core::collisions::CollisionCoverage;
use golden_model_core::{EventCoverage, Pmu};
use harness::coverage::{Hits, Points};
use harness::regression::{events, find_with_collisions, programs_folder, requirements};
use harness::results::{
    write_all, Campaigns, CodeBlock, CodeCoverage, CodeFigure, CollisionResults, FileCoverage, Findings, PmuResults,
    ProgramFindings, ProgramResult, Results, RtlUnderTest, RunRecord, TestedRtl, Times, Tool,
};
use serde_json::{json, Value};

/// Maximum size in bytes of a page that a phone opens without a noticeable delay.
const LIMIT: u64 = 3_400_000;

#[test]
fn page_of_all_pmus_is_small_even_if_nothing_is_covered() {
    let pmus: Vec<PmuResults> = Pmu::ids().map(|id| nothing_covered(&Pmu::find(id).expect("a PMU"))).collect();
    assert!(pmus.len() >= 5, "{}", pmus.len());
    let size = page(pmus.clone()).len() as u64;
    assert!((LIMIT / 10..LIMIT).contains(&size), "{size} bytes");

    // Sources are excluded before the page becomes too large, those of the last PMUs first.
    let measured = |pmu: &PmuResults| pmu.clone().with_code_coverage(Some(nothing_executed()));
    let marked = |page: &str| page.matches("class=\"rtl\"").count();
    let all: Vec<PmuResults> = pmus.iter().map(measured).collect();
    let (one, every) = (page(all[..1].to_vec()), page(all.clone()));
    assert_eq!((marked(&one), one.contains("not executed: if")), (1, true));
    assert!((every.len() as u64) < LIMIT && marked(&every) < all.len(), "{} bytes", every.len());
}

/// Code coverage of a large file in which nothing was executed.
fn nothing_executed() -> CodeCoverage {
    let lines = 1..=3_000_u32;
    let not_executed = |line: u32| CodeBlock { line, name: "if".to_owned(), covered: false };
    let (file, none) = ("a.v".to_owned(), CodeFigure { total: 3_000, covered: 0, excluded: 0 });
    let file = FileCoverage {
        missing_lines: lines.clone().step_by(10).map(|line| format!("{file}:{line} if")).collect(),
        blocks: lines.clone().step_by(10).map(not_executed).collect(),
        source: lines.map(|line| format!("  if (a < {line}) b <= 4'h0;")).collect(),
        line: none,
        file,
        ..FileCoverage::default()
    };
    CodeCoverage { line: none, files: vec![file], ..CodeCoverage::default() }
}

/// Returns the page of these PMUs.
fn page(pmus: Vec<PmuResults>) -> String {
    let run = RunRecord {
        tool: Tool { pmu_cosim: "0".to_owned(), verilator: "0".to_owned(), cxx: "0".to_owned() },
        commit: Some("0".repeat(40)),
        modified: Some(true),
        source_url: None,
        finished_at: 0,
        command: "run".to_owned(),
    };
    let results = Results::new(run, pmus);
    let folder = tempfile::tempdir().expect("a folder");
    write_all(&results, folder.path()).expect("documents");
    std::fs::read_to_string(folder.path().join("report.html")).expect("a page")
}

/// Returns results in which all directed programs fail, so that nothing is covered.
fn nothing_covered(pmu: &Pmu) -> PmuResults {
    let description = &pmu.description;
    let folder = programs_folder(&crate::support::root(), &description.id);
    let directed = find_with_collisions(&folder, pmu).unwrap_or_else(|error| panic!("{error}")).programs;
    let programs: Vec<Value> = directed
        .iter()
        .map(|program| {
            json!({
                "name": program.name, "kind": "directed", "count": 1, "stimulus_hash": "0".repeat(16), "cycles": 1_000,
                "expectations": 1_000, "unseen": 0, "verdict": "fail", "covers": program.covers, "divergence": null
            })
        })
        .collect();
    let programs: Vec<ProgramResult> = serde_json::from_value(programs.into()).expect("programs");
    let none = EventCoverage::new(description.counters().len(), description.events.rows.len());
    let points = Points::new(pmu).unwrap_or_else(|error| panic!("{error}"));
    let results = PmuResults::new(Findings {
        rtl: TestedRtl {
            manual: String::new(),
            pmu: description.id.clone(),
            selected: RtlUnderTest { folder: "rtl".to_owned(), top: "top".to_owned(), ports: None },
            rtl_hash: "0".repeat(64),
            description_hash: description.digest.clone(),
            choices: Vec::new(),
            lint_warnings: Vec::new(),
            command: "run".to_owned(),
        },
        programs: ProgramFindings {
            shard_set: None,
            only: Vec::new(),
            cycles: 1,
            comparisons: 1,
            values_from_dut: 0,
            not_compared: Vec::new(),
            skipped: Vec::new(),
            requirements: requirements(description, &programs),
            events: events(description, &none),
            collisions: CollisionResults::of(&pmu.collisions, &CollisionCoverage::new(&pmu.collisions)),
            seeds: vec![1],
            cycles_per_second: 1.0,
            times: Times::default(),
            buckets: Vec::new(),
            known: Vec::new(),
            programs,
        },
        metamorphic: Vec::new(),
        coverage: points.report(&Hits::default()),
        situations: points.situations(&Hits::default()),
        campaigns: Campaigns::default(),
    });
    assert_eq!(
        (results.events.counted, results.coverage.hit, results.situations.hit, results.collisions.covered),
        (0, 0, 0, 0)
    );
    results
}
