//! Checks that the published mutation campaign of each PMU is of the RTL in the tree and has the required score.
//! `make mutate` runs the campaign.

use golden_model::Pmu;
use harness::mutation::LEAST;
use harness::publish::{Published, PublishedDocument, PublishedMutation};
use harness::results::Figure;
use harness::rtl::{rtl_hash, Workspace};
use harness::thresholds::Thresholds;
use libtest_mimic::{Failed, Trial};
use std::path::Path;

/// Returns the test of the PMU's campaign, or none if no campaign is published.
pub fn trials(pmu: &'static str) -> Vec<Trial> {
    let is_unpublished = |published: Published| published.of(pmu).is_none_or(|entry| entry.mutation.is_none());
    match Published::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).is_ok_and(is_unpublished) {
        true => Vec::new(),
        false => vec![Trial::test(format!("{pmu}::mutation"), move || is_current(pmu))],
    }
}

fn is_current(id: &str) -> Result<(), Failed> {
    let workspace = Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR")))?;
    let pmu = Pmu::find(id).ok_or("there is no such PMU")?;
    let file = Published::FILE;
    let run = format!("run `make mutate PMU={id}` and `pmu-cosim publish build/mutate/{id}.json`");
    let published = Published::read(workspace.root())?;
    let campaign = published.of(id).and_then(|entry| entry.mutation.as_ref());
    let campaign = campaign.ok_or(format!("{file} has no mutation campaign of {id}; {run}"))?;
    let manifest = workspace.root().join("rtl").join(Pmu::folder(id)).join("rtl.toml");
    let hash = rtl_hash(&workspace, &pmu.description, manifest.as_path())?;
    let PublishedMutation { mutants, killed, equivalent, survived, score, rtl_hash, .. } = campaign;
    if hash != *rtl_hash {
        return Err(format!("{file} has a mutation campaign of other RTL of {id}, {rtl_hash}; {run}").into());
    }
    let exact = *killed as f64 / mutants.saturating_sub(*equivalent).max(1) as f64;
    if *mutants != killed + equivalent + survived || !(0.0..0.0001).contains(&(exact - score + 1e-9)) {
        return Err(format!("{file}: the figures of {id} are inconsistent: {campaign:?}").into());
    }
    let wanted = Thresholds::read(workspace.root())?.of(id, Figure::Mutation);
    match *mutants < LEAST || *score < wanted {
        true => Err(format!("{campaign:?}: {LEAST} mutants and a score of {wanted} are required; {run}").into()),
        false => Ok(()),
    }
}
