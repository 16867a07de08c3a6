//! The PMUs of this crate. A new one is a folder of descriptions, a module here and a line in [`ALL`].

pub mod k8;

use crate::{Description, GoldenModel, Layout};

/// A PMU with everything that a harness needs to know of it.
pub struct Pmu {
    /// What it has.
    pub description: Description,
    /// How the inputs of one clock are packed.
    pub frame: Layout,
    /// How the observation of one clock is packed.
    pub observation: Layout,
    make_model: fn(&Pmu) -> Box<dyn GoldenModel>,
}

struct Entry {
    id: &'static str,
    toml: &'static str,
    events: &'static str,
    requirements: &'static str,
    make_model: fn(&Pmu) -> Box<dyn GoldenModel>,
}

macro_rules! entry {
    ($id:literal, $make:path) => {
        Entry {
            id: $id,
            toml: include_str!(concat!("../../descriptions/", $id, "/pmu.toml")),
            events: include_str!(concat!("../../descriptions/", $id, "/events.csv")),
            requirements: include_str!(concat!("../../descriptions/", $id, "/requirements.csv")),
            make_model: $make,
        }
    };
}

const ALL: &[Entry] = &[entry!("k8", k8::model)];

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
        let entry = ALL.iter().find(|entry| entry.id == id)?;
        let description = Description::parse(entry.id, entry.toml, entry.events, entry.requirements)
            .unwrap_or_else(|error| panic!("built-in description: {error}"));
        Some(Self {
            frame: description.frame_layout(),
            observation: description.observation_layout(),
            make_model: entry.make_model,
            description,
        })
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
