//! `testbenches/<pmu>/mutants.toml`, and how a mutant is applied to a copy of the RTL.

use golden_model::Description;
use serde::{Deserialize, Serialize};
use std::path::{Component, Path, PathBuf};

/// A list of mutants, or a mutant, that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {what}", file.display())]
pub struct MutantError {
    /// The list.
    pub file: PathBuf,
    /// What is wrong with it.
    pub what: String,
}

/// One change of the RTL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mutant {
    /// Name.
    pub name: String,
    /// Kind of bug.
    pub class: String,
    /// File, relative to the folder of the PMU's manifest.
    pub file: String,
    /// Text that occurs once in it.
    pub find: String,
    /// What stands there instead.
    pub replace: String,
    /// Requirements that it violates.
    pub breaks: Vec<String>,
    /// Values that the report of the first divergence has to name, so that the reader is led to the bug.
    #[serde(default)]
    pub shows: Vec<String>,
}

/// The mutants of a PMU.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mutants {
    /// In the order of the file.
    pub mutant: Vec<Mutant>,
}

impl Mutants {
    /// Reads a list and checks it against the RTL in `folder` and the description.
    pub fn read(file: &Path, folder: &Path, description: &Description) -> Result<Self, MutantError> {
        let wrong = |what: String| MutantError { file: file.to_owned(), what };
        let text = std::fs::read_to_string(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        let mutants: Self = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        for (position, mutant) in mutants.mutant.iter().enumerate() {
            let named = |what: String| wrong(format!("mutant {}: {what}", mutant.name));
            if mutants.mutant[..position].iter().any(|earlier| earlier.name == mutant.name) {
                return Err(named("the name is given twice".to_owned()));
            }
            if let Some(id) = mutant.breaks.iter().find(|id| !description.requirements.iter().any(|r| r.id == **id)) {
                return Err(named(format!("there is no requirement {id}")));
            }
            let observed = description.observation_layout();
            if let Some(value) = mutant.shows.iter().find(|value| observed.find(value).is_none()) {
                return Err(named(format!("there is no output or state word {value}")));
            }
            mutant.mutated(folder).map_err(named)?;
        }
        Ok(mutants)
    }
}

impl Mutant {
    /// The text of the changed file.
    fn mutated(&self, folder: &Path) -> Result<String, String> {
        let path = folder.join(&self.file);
        let text =
            std::fs::read_to_string(&path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
        match text.matches(&self.find).count() {
            1 => Ok(text.replacen(&self.find, &self.replace, 1)),
            count => Err(format!("its text occurs {count} times in {}, not once", self.file)),
        }
    }

    /// Line of the file at which the change begins.
    pub fn line(&self, folder: &Path) -> Option<usize> {
        let text = std::fs::read_to_string(folder.join(&self.file)).ok()?;
        text.find(&self.find).map(|position| 1 + text[..position].matches('\n').count())
    }

    /// The changed file, its path without `..` and relative to the folder above the PMU's: `common/pmu_edge.v`.
    pub fn path(&self, folder: &Path) -> PathBuf {
        let mut path = PathBuf::from(folder.file_name().unwrap_or_default());
        for component in Path::new(&self.file).components() {
            match component {
                Component::ParentDir => drop(path.pop()),
                other => path.push(other),
            }
        }
        path
    }

    /// Applies the mutant to a copy of the RTL tree. `folder` is the original folder of the PMU, `copy` that of the copy.
    pub fn apply(&self, folder: &Path, copy: &Path) -> Result<(), String> {
        let text = self.mutated(folder)?;
        let path = copy.join(&self.file);
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
    }
}
