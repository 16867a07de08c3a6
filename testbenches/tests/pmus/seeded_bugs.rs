//! Checks that the seeded bugs of each PMU are complete, valid and published. `make zoo` checks that each is detected.

use golden_model_core::Pmu;
use harness::publish::{PublishedBugs, PublishedDocument};
use harness::regression::{find_directed, programs_folder};
use harness::rtl::Workspace;
use harness::seeded_bugs::SeededBugs;
use harness::shared_files::exists;
use libtest_mimic::{Failed, Trial};
use std::path::Path;

/// Minimum number of seeded bugs of a PMU.
const LEAST: usize = 15;

/// Returns the test of the PMU's `seeded_bugs.toml`, or none if the file does not exist.
pub fn trials(pmu: &'static str) -> Vec<Trial> {
    let shared = Pmu::find(pmu).map(|pmu| pmu.description.shared).unwrap_or_default();
    match exists(&testbenches::folder(pmu).join("seeded_bugs.toml"), &shared) {
        true => vec![Trial::test(format!("{pmu}::zoo"), move || is_complete(pmu))],
        false => Vec::new(),
    }
}

fn is_complete(id: &str) -> Result<(), Failed> {
    let workspace = Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR")))?;
    let pmu = Pmu::find(id).ok_or("there is no such PMU")?;
    let directed = find_directed(&programs_folder(workspace.root(), id), &pmu)?;
    let programs: Vec<&str> = directed.iter().map(|program| program.name.as_str()).collect();
    let file = testbenches::folder(id).join("seeded_bugs.toml");
    let seeded_bugs =
        SeededBugs::read(&file, &workspace.root().join("rtl").join(Pmu::folder(id)), &pmu.description, &programs)?;
    if seeded_bugs.bugs.len() < LEAST {
        return Err(format!("{} seeded bugs, fewer than {LEAST}", seeded_bugs.bugs.len()).into());
    }
    let published = PublishedBugs::read(workspace.root())?;
    let campaign = published.of(id);
    match seeded_bugs.bugs.iter().find(|bug| campaign.is_none_or(|campaign| campaign.bug(bug).is_none())) {
        Some(bug) => Err(format!(
            "{} lacks the current {} of {id}; run `make zoo PMU={id}` and `pmu-cosim publish build/zoo/{id}.json`",
            PublishedBugs::FILE,
            bug.name
        )
        .into()),
        None => Ok(()),
    }
}
