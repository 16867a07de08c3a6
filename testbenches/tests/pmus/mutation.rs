//! Checks that the published mutation campaigns of each PMU are of the RTL in the tree and have the required score.
//! `make mutate` runs the campaign.

use golden_model_core::Pmu;
use harness::mutation::LEAST;
use harness::publish::{Published, PublishedDocument, PublishedMutation};
use harness::results::Figure;
use harness::rtl::{rtl_hash, Workspace};
use harness::thresholds::Thresholds;
use libtest_mimic::{Failed, Trial};
use std::path::Path;

/// Returns the test of the PMU's campaigns, or none if no campaign is published.
pub fn trials(pmu: &'static str) -> Vec<Trial> {
    let is_unpublished = |published: Published| published.of(pmu).is_none_or(|entry| entry.mutation.is_empty());
    match Published::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).is_ok_and(is_unpublished) {
        true => Vec::new(),
        false => vec![Trial::test(format!("{pmu}::mutation"), move || is_current(pmu))],
    }
}

fn is_current(id: &str) -> Result<(), Failed> {
    let workspace = Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR")))?;
    let pmu = Pmu::find(id).ok_or("there is no such PMU")?;
    let file = Published::FILE;
    let published = Published::read(workspace.root())?;
    let manifest = workspace.root().join("rtl").join(Pmu::folder(id)).join("rtl.toml");
    let hash = rtl_hash(&workspace, &pmu.description, manifest.as_path())?;
    let wanted = Thresholds::read(workspace.root())?.of(id, Figure::Mutation);
    for campaign in published.of(id).iter().flat_map(|entry| &entry.mutation) {
        let PublishedMutation { mutants, killed, equivalent, survived, score, rtl_hash, seed, .. } = campaign;
        let run = format!("run `make mutate PMU={id} SEED={seed}` and `pmu-cosim publish build/mutate/{id}.json`");
        if hash != *rtl_hash {
            return Err(format!("{file} has a mutation campaign of other RTL of {id}, {rtl_hash}; {run}").into());
        }
        let exact = *killed as f64 / mutants.saturating_sub(*equivalent).max(1) as f64;
        if *mutants != killed + equivalent + survived || !(0.0..0.0001).contains(&(exact - score + 1e-9)) {
            return Err(format!("{file}: the figures of {id} are inconsistent: {campaign:?}").into());
        }
        if *mutants < LEAST || *score < wanted {
            return Err(format!("{campaign:?}: {LEAST} mutants and a score of {wanted} are required; {run}").into());
        }
    }
    Ok(())
}
