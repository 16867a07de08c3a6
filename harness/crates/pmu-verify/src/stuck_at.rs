//! Reads `testbenches/<family>/<unit>/stuck_at.toml`: stuck-at faults of the DUT.
//!
//! The programs of one behaviour must detect each fault by their own expectations, without the golden model.

use crate::shared_files::texts;
use golden_model_core::description::Shared;
use golden_model_core::suggest::unknown;
use golden_model_core::Pmu;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Stuck-at faults of a PMU: by behaviour (a folder of programs), then by the name of an output, a state word or a field
/// of the bus response.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct StuckAtFaults {
    behaviours: BTreeMap<String, BTreeMap<String, Vec<u64>>>,
}

/// One stuck-at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StuckAtFault {
    /// Folder of programs that must detect it.
    pub behaviour: String,
    /// Name of the stuck output, state word or field of the bus response.
    pub name: String,
    /// Value at which it is stuck.
    pub value: u64,
}

impl StuckAtFaults {
    /// Reads the file and the shared files of the PMU; returns `None` if no file exists.
    ///
    /// # Errors
    /// If a file cannot be read or is invalid.
    pub fn read(file: &Path, shared: &Shared) -> Result<Option<Self>, String> {
        let unreadable = |(file, what): (PathBuf, String)| format!("{}: {what}", file.display());
        let mut all: Option<Self> = None;
        for (file, text) in texts(file, shared).map_err(unreadable)? {
            let one: Self =
                golden_model_core::toml_keys::parse(&text).map_err(|error| format!("{}: {error}", file.display()))?;
            let behaviours = &mut all.get_or_insert_with(Self::default).behaviours;
            for (behaviour, names) in one.behaviours {
                let known = behaviours.entry(behaviour).or_default();
                names.into_iter().for_each(|(name, values)| known.entry(name).or_default().extend(values));
            }
        }
        Ok(all)
    }

    /// Returns all stuck-at faults.
    pub fn iter(&self) -> impl Iterator<Item = StuckAtFault> + '_ {
        self.behaviours.iter().flat_map(|(behaviour, names)| {
            names.iter().flat_map(move |(name, values)| {
                let one = move |&value: &u64| StuckAtFault { behaviour: behaviour.clone(), name: name.clone(), value };
                values.iter().map(one)
            })
        })
    }

    /// Returns the errors in the file: folders of programs without a stuck-at fault, entries without a folder, and names and values that
    /// the PMU does not have.
    pub fn errors(&self, pmu: &Pmu, folders: &BTreeSet<String>) -> Vec<String> {
        let with_value: BTreeSet<String> = self.iter().map(|stuck| stuck.behaviour).collect();
        let named: BTreeSet<String> = self.behaviours.keys().cloned().collect();
        let missing = folders.difference(&with_value).map(|folder| format!("programs/{folder} has no stuck value"));
        let without = named.difference(folders).map(|name| format!("there is no folder programs/{name}"));
        missing.chain(without).chain(self.iter().filter_map(|stuck| stuck.error(pmu))).collect()
    }
}

impl StuckAtFault {
    fn error(&self, pmu: &Pmu) -> Option<String> {
        let slots = pmu.observation.slots();
        let name = pmu.description.full_name(&self.name);
        let entry = format!("[{}] {}", self.behaviour, self.name);
        match slots.iter().find(|slot| slot.name == name) {
            None => {
                let what = unknown("output or state word", &name, slots.iter().map(|slot| &slot.name));
                Some(format!("{entry}: {what}"))
            }
            Some(slot) if slot.width < u64::BITS && self.value >> slot.width > 0 => {
                Some(format!("{entry}: {:#x} needs more bits than its width of {}", self.value, slot.width))
            }
            Some(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[halt]\n\"core0.PerfCtr0\" = [0, 0x10]\n[pins]\n";

    #[test]
    fn values_are_read_by_behaviour_and_name() {
        let values: StuckAtFaults = toml::from_str(TEXT).expect("values");
        let short: Vec<_> = values.iter().map(|stuck| (stuck.behaviour, stuck.name, stuck.value)).collect();
        let one = |value| ("halt".to_owned(), "core0.PerfCtr0".to_owned(), value);
        assert_eq!(short, [one(0), one(16)]);
    }

    #[test]
    fn errors_name_the_folder_or_the_entry() {
        let pmu = Pmu::find("k8").expect("a PMU");
        let folders = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let values: StuckAtFaults = toml::from_str(TEXT).expect("values");
        assert_eq!(values.errors(&pmu, &folders(&["halt", "pins"])), ["programs/pins has no stuck value"]);
        assert_eq!(values.errors(&pmu, &folders(&["halt"])), ["there is no folder programs/pins"]);
        let values: StuckAtFaults =
            toml::from_str("[halt]\n\"core0.PerfCtr\" = [0]\n\"core0.pm\" = [0x10]\n").expect("values");
        let errors = values.errors(&pmu, &folders(&["halt"]));
        assert!(errors[0].starts_with("[halt] core0.PerfCtr: "), "{errors:?}");
        assert_eq!(errors[1..], ["[halt] core0.pm: 0x10 needs more bits than its width of 4"]);
    }

    #[test]
    fn missing_file_is_none_and_invalid_file_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("stuck_at.toml");
        assert_eq!(StuckAtFaults::read(&file, &Shared::default()), Ok(None));
        std::fs::write(&file, "halt = 3").expect("a file");
        assert!(StuckAtFaults::read(&file, &Shared::default()).is_err_and(|what| what.contains("stuck_at.toml")));
    }
}
