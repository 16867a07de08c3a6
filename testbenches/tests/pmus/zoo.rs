//! The list of deliberate bugs: complete and well-formed. Whether each is caught is for `make zoo`.

use golden_model::Pmu;
use harness::build::Workspace;
use harness::regression::{find_directed, programs_folder};
use harness::zoo::Zoo;
use libtest_mimic::{Failed, Trial};
use std::path::Path;

/// Bugs that every PMU must have at least.
const LEAST: usize = 15;

/// The test of the PMU's `zoo.toml`; none where there is no such file yet.
pub fn trials(pmu: &'static str) -> Vec<Trial> {
    match testbenches::folder(pmu).join("zoo.toml").exists() {
        true => vec![Trial::test(format!("{pmu}::zoo"), move || is_complete(pmu))],
        false => Vec::new(),
    }
}

fn is_complete(id: &str) -> Result<(), Failed> {
    let workspace = Workspace::find(Path::new(env!("CARGO_MANIFEST_DIR")))?;
    let pmu = Pmu::find(id).ok_or("there is no such PMU")?;
    let directed = find_directed(&programs_folder(workspace.root(), id), &pmu)?;
    let programs: Vec<&str> = directed.iter().map(|program| program.name.as_str()).collect();
    let file = testbenches::folder(id).join("zoo.toml");
    let zoo = Zoo::read(&file, &workspace.root().join("rtl").join(id), &pmu.description, &programs)?;
    match zoo.bugs.len() {
        few if few < LEAST => Err(format!("{few} bugs, fewer than {LEAST}").into()),
        _ => Ok(()),
    }
}
