//! The results of the mutation campaign in `docs/mutation.md`: of the RTL as it is, and good enough. The campaign itself is
//! `make mutate`.

use golden_model::Pmu;
use harness::build::{rtl_hash, Workspace};
use harness::mutation::{read_row, LEAST};
use harness::results::Figure;
use harness::thresholds::Thresholds;
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};

/// The test of the PMU's row; none while there has been no campaign, as the page says or by having no row of a new PMU.
pub fn trials(pmu: &'static str) -> Vec<Trial> {
    let page = std::fs::read_to_string(page()).unwrap_or_default();
    let row = page.lines().find(|line| line.starts_with(&format!("| {pmu} |")));
    match row.is_some_and(|row| row != format!("| {pmu} | - |")) {
        true => vec![Trial::test(format!("{pmu}::mutation"), move || is_current(pmu))],
        false => Vec::new(),
    }
}

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/mutation.md")
}

fn is_current(id: &str) -> Result<(), Failed> {
    let workspace = Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR")))?;
    let pmu = Pmu::find(id).ok_or("there is no such PMU")?;
    let run = format!("run `pmu-cosim mutate --pmu {id} --page docs/mutation.md`");
    let page = std::fs::read_to_string(page())?;
    let row = read_row(&page, id).ok_or(format!("docs/mutation.md has no results of {id}; {run}"))?;
    let manifest = workspace.root().join("rtl").join(Pmu::folder(id)).join("rtl.toml");
    let hash = rtl_hash(&workspace, &pmu.description, manifest.as_path())?;
    if row.rtl.is_empty() || !hash.starts_with(&row.rtl) {
        return Err(format!("docs/mutation.md has results of another RTL of {id}, {}; {run}", row.rtl).into());
    }
    let wanted = Thresholds::read(workspace.root())?.of(id, Figure::Mutation);
    match row.mutants < LEAST || row.score < wanted {
        true => Err(format!("{row:?}: {LEAST} mutants and a score of {wanted} are wanted; {run}").into()),
        false => Ok(()),
    }
}
