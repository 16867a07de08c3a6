//! `testbenches/<pmu>/stimulus.toml`: how random programs use a PMU.

use golden_model::description::{Description, Field, Input, Register};
use golden_model::Pmu;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A profile that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {what}")]
pub struct ProfileError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub what: String,
}

/// How random programs use a PMU. What it does not name is uniformly random.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Clocks of one program.
    pub clocks: u64,
    /// First and last code of events on which a quarter of the programs concentrate, such as those that units share.
    pub shared_codes: Option<[u64; 2]>,
    /// How often registers are accessed, by their names in the description, `#` for the index.
    #[serde(default)]
    pub registers: BTreeMap<String, RegisterChoice>,
    /// Values of register fields, by `FIELD` in all registers or by `REGISTER.FIELD`, `#` for the index.
    #[serde(default)]
    pub fields: BTreeMap<String, Choice>,
    /// Inputs, by their names in the description, without the unit, `#` for the index.
    #[serde(default)]
    pub inputs: BTreeMap<String, InputChoice>,
}

/// How often a register is accessed that is neither a counter of selectable events nor selects one.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisterChoice {
    /// Weight among the writes to such registers; 1 for a register without an entry.
    pub write: u32,
}

/// Values with their weights.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Pairs of value and weight.
    pub values: Vec<(u64, u32)>,
    /// Weight of a uniformly random value.
    #[serde(default)]
    pub any: u32,
}

/// Values of an input and how often it changes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputChoice {
    /// Probability of a change in a clock of a calm program.
    pub calm: f64,
    /// Probability of a change in a clock of a busy program.
    pub busy: f64,
    /// Whether the value holds for one clock only.
    #[serde(default)]
    pub pulse: bool,
    /// Pairs of value and weight.
    #[serde(default)]
    pub values: Vec<(u64, u32)>,
    /// Weight of a uniformly random value; 1 where neither values nor fields are given.
    #[serde(default)]
    pub any: u32,
    /// Values of its fields.
    #[serde(default)]
    pub fields: BTreeMap<String, Choice>,
}

impl Profile {
    /// Reads the profile of `pmu` and holds its names against the description.
    ///
    /// # Errors
    /// [`ProfileError`] when the file cannot be read, is not valid, or names what the PMU does not have.
    pub fn read(file: &Path, pmu: &Pmu) -> Result<Self, ProfileError> {
        let wrong = |what: String| ProfileError { file: file.to_owned(), what };
        let text = std::fs::read_to_string(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        let profile: Self = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        profile.check(&pmu.description).map_err(wrong)?;
        Ok(profile)
    }

    /// The choice for a field of a register.
    pub(super) fn field(&self, register: &Register, field: &Field) -> Option<&Choice> {
        self.fields.get(&format!("{}.{}", register.pattern, field.name)).or_else(|| self.fields.get(&field.name))
    }

    fn check(&self, description: &Description) -> Result<(), String> {
        let registers = || description.registers.iter();
        for name in self.registers.keys() {
            if !registers().any(|register| register.pattern == *name) {
                return Err(format!("there is no register {name}"));
            }
        }
        for name in self.fields.keys() {
            let has = |register: &Register| match name.split_once('.') {
                Some((of, field)) => register.pattern == of && register.field(field).is_some(),
                None => register.field(name).is_some(),
            };
            if !registers().any(has) {
                return Err(format!("there is no field {name}"));
            }
        }
        for (name, choice) in &self.inputs {
            let here = |input: &&Input| input.pattern == *name;
            let input = description.inputs.iter().find(here).ok_or_else(|| format!("there is no input {name}"))?;
            for field in choice.fields.keys() {
                if !input.fields.iter().any(|known| known.name == *field) {
                    return Err(format!("input {name} has no field {field}"));
                }
            }
            let as_whole = !choice.values.is_empty() || choice.any > 0;
            if as_whole && !choice.fields.is_empty() {
                return Err(format!("input {name} has values both as a whole and for its fields"));
            }
        }
        let fields = self.inputs.values().flat_map(|input| input.fields.values());
        let choices = self.fields.values().chain(fields);
        if choices.into_iter().any(|choice| weight(&choice.values, choice.any) == 0) {
            return Err("a choice needs a weight above 0".to_owned());
        }
        Ok(())
    }
}

fn weight(values: &[(u64, u32)], any: u32) -> u64 {
    values.iter().map(|(_, weight)| u64::from(*weight)).sum::<u64>() + u64::from(any)
}
