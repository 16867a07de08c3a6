//! The PMUs of this crate. A new PMU needs a folder of descriptions, a module in its family and a line in `ALL`.

mod common;

pub mod amd_k8;
pub mod intel_itanium;
pub mod intel_ivt;
pub mod intel_knc;
pub mod intel_nhmex;

use crate::collisions::CollisionTable;
use crate::description::Files;
use crate::{CoveredModel, Description, Pmu};
use std::sync::{LazyLock, OnceLock};

struct Entry {
    id: &'static str,
    files: Files<'static>,
    make_model: fn(&Pmu) -> Box<dyn CoveredModel>,
}

macro_rules! folder {
    ($family:ident, $unit:ident) => {
        concat!(stringify!($family), "/", stringify!($unit))
    };
}

macro_rules! file {
    ($family:ident, $unit:ident, $name:literal) => {
        include_str!(concat!("../../descriptions/", stringify!($family), "/", stringify!($unit), "/", $name))
    };
}

/// An entry: the id, and the family and unit, which name its module and its folder in `rtl/`, `testbenches/` and
/// `golden-model/descriptions/`.
macro_rules! entry {
    ($id:literal, $family:ident::$unit:ident) => {
        Entry {
            id: $id,
            files: Files {
                folder: folder!($family, $unit),
                toml: file!($family, $unit, "pmu.toml"),
                events: file!($family, $unit, "events.csv"),
                requirements: file!($family, $unit, "requirements.csv"),
                coverage: file!($family, $unit, "coverage.toml"),
                top: None,
            },
            make_model: $family::$unit::model,
        }
    };
    ($id:literal, $family:ident::$unit:ident, $make:ident of $top:ident) => {
        Entry {
            id: $id,
            files: Files {
                folder: folder!($family, $unit),
                toml: file!($family, $unit, "pmu.toml"),
                events: "",
                requirements: file!($family, $top, "requirements.csv"),
                coverage: file!($family, $unit, "coverage.toml"),
                top: Some(file!($family, $top, "pmu.toml")),
            },
            make_model: $family::$top::$make,
        }
    };
}

/// All PMUs with their models: `model` of the module, or for a sub-block the named function of the module of its top.
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
    entry!("itanium_core_tagger", intel_itanium::core_tagger, tagger of core),
    entry!("itanium_core_iear", intel_itanium::core_iear, iear of core),
    entry!("itanium_core_dear", intel_itanium::core_dear, dear of core),
    entry!("itanium_core_trace", intel_itanium::core_trace, trace of core),
    entry!("itanium_qear", intel_itanium::qear),
    entry!("itanium_dbox", intel_itanium::dbox),
    entry!("itanium_bbox", intel_itanium::bbox),
    entry!("itanium_rbox", intel_itanium::rbox),
    entry!("itanium_zbox", intel_itanium::zbox),
    entry!("itanium_uncore", intel_itanium::uncore),
    entry!("itanium_cpe", intel_itanium::cpe),
];

/// The PMUs, at the positions of [`ALL`], each loaded at its first use.
static LOADED: LazyLock<Vec<OnceLock<Pmu>>> = LazyLock::new(|| ALL.iter().map(|_| OnceLock::new()).collect());

fn find_entry(id: &str) -> Option<usize> {
    ALL.iter().position(|entry| entry.id == id)
}

/// The PMU of an entry, including its sub-blocks. Its files are parsed at the first call.
fn load(position: usize) -> &'static Pmu {
    LOADED[position].get_or_init(|| {
        let Entry { id, files, make_model } = &ALL[position];
        let other = |id: &str| Some(Ok(Pmu::get(id)?.description.clone()));
        let description = Description::parse(id, files, &other);
        let description = description.unwrap_or_else(|error| panic!("built-in description: {error}"));
        let collisions = CollisionTable::of(&description).unwrap_or_else(|error| panic!("built-in table: {error}"));
        let mut pmu = Pmu::new(description, *make_model);
        pmu.collisions = collisions;
        pmu
    })
}

impl Pmu {
    /// Ids of all PMUs.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        ALL.iter().map(|entry| entry.id)
    }

    /// The folder of the PMU of that id, as [`Description::folder`]; the id itself for a PMU that is not in this crate.
    pub fn folder(id: &str) -> &str {
        find_entry(id).map_or(id, |position| ALL[position].files.folder)
    }

    /// The PMU of that id.
    ///
    /// # Panics
    /// When a description in this crate is inconsistent; the tests of the crate load all of them.
    pub fn get(id: &str) -> Option<&'static Self> {
        find_entry(id).map(load)
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
