//! The list of deliberate bugs: complete, well-formed and documented. Whether each is caught is for `make zoo`.

use golden_model::Pmu;
use harness::build::Workspace;
use harness::regression::{find_directed, programs_folder};
use harness::zoo::{Bug, Zoo};
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
    let zoo = Zoo::read(&file, &workspace.root().join("rtl").join(Pmu::folder(id)), &pmu.description, &programs)?;
    if zoo.bugs.len() < LEAST {
        return Err(format!("{} bugs, fewer than {LEAST}", zoo.bugs.len()).into());
    }
    let page = std::fs::read_to_string(workspace.root().join("docs/zoo.md"))?;
    let section = page.split("\n## ").find(|section| section.starts_with(&format!("{id}\n"))).unwrap_or_default();
    let is_listed = |bug: &&Bug| {
        let (start, check) = (format!("| {} | {} |", bug.name, bug.class), &bug.caught_by);
        let end = format!("| {} | {} |", check.program, check.value);
        section.lines().any(|line| line.starts_with(&start) && line.contains(&end))
    };
    match zoo.bugs.iter().find(|bug| !is_listed(bug)) {
        Some(bug) => {
            Err(format!("docs/zoo.md lacks {} as it is; run `pmu-cosim zoo --page docs/zoo.md`", bug.name).into())
        }
        None => Ok(()),
    }
}
