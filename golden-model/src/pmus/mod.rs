//! The PMUs. A new PMU needs a folder of descriptions, a model in the crate of its family and a line in `ALL`.

mod linked;

pub use linked::{model_sources, LinkedModel, LINKED};

use crate::collisions::CollisionTable;
use crate::decisions::Choices;
use crate::description::DescriptionError;
use crate::texts::{description_text, Text};
use crate::Pmu;
use configured::{Configuration, Source};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

struct Entry {
    id: &'static str,
    folder: &'static str,
    files: EntryFiles,
    configured: Option<Configuration>,
}

/// The files of a description.
#[derive(Clone, Copy)]
struct EntryFiles {
    toml: Text,
    /// None for a sub-block, whose events are those of its top.
    events: Option<Text>,
    requirements: Text,
    coverage: Option<Text>,
    /// For a sub-block, `pmu.toml` of its top.
    top: Option<Text>,
}

macro_rules! folder {
    ($family:ident, $unit:ident) => {
        concat!(stringify!($family), "/", stringify!($unit))
    };
}

macro_rules! file {
    ($family:ident, $unit:ident, $name:literal) => {
        description_text!(stringify!($family), "/", stringify!($unit), "/", $name)
    };
}

/// An entry: the id, and the family and unit, which name its model and its folder in `rtl/`, `testbenches/` and
/// `golden-model/descriptions/`. After `of` is the unit of the top of a sub-block that is verified alone.
macro_rules! entry {
    ($id:literal, $family:ident::$unit:ident) => {
        Entry {
            id: $id,
            folder: folder!($family, $unit),
            files: EntryFiles {
                toml: file!($family, $unit, "pmu.toml"),
                events: Some(file!($family, $unit, "events.csv")),
                requirements: file!($family, $unit, "requirements.csv"),
                coverage: Some(file!($family, $unit, "coverage.toml")),
                top: None,
            },
            configured: None,
        }
    };
    ($id:literal, $family:ident::$unit:ident of $top:ident) => {
        Entry {
            id: $id,
            folder: folder!($family, $unit),
            files: EntryFiles {
                toml: file!($family, $unit, "pmu.toml"),
                events: None,
                requirements: file!($family, $top, "requirements.csv"),
                coverage: Some(file!($family, $unit, "coverage.toml")),
                top: Some(file!($family, $top, "pmu.toml")),
            },
            configured: None,
        }
    };
}

/// The files of a configurable PMU, which are templates. `coverage.toml` and `collisions.toml` are shared files.
macro_rules! templates {
    ($family:ident::$unit:ident) => {
        EntryFiles {
            toml: file!($family, $unit, "pmu.toml"),
            events: Some(file!($family, $unit, "events.csv")),
            requirements: file!($family, $unit, "requirements.csv"),
            coverage: None,
            top: None,
        }
    };
}

/// A configured PMU: the id, and the file of its configuration in the folder of the configurable PMU.
macro_rules! configured {
    ($id:literal, $name:literal of $family:ident::$unit:ident) => {
        Entry {
            id: $id,
            folder: concat!(stringify!($family), "/", $name),
            files: templates!($family::$unit),
            configured: Some(Configuration {
                template: folder!($family, $unit),
                schema: file!($family, $unit, "parameters.toml"),
                source: Source::InTree(description_text!(
                    stringify!($family),
                    "/",
                    stringify!($unit),
                    "/",
                    $name,
                    ".toml"
                )),
            }),
        }
    };
}

// Macros are in scope after their definition.
mod configured;

