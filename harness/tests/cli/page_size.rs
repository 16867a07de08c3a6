//! Size of the page of a run in which nothing is covered, the largest possible page.

use golden_model::collisions::CollisionCoverage;
use golden_model::{EventCoverage, Pmu};
use harness::coverage::{Hits, Points};
use harness::regression::{events, find_with_collisions, programs_folder, requirements};
use harness::results::{
    write_all, Campaigns, CollisionResults, Findings, PmuResults, ProgramFindings, ProgramResult, Results,
    RtlUnderTest, RunRecord, TestedRtl, Tool,
};
use serde_json::{json, Value};

/// Maximum size in bytes of a page that a phone opens without a noticeable delay.
const LIMIT: u64 = 3_000_000;

#[test]
fn page_of_all_pmus_is_small_even_if_nothing_is_covered() {
    let pmus: Vec<PmuResults> = Pmu::ids().map(|id| nothing_covered(&Pmu::find(id).expect("a PMU"))).collect();
    assert!(pmus.len() >= 5, "{}", pmus.len());
    let run = RunRecord {
        tool: Tool { pmu_cosim: "0".to_owned(), verilator: "0".to_owned(), cxx: "0".to_owned() },
        commit: Some("0".repeat(40)),
        modified: Some(true),
        finished_at: 0,
        command: "run".to_owned(),
    };
    let results = Results::new(run, pmus);
    let folder = tempfile::tempdir().expect("a folder");
    write_all(&results, folder.path()).expect("documents");
    let page = std::fs::metadata(folder.path().join("report.html")).expect("a page").len();
    assert!((LIMIT / 10..LIMIT).contains(&page), "{page} bytes");
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
            buckets: Vec::new(),
            programs,
        },
        metamorphic: Vec::new(),
        coverage: points.report(&Hits::default()),
        campaigns: Campaigns::default(),
    });
    assert_eq!((results.events.counted, results.coverage.hit, results.collisions.covered), (0, 0, 0));
    results
}
