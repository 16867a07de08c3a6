//! Files of the repository that are generated: Verilog event indices, the schema of the results and the page about
//! collisions.

use super::args::Gen;
use super::status::{Failure, Status};
use crate::build::Workspace;
use crate::collisions::document;
use crate::results::{write_whole, Results};
use golden_model::description::event_header;
use golden_model::Pmu;
use std::path::{Path, PathBuf};

/// Path below the root, and content.
fn files() -> Vec<(PathBuf, String)> {
    let pmus: Vec<Pmu> = Pmu::ids().filter_map(Pmu::find).collect();
    let collisions = document(&pmus);
    let headers = pmus.into_iter().filter_map(|pmu| {
        let id = &pmu.description.id;
        Some((PathBuf::from(format!("rtl/{id}/{id}_events.vh")), event_header(&pmu.description)?))
    });
    let others = [("docs/results.schema.json", Results::schema()), ("docs/collisions.md", collisions)];
    headers.chain(others.map(|(path, text)| (PathBuf::from(path), text))).collect()
}

/// The generated files below `root` whose content is not what would be generated now.
pub fn stale(root: &Path) -> Vec<PathBuf> {
    let differs =
        |(path, text): &(PathBuf, String)| std::fs::read_to_string(root.join(path)).ok().as_ref() != Some(text);
    files().into_iter().filter(differs).map(|(path, _)| path).collect()
}

pub(super) fn generate(arguments: &Gen) -> Result<Status, Failure> {
    let workspace = Workspace::find(Path::new("."))?;
    let root = workspace.root();
    let stale = stale(root);
    if arguments.check {
        if stale.is_empty() {
            return Ok(Status::Pass);
        }
        let names: Vec<_> = stale.iter().map(|path| path.display().to_string()).collect();
        return Err(Failure::Input(format!("not up to date: {}; run `make gen`", names.join(", "))));
    }
    for (path, text) in files().into_iter().filter(|(path, _)| stale.contains(path)) {
        write_whole(&root.join(&path), text.as_bytes())?;
        println!("wrote {}", path.display());
    }
    Ok(Status::Pass)
}