/// All PMUs.
const ALL: &[Entry] = &[
    entry!("k8", amd_k8::core),
    entry!("knc", intel_knc::core),
    entry!("ivt_ubox", intel_ivt::ubox),
    entry!("ivt_cbox", intel_ivt::cbox),
    entry!("ivt_r2pcie", intel_ivt::r2pcie),
    entry!("ivt_r3qpi", intel_ivt::r3qpi),
    entry!("ivt_imc", intel_ivt::imc),
    entry!("ivt_ha", intel_ivt::ha),
    entry!("ivt_irp", intel_ivt::irp),
    entry!("ivt_qpi", intel_ivt::qpi),
    entry!("ivt_pcu", intel_ivt::pcu),
    entry!("nhmex_bbox", intel_nhmex::bbox),
    entry!("ivt_socket", intel_ivt::socket),
    entry!("itanium_core", intel_itanium::core),
    entry!("itanium_core_tagger", intel_itanium::core_tagger of core),
    entry!("itanium_core_iear", intel_itanium::core_iear of core),
    entry!("itanium_core_dear", intel_itanium::core_dear of core),
    entry!("itanium_core_trace", intel_itanium::core_trace of core),
    entry!("itanium_qear", intel_itanium::qear),
    entry!("itanium_dbox", intel_itanium::dbox),
    entry!("itanium_bbox", intel_itanium::bbox),
    entry!("itanium_rbox", intel_itanium::rbox),
    entry!("itanium_zbox", intel_itanium::zbox),
    entry!("itanium_uncore", intel_itanium::uncore),
    entry!("itanium_cpe", intel_itanium::cpe),
    configured!("riscv_hpm64", "hpm64" of riscv::hpm),
    configured!("riscv_hpm32", "hpm32" of riscv::hpm),
    configured!("riscv_hpm32_full", "hpm32_full" of riscv::hpm),
];

/// The PMUs that have been loaded: the id and the selected options other than defaults.
static LOADED: Mutex<BTreeMap<(&str, Choices), &'static Pmu>> = Mutex::new(BTreeMap::new());

/// The PMU of an entry with these options, including its sub-blocks. Its files are parsed at the first call.
fn load(entry: &'static Entry, choices: &Choices) -> Result<&'static Pmu, DescriptionError> {
    let loaded = || LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (entry.id, choices.clone());
    if let Some(pmu) = loaded().get(&key) {
        return Ok(pmu);
    }
    let other = |id: &str| Some(with(find(id)?, choices).map(|pmu| pmu.description.clone()));
    let description = entry.parse(choices, &other)?;
    let collisions = CollisionTable::of(&description)?;
    let mut pmu = Pmu::new(description, linked::model(entry.model_folder()));
    pmu.collisions = collisions;
    // Another thread may have loaded it in the meantime.
    Ok(loaded().entry(key).or_insert_with(|| Box::leak(Box::new(pmu))))
}

/// The PMU of an entry with these options; options of choices that neither it nor its sub-blocks have are ignored.
fn with(entry: &'static Entry, choices: &Choices) -> Result<&'static Pmu, DescriptionError> {
    let default = load(entry, &Choices::default())?;
    if choices.is_empty() {
        return Ok(default);
    }
    let known = &default.description;
    let own = choices.of(|choice| known.choices.iter().any(|known| known.id == choice));
    let wrong = |what: String| DescriptionError::Inconsistent { pmu: entry.folder.to_owned(), what };
    load(entry, &known.choosing(&own).map_err(|error| wrong(error.to_string()))?)
}

/// All entries, those of the user's configurations last.
fn entries() -> impl Iterator<Item = &'static Entry> {
    ALL.iter().chain(configured::added())
}

fn find(id: &str) -> Option<&'static Entry> {
    entries().find(|entry| entry.id == id)
}

impl Pmu {
    /// Ids of all PMUs.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        entries().map(|entry| entry.id)
    }

    /// The folder of the PMU of that id, as `Description::folder`; the id itself for a PMU that is not in this crate.
    pub fn folder(id: &str) -> &str {
        find(id).map_or(id, |entry| entry.folder)
    }

    /// The PMU of that id.
    ///
    /// # Errors
    /// If its description, or that of a sub-block, is wrong or cannot be read.
    pub fn load(id: &str) -> Option<Result<&'static Self, DescriptionError>> {
        find(id).map(|entry| with(entry, &Choices::default()))
    }

    /// The PMU of that id.
    ///
    /// # Panics
    /// Where [`Pmu::load`] has an error.
    pub fn get(id: &str) -> Option<&'static Self> {
        Self::with(id, &Choices::default())
    }

    /// The PMU of that id with these options; options of choices that neither it nor its sub-blocks have are ignored.
    ///
    /// # Panics
    /// Where [`Pmu::load`] has an error, and for an option that does not exist.
    pub fn with(id: &str, choices: &Choices) -> Option<&'static Self> {
        find(id).map(|entry| with(entry, choices).unwrap_or_else(|error| panic!("{error}")))
    }

    /// An owned copy of the PMU of that id.
    ///
    /// # Panics
    /// As [`Pmu::get`].
    pub fn find(id: &str) -> Option<Self> {
        Self::get(id).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_description_loads() {
        assert!(Pmu::ids().all(|id| Pmu::get(id).is_some_and(|pmu| pmu.description.id == id)));
    }
}
