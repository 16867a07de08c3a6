//! Planted bugs: the regression finds them, and its reports name what the reader has to look at.

use golden_model::Pmu;
use harness::build::Workspace;
use harness::generate::Profile;
use harness::mutate::{Campaign, Mutant, Mutants, Mutated};
use harness::regression::{find_with_collisions, programs_folder};
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::Arc;

/// Clocks of random programs beside the directed ones.
const CYCLES: u64 = 20_000;

/// A test for each mutant of the PMU that says what has to be shown.
pub fn trials(pmu: &'static str) -> Vec<Trial> {
    let file = testbenches::folder(pmu).join("mutants.toml");
    if !file.exists() {
        return Vec::new();
    }
    let read = || -> Result<Mutants, Failed> {
        let workspace = Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR")))?;
        let description = Pmu::find(pmu).ok_or("there is no such PMU")?.description;
        Ok(Mutants::read(&file, &rtl(&workspace, pmu), &description)?)
    };
    match read() {
        Ok(mutants) => mutants.mutant.into_iter().filter(|mutant| !mutant.shows.is_empty()).map(trial(pmu)).collect(),
        Err(error) => vec![Trial::test(format!("{pmu}::planted::list"), move || Err(error))],
    }
}

fn trial(pmu: &'static str) -> impl Fn(Mutant) -> Trial {
    move |mutant| Trial::test(format!("{pmu}::planted::{}", mutant.name), move || is_found(pmu, &mutant))
}

fn rtl(workspace: &Workspace, pmu: &str) -> PathBuf {
    workspace.root().join("rtl").join(pmu)
}

fn is_found(id: &str, mutant: &Mutant) -> Result<(), Failed> {
    let workspace = Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR")))?;
    let pmu = Pmu::find(id).ok_or("there is no such PMU")?;
    let campaign = Campaign {
        workspace: &workspace,
        pmu: &pmu,
        profile: &Profile::read(&testbenches::folder(id).join("stimulus.toml"), &pmu)?,
        directed: &find_with_collisions(&programs_folder(workspace.root(), id), &pmu)?,
        folder: &rtl(&workspace, id),
        cycles: CYCLES,
        seed: 1,
    };
    match campaign.run(Some(mutant), &Arc::new(AtomicBool::new(false)))? {
        Mutated::Killed(_) => Ok(()),
        Mutated::Survived => Err(format!("no report names {}", mutant.shows.join(", ")).into()),
    }
}
