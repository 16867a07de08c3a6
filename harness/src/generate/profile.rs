//! `testbenches/<pmu>/stimulus.toml`: how random programs use a PMU.

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

/// How random programs use a PMU.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Clocks of one program.
    pub clocks: u64,
    /// The registers that choose what a counter counts.
    pub select: Select,
    /// Values of the select register's other fields.
    #[serde(default)]
    pub fields: BTreeMap<String, Choice>,
    /// Inputs, by their name without the unit.
    #[serde(default)]
    pub inputs: BTreeMap<String, InputChoice>,
}

/// The registers that choose what a counter counts. `#` is the index, the same in both.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Select {
    /// The select register.
    pub register: String,
    /// The counter that it controls.
    pub counter: String,
    /// Width of the counter.
    pub counter_bits: u32,
    /// Field with the event code.
    pub event_field: String,
    /// Field with the unit mask.
    pub mask_field: String,
    /// First and last code of events that units share.
    pub shared_codes: Option<[u64; 2]>,
}

/// Values with their weights.
#[derive(Clone, Debug, Deserialize)]
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
    /// Pairs of value and weight.
    pub values: Vec<(u64, u32)>,
}

impl Profile {
    /// Reads the profile of `pmu` and holds its names against the description.
    pub fn read(file: &Path, pmu: &Pmu) -> Result<Self, ProfileError> {
        let wrong = |what: String| ProfileError { file: file.to_owned(), what };
        let text = std::fs::read_to_string(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        let profile: Self = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        profile.check(pmu).map_err(wrong)?;
        Ok(profile)
    }

    fn check(&self, pmu: &Pmu) -> Result<(), String> {
        let description = &pmu.description;
        let numbered = |pattern: &str| pattern.replace('#', "0");
        let select = &self.select;
        let register = description
            .register(&numbered(&select.register))
            .ok_or_else(|| format!("there is no register {}", select.register))?;
        if description.register(&numbered(&select.counter)).is_none() {
            return Err(format!("there is no register {}", select.counter));
        }
        let named = self.fields.keys().chain([&select.event_field, &select.mask_field]);
        for name in named {
            if !register.fields.iter().any(|field| field.name == *name) {
                return Err(format!("{} has no field {name}", select.register));
            }
        }
        for name in self.inputs.keys() {
            let suffix = format!(".{name}");
            if !description.inputs.iter().any(|input| input.name == *name || input.name.ends_with(&suffix)) {
                return Err(format!("there is no input {name}"));
            }
        }
        let choices = self.fields.values().map(|choice| (&choice.values, choice.any));
        let choices = choices.chain(self.inputs.values().map(|choice| (&choice.values, 0)));
        for (values, any) in choices {
            if values.iter().map(|(_, weight)| u64::from(*weight)).sum::<u64>() + u64::from(any) == 0 {
                return Err("a choice needs a weight above 0".to_owned());
            }
        }
        Ok(())
    }
}
