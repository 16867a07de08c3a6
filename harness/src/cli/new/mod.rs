//! `new`: creates the skeleton of a new PMU.

mod name;
mod registry;
mod skeleton;

use super::args::New;
use super::status::Status;
use crate::cli::screen::say;
use crate::Error;
use registry::Registry;
use skeleton::{Place, Skeleton};
use std::path::PathBuf;

/// Folder of the golden models.
const MODELS: &str = "golden-model/src/pmus";
/// File with the registry of all PMUs.
const REGISTRY: &str = "golden-model/src/pmus/mod.rs";

pub(super) fn new(arguments: &New) -> Result<Status, Error> {
    let name = &arguments.name;
    let title = arguments.title.as_ref().unwrap_or(name);
    let family = arguments.family.as_ref().unwrap_or(name);
    let unit = arguments.unit.clone().unwrap_or_else(|| name::unit(name, family));
    name::check(name).map_err(Error::Input)?;
    name::check_title(title).map_err(Error::Input)?;
    [family, &unit].into_iter().try_for_each(|folder| name::check_folder(folder)).map_err(Error::Input)?;
    let workspace = super::workspace()?;
    let root = workspace.root();
    let modules = PathBuf::from(format!("{MODELS}/{family}/mod.rs"));
    let is_new = !root.join(&modules).exists();
    let place = Place { name, title, family, unit: &unit };
    let skeleton = Skeleton::new(&place, is_new.then_some(&modules));
    let skeleton = skeleton.map_err(Error::Environment)?;
    let list = Registry::read(&root.join(REGISTRY), name, family, &unit).map_err(Error::Input)?;
    skeleton.check_free(root).map_err(Error::Input)?;
    let of_family = (!is_new).then(|| Registry::of_family(&root.join(&modules), &unit));
    let of_family = of_family.transpose().map_err(Error::Input)?;

    // The registry is written last and atomically: each PMU in it has all its files.
    let written = skeleton.write(root).map_err(Error::Environment)?;
    of_family.iter().chain([&list]).try_for_each(Registry::write).map_err(Error::Environment)?;
    for file in written.keep() {
        say!("created {}", file.display());
    }
    if !is_new {
        say!("added {unit} to {}", modules.display());
    }
    say!("added {name} to {REGISTRY}");
    say!("next: complete these files as docs/adding-a-pmu.md describes; run the PMU with `make sim PMU={name}`");
    Ok(Status::Pass)
}
