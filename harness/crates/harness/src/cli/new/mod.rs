//! `new`: creates the files of a new PMU, empty, of a style or with given registers, or a wrapper of a block for a PMU.

mod from;
mod name;
mod registry;
mod skeleton;
mod templates;
mod wrap;

use super::args::{New, Style};
use super::status::Status;
use crate::cli::screen::say;
use crate::Error;
use registry::Registry;
use skeleton::{Place, Skeleton};
use std::path::Path;

/// File with the list of all PMUs.
const PMUS: &str = "golden-model/descriptions/pmus.toml";
/// Folder of the crate that uses those of all families.
const ALL: &str = "golden-model/models/all";
/// Version of all crates of the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(super) fn new(arguments: &New) -> Result<Status, Error> {
    let name = &arguments.name;
    if !arguments.wrapper.files.is_empty() {
        return wrap::wrap(name, &arguments.wrapper);
    }
    let title = arguments.title.as_ref().unwrap_or(name);
    let family = arguments.family.as_ref().unwrap_or(name);
    let unit = arguments.unit.clone().unwrap_or_else(|| name::unit(name, family));
    name::check(name).map_err(Error::Input)?;
    name::check_title(title).map_err(Error::Input)?;
    name::check_family(family).and_then(|()| name::check_folder(&unit)).map_err(Error::Input)?;
    let templates = templates::of(arguments.like);
    if templates::rtl_names(templates, name) {
        let what = format!("{name:?} is not a valid PMU name: the RTL has a signal of this name; choose another name");
        return Err(Error::Input(what));
    }
    let workspace = super::workspace()?;
    let root = workspace.root();
    let place = Place { name, title, family, unit: &unit };
    let crate_root = place.crate_folder().join("src/lib.rs");
    let is_new = !root.join(&crate_root).exists();
    let description = from::description(&workspace, arguments, &place)?;
    let skeleton = Skeleton::new(&place, templates, is_new, description).map_err(Error::Environment)?;
    let pmus = Registry::of_pmus(&root.join(PMUS), name, family, &unit).map_err(Error::Input)?;
    skeleton.check_free(root).map_err(Error::Input)?;
    let mut changed = match is_new {
        true => of_new_family(root, &place),
        false => Registry::of_family(&root.join(&crate_root), family, &unit).map(|file| vec![file]),
    }
    .map_err(Error::Input)?;
    changed.push(pmus);

    // The list of PMUs is written last and atomically: each PMU in it has all its files.
    let written = skeleton.write(root).map_err(Error::Environment)?;
    changed.iter().try_for_each(Registry::write).map_err(Error::Environment)?;
    for file in written.keep() {
        say!("created {}", file.display());
    }
    for Registry { file, .. } in &changed {
        say!("added {name} to {}", file.strip_prefix(root).unwrap_or(file).display());
    }
    say!("next: {}", next(arguments.like, name));
    Ok(Status::Pass)
}

/// What to do with the files.
fn next(style: Option<Style>, name: &str) -> String {
    match style {
        None => {
            format!("complete these files as docs/adding-a-pmu.md describes; run the PMU with `make sim PMU={name}`")
        }
        Some(style) => {
            let slave = match style {
                Style::ApbCounters => {
                    "; [bus] in a port map puts your own APB slave in place of the RTL: docs/your-own-rtl.md"
                }
                Style::RiscvCsr | Style::X86Msr => "",
            };
            format!("`make sim PMU={name}` passes; then change requirements, description, RTL, model and programs as docs/adding-a-pmu.md describes{slave}")
        }
    }
}

/// Adds the crate of a new family to that of all families.
fn of_new_family(root: &Path, place: &Place) -> Result<Vec<Registry>, String> {
    let (family, package) = (place.family, place.package());
    let dependency = format!("{package} = {{ version = \"{VERSION}\", path = \"../{family}\" }}");
    let used = format!("use golden_model_{family} as _;");
    let all = root.join(ALL);
    Ok(vec![
        Registry::of_families(&all.join("Cargo.toml"), "golden-model-", &dependency)?,
        Registry::of_families(&all.join("src/lib.rs"), "use golden_model_", &used)?,
    ])
}
