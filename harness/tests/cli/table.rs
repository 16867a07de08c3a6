//! The table of a page, out of results.

use crate::support::{pmu_cosim, run, Said};
use std::fs;
use std::path::Path;

const HEADER: &str =
    "| PMU | what it is | requirements | event rows | cycles | divergences | mutation score | Mcycles/s |\n|---|---|";

fn table(results: &Path, page: &Path) -> Said {
    run(pmu_cosim(&["table"]).arg(results).arg(page))
}

#[test]
fn a_passing_run_fills_its_rows_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = run(pmu_cosim(&["run", "--pmu", "itanium_dbox", "--cycles", "4000", "--out"]).arg(folder.path()));
    assert_eq!(said.status, 0, "{}", said.err);
    let results = folder.path().join("results.json");
    let page = folder.path().join("page.md");

    fs::write(&page, "# Page\n").expect("written");
    assert!(table(&results, &page).error().contains("no line is `| PMU |"));
    fs::write(&page, format!("{HEADER}\n| `k8` | cores | as it was |\n")).expect("written");
    assert!(table(&results, &page).error().contains("no row begins with `| `itanium_dbox` |`; add one"));

    fs::write(&page, format!("{HEADER}\n| `k8` | cores | as it was |\n| `itanium_dbox` | freezes |\n\nMore.\n"))
        .expect("written");
    assert_eq!(table(&results, &page).status, 0);
    let made = fs::read_to_string(&page).expect("the page");
    let row = made.lines().find(|line| line.starts_with("| `itanium_dbox` |")).expect("a row");
    assert!(row.starts_with("| `itanium_dbox` | freezes | 41/41 | 0/0 | "), "{row}");
    let cells: Vec<_> = row.split(" | ").collect();
    assert_eq!((cells.len(), cells[5]), (8, "0"), "{row}");
    assert!(made.contains("| `k8` | cores | as it was |\n") && made.ends_with("\n\nMore.\n"), "{made}");

    // Of other RTL than that of the run a campaign says nothing; a run that failed has no place in the table.
    let text = fs::read_to_string(&results).expect("results");
    let mut document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    document["pmus"][0]["rtl_hash"] = "0".repeat(64).into();
    fs::write(&results, document.to_string()).expect("written");
    assert_eq!(table(&results, &page).status, 0);
    assert!(fs::read_to_string(&page).expect("the page").contains(" | 0 | - | "));
    document["verdict"] = "fail".into();
    fs::write(&results, document.to_string()).expect("written");
    assert!(table(&results, &page).error().contains("the run did not pass"));
}
