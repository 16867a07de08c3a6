//! Size of the page of a run in which nothing is covered, the largest possible page.

use golden_model::collisions::CollisionCoverage;
use golden_model::{EventCoverage, Pmu};
use harness::coverage::{Hits, Points};
use harness::regression::{events, find_with_collisions, programs_folder, requirements};
use harness::results::{write_all, CollisionResults, Coverage, Figures, ProgramResult, Results};
use serde_json::{json, Value};

/// Maximum size in bytes of a page that a phone opens without a noticeable delay.
const LIMIT: u64 = 3_000_000;

#[test]
fn page_of_all_pmus_is_small_even_if_nothing_is_covered() {
    let mut document = json!({
        "schema_version": 2, "commit": "0".repeat(40), "modified": true, "rtl_hash": "0".repeat(64), "finished_at": 0,
        "command": "run", "tool": { "pmu_cosim": "0", "verilator": "0", "cxx": "0" }, "verdict": "fail", "pmus": []
    });
    let pmus: Vec<Value> = Pmu::ids().map(|id| nothing_covered(&Pmu::find(id).expect("a PMU"))).collect();
    assert!(pmus.len() >= 5, "{}", pmus.len());
    document["pmus"] = pmus.into();
    let results: Results = serde_json::from_value(document).expect("a document");
    let folder = tempfile::tempdir().expect("a folder");
    write_all(&results, folder.path()).expect("documents");
    let page = std::fs::metadata(folder.path().join("report.html")).expect("a page").len();
    assert!((LIMIT / 10..LIMIT).contains(&page), "{page} bytes");
}

/// Returns results in which all directed programs fail, so that nothing is covered.
fn nothing_covered(pmu: &Pmu) -> Value {
    let description = &pmu.description;
    let folder = programs_folder(&crate::support::root(), &description.id);
    let directed = find_with_collisions(&folder, pmu).unwrap_or_else(|error| panic!("{error}"));
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
    let mut results: harness::results::PmuResults = serde_json::from_value(json!({
        "pmu": description.id, "verdict": "fail", "rtl": { "folder": "rtl", "top": "top", "ports": null },
        "rtl_hash": "0".repeat(64), "description_hash": description.digest, "cycles": 1, "comparisons": 1,
        "expectations": 1, "divergences": 0, "values_from_dut": 0, "not_compared": [], "left_out": [],
        "requirements": requirements(description, &programs), "events": events(description, &none),
        "coverage": Coverage::default(), "figures": Figures::default(),
        "collisions": CollisionResults::of(&pmu.collisions, &CollisionCoverage::new(&pmu.collisions)),
        "seeds": [1], "cycles_per_second": 1.0, "command": "run", "buckets": [], "programs": programs
    }))
    .expect("results");
    results.set_coverage(points.report(&Hits::default()));
    assert_eq!((results.events.counted, results.coverage.hit, results.collisions.covered), (0, 0, 0));
    serde_json::to_value(results).expect("results")
}
