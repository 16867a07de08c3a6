//! The PMUs of this crate. A new one is a folder of descriptions, a module here and a line in [`ALL`].

mod block;
mod counter_set;
#[cfg(test)]
mod frames;
pub mod itanium_bbox;
mod itanium_blocks;
mod itanium_common;
pub mod itanium_core;
pub mod itanium_cpe;
pub mod itanium_dbox;
pub mod itanium_qear;
pub mod itanium_rbox;
pub mod itanium_uncore;
pub mod itanium_zbox;
pub mod ivt_cbox;
mod ivt_common;
pub mod ivt_ha;
pub mod ivt_imc;
pub mod ivt_irp;
pub mod ivt_pcu;
pub mod ivt_qpi;
pub mod ivt_r2pcie;
pub mod ivt_r3qpi;
pub mod ivt_socket;
pub mod ivt_ubox;
pub mod k8;
pub mod knc;
pub mod nhmex_bbox;
mod x86_common;

use crate::collisions::CollisionTable;
use crate::description::{DescriptionError, Files, PortBits};
use crate::{Bits, Description, GoldenModel, Layout, Place};

/// A PMU with everything that a harness needs to know of it.
pub struct Pmu {
    /// What it has.
    pub description: Description,
    /// How the inputs of one clock are packed.
    pub frame: Layout,
    /// How the observation of one clock is packed.
    pub observation: Layout,
    /// What can collide in it; without fields where nothing is known of that.
    pub collisions: CollisionTable,
    make_model: fn(&Pmu) -> Box<dyn GoldenModel>,
}

struct Entry {
    id: &'static str,
    files: Files<'static>,
    make_model: fn(&Pmu) -> Box<dyn GoldenModel>,
}

macro_rules! entry {
    ($id:literal, $make:path) => {
        Entry {
            id: $id,
            files: Files {
                toml: include_str!(concat!("../../descriptions/", $id, "/pmu.toml")),
                events: include_str!(concat!("../../descriptions/", $id, "/events.csv")),
                requirements: include_str!(concat!("../../descriptions/", $id, "/requirements.csv")),
                coverage: include_str!(concat!("../../descriptions/", $id, "/coverage.toml")),
                whole: None,
            },
            make_model: $make,
        }
    };
    ($id:literal, $make:path, part of $whole:literal) => {
        Entry {
            id: $id,
            files: Files {
                toml: include_str!(concat!("../../descriptions/", $id, "/pmu.toml")),
                events: "",
                requirements: include_str!(concat!("../../descriptions/", $whole, "/requirements.csv")),
                coverage: include_str!(concat!("../../descriptions/", $id, "/coverage.toml")),
                whole: Some(include_str!(concat!("../../descriptions/", $whole, "/pmu.toml"))),
            },
            make_model: $make,
        }
    };
}

const ALL: &[Entry] = &[
    entry!("k8", k8::model),
    entry!("knc", knc::model),
    entry!("ivt_ubox", ivt_ubox::model),
    entry!("ivt_cbox", ivt_cbox::model),
    entry!("ivt_r2pcie", ivt_r2pcie::model),
    entry!("ivt_r3qpi", ivt_r3qpi::model),
    entry!("ivt_imc", ivt_imc::model),
    entry!("ivt_ha", ivt_ha::model),
    entry!("ivt_irp", ivt_irp::model),
    entry!("ivt_qpi", ivt_qpi::model),
    entry!("ivt_pcu", ivt_pcu::model),
    entry!("nhmex_bbox", nhmex_bbox::model),
    entry!("ivt_socket", ivt_socket::model),
    entry!("itanium_core", itanium_core::model),
    entry!("itanium_core_tagger", itanium_core::tagger, part of "itanium_core"),
    entry!("itanium_core_iear", itanium_core::iear, part of "itanium_core"),
    entry!("itanium_core_dear", itanium_core::dear, part of "itanium_core"),
    entry!("itanium_core_trace", itanium_core::trace, part of "itanium_core"),
    entry!("itanium_qear", itanium_qear::model),
    entry!("itanium_dbox", itanium_dbox::model),
    entry!("itanium_bbox", itanium_bbox::model),
    entry!("itanium_rbox", itanium_rbox::model),
    entry!("itanium_zbox", itanium_zbox::model),
    entry!("itanium_uncore", itanium_uncore::model),
    entry!("itanium_cpe", itanium_cpe::model),
];

fn find_entry(id: &str) -> Option<&'static Entry> {
    ALL.iter().find(|entry| entry.id == id)
}

/// The description of an entry, with those of the PMUs inside it.
fn describe(entry: &Entry) -> Result<Description, DescriptionError> {
    let other = |id: &str| find_entry(id).map(describe);
    Description::parse(entry.id, &entry.files, &other)
}

impl Pmu {
    /// Ids of all PMUs.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        ALL.iter().map(|entry| entry.id)
    }

    /// The PMU of that id.
    ///
    /// # Panics
    /// When a description inside this crate is inconsistent; the crate's tests load them all.
    pub fn find(id: &str) -> Option<Self> {
        let entry = find_entry(id)?;
        let description = describe(entry).unwrap_or_else(|error| panic!("built-in description: {error}"));
        let collisions = CollisionTable::of(&description).unwrap_or_else(|error| panic!("built-in table: {error}"));
        Some(Self { collisions, ..Self::new(description, entry.make_model) })
    }

    /// A PMU of that description; `make_model` makes its golden model.
    pub fn new(description: Description, make_model: fn(&Pmu) -> Box<dyn GoldenModel>) -> Self {
        Self {
            frame: description.frame_layout(),
            observation: description.observation_layout(),
            collisions: CollisionTable::default(),
            make_model,
            description,
        }
    }

    /// Where the input of that name, or a field of one, lies in a frame: `core0.cpl`, `cbox.tor3.opc`.
    ///
    /// # Panics
    /// When there is none: the caller's names and the description are out of step, which a test of the PMU shows.
    pub fn input(&self, name: &str) -> Bits {
        let whole = |name: &str| self.description.input(name).map(|input| input.at);
        let field = |name: &str| {
            let (input, field) = name.rsplit_once('.')?;
            let input = self.description.input(input)?;
            let field = input.fields.iter().find(|known| known.name == field)?;
            Some(PortBits { port: input.at.port, low: input.at.low + field.low, width: field.width })
        };
        let at = whole(name).or_else(|| field(name)).unwrap_or_else(|| panic!("there is no input named {name}"));
        self.in_frame(at)
    }

    /// Where bits of an input port lie in a frame.
    pub fn in_frame(&self, bits: PortBits) -> Bits {
        self.frame.slot(&self.description.in_ports[bits.port].name).part(bits.low, bits.width)
    }

    /// Where the output or state word of that name lies in an observation.
    ///
    /// # Panics
    /// As [`Pmu::input`].
    pub fn observed(&self, name: &str) -> Place {
        self.observation.slot(name).place()
    }

    /// A golden model of it, in its reset state.
    pub fn model(&self) -> Box<dyn GoldenModel> {
        (self.make_model)(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_description_loads() {
        assert!(Pmu::ids().all(|id| Pmu::find(id).is_some_and(|pmu| pmu.description.id == id)));
    }
}
