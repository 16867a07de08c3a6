//! The PMUs of `pmus.toml`. A new PMU needs a line there, a folder of descriptions, and a model in the crate of its family.

mod configured;
mod linked;
mod list;

pub use linked::{model_sources, LinkedModel, LINKED};

use crate::collisions::CollisionTable;
use crate::decisions::Choices;
use crate::description::DescriptionError;
use crate::texts;
use crate::Pmu;
use list::{list, Entry};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Reads all descriptions from the files below `folder`, as [`texts::read_from`], and the list of PMUs.
///
/// # Errors
/// As [`read`].
pub fn read_from(folder: PathBuf) -> Result<(), DescriptionError> {
    texts::read_from(folder);
    read()
}

/// Reads the list of PMUs. The folder is that of [`read_from`], if it was called before.
///
/// # Errors
/// If the list is invalid or cannot be read. Without a call, other functions panic then.
pub fn read() -> Result<(), DescriptionError> {
    list::read().map(drop)
}

/// The PMUs that have been loaded: the id and the selected options other than defaults.
static LOADED: Mutex<BTreeMap<(&str, Choices), &'static Pmu>> = Mutex::new(BTreeMap::new());

/// The PMU of an entry with these options, including its sub-blocks. Its files are parsed at the first call.
fn load(entry: &'static Entry, choices: &Choices) -> Result<&'static Pmu, DescriptionError> {
    let loaded = || LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (entry.id.as_str(), choices.clone());
    if let Some(pmu) = loaded().get(&key) {
        return Ok(pmu);
    }
    let other = |id: &str| Some(with(find(id)?, choices).map(|pmu| pmu.description.clone()));
    let description = entry.parse(choices, &other)?;
    if description.id != entry.id {
        let what = format!("its id is {}, but {} in the list of PMUs", description.id, entry.id);
        return Err(DescriptionError::Inconsistent { pmu: entry.folder.clone(), what });
    }
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
    let wrong = |what: String| DescriptionError::Inconsistent { pmu: entry.folder.clone(), what };
    load(entry, &known.choosing(&own).map_err(|error| wrong(error.to_string()))?)
}

/// All entries, those of the user's configurations last.
fn entries() -> impl Iterator<Item = &'static Entry> {
    list().pmus.iter().chain(configured::added())
}

fn find(id: &str) -> Option<&'static Entry> {
    entries().find(|entry| entry.id == id)
}

impl Pmu {
    /// Ids of all PMUs.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        entries().map(|entry| entry.id.as_str())
    }

    /// The folder of the PMU of that id, as `Description::folder`; the id itself for a PMU that is not in this crate.
    pub fn folder(id: &str) -> &str {
        find(id).map_or(id, |entry| entry.folder.as_str())
    }

    /// Whether the golden model of the PMU is linked into the program.
    pub fn is_linked(&self) -> bool {
        let template = self.description.template.as_ref();
        linked::find(template.map_or(&self.description.folder, |template| &template.folder)).is_some()
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
