//! `new`: the files of a PMU that is yet to be specified.

mod name;
mod registry;
mod skeleton;

use super::args::New;
use super::build;
use super::status::{Failure, Status};
use registry::Registry;
use skeleton::Skeleton;

/// The list of the PMUs.
const REGISTRY: &str = "golden-model/src/pmus/mod.rs";

pub(super) fn new(arguments: &New) -> Result<Status, Failure> {
    let name = &arguments.name;
    let title = arguments.title.as_ref().unwrap_or(name);
    name::check(name).map_err(Failure::Input)?;
    name::check_title(title).map_err(Failure::Input)?;
    let workspace = build::workspace()?;
    let root = workspace.root();
    let skeleton = Skeleton::new(name, title).map_err(|error| Failure::Environment(error.to_string()))?;
    skeleton.check_free(root).map_err(Failure::Input)?;
    let registry = Registry::read(&root.join(REGISTRY), name).map_err(Failure::Input)?;

    // The list comes last, and whole: a PMU that is in it has all its files.
    let written = skeleton.write(root).map_err(Failure::Environment)?;
    registry.write().map_err(Failure::Environment)?;
    for file in written.keep() {
        println!("made {}", file.display());
    }
    println!("added {name} to {REGISTRY}");
    println!("next: fill them in as docs/adding-a-pmu.md shows; `make sim PMU={name}` runs it");
    Ok(Status::Pass)
}
