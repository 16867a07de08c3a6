//! Choices: decisions for which the user selects an option.

use crate::toml_keys;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// An option of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceOption {
    /// Its name, as in `--choice ID=NAME`.
    pub name: String,
    /// The behaviour, in Markdown.
    pub behaviour: String,
    /// Who says so: the manual, a datasheet, a driver, a measurement.
    pub evidence: String,
}

/// A choice with the option that is selected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Id of the decision.
    pub id: String,
    /// Section of the manual.
    pub section: String,
    /// The question that the manual leaves open.
    pub question: String,
    /// The options; the first is the default.
    pub options: Vec<ChoiceOption>,
    /// Position of the selected option.
    selected: usize,
}

/// A choice and the name of one of its options.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChosenOption {
    /// Id of the choice.
    pub choice: String,
    /// Name of the option.
    pub option: String,
}

impl fmt::Display for ChosenOption {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}={}", self.choice, self.option)
    }
}

impl FromStr for ChosenOption {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((choice, option)) if !choice.is_empty() && !option.is_empty() => {
                Ok(Self { choice: choice.to_owned(), option: option.to_owned() })
            }
            _ => Err("a choice is ID=OPTION, such as K8-A15=pulse".to_owned()),
        }
    }
}

/// Options that a user selects: for ids of choices, names of options. Other choices have their default.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
pub struct Choices(BTreeMap<String, String>);

impl Choices {
    /// Adds an option.
    ///
    /// # Errors
    /// If another option of the same choice is selected.
    pub fn add(&mut self, ChosenOption { choice, option }: ChosenOption) -> Result<(), ChoiceError> {
        match self.0.insert(choice.clone(), option.clone()) {
            Some(other) if other != option => Err(ChoiceError::Twice { choice, options: [other, option] }),
            _ => Ok(()),
        }
    }

    /// Reads a file with a table `[choices]`.
    ///
    /// # Errors
    /// The error of the parser, with the line.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            choices: Choices,
        }
        Ok(toml_keys::parse::<File>(text)?.choices)
    }

    /// These options, and those of `others` for other choices.
    #[must_use]
    pub fn or(mut self, others: Self) -> Self {
        for (choice, option) in others.0 {
            self.0.entry(choice).or_insert(option);
        }
        self
    }

    /// The option that is selected for a choice, if any.
    pub fn get(&self, choice: &str) -> Option<&str> {
        self.0.get(choice).map(String::as_str)
    }

    /// Whether no option is selected.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The selected options, ordered by the id of their choice.
    pub fn iter(&self) -> impl Iterator<Item = ChosenOption> + '_ {
        self.0.iter().map(|(choice, option)| ChosenOption { choice: choice.clone(), option: option.clone() })
    }

    /// The options of choices for which `has` is true.
    #[must_use]
    pub fn of(&self, has: impl Fn(&str) -> bool) -> Self {
        Self(self.0.iter().filter(|(id, _)| has(id)).map(|(id, option)| (id.clone(), option.clone())).collect())
    }
}

impl FromIterator<ChosenOption> for Choices {
    fn from_iter<T: IntoIterator<Item = ChosenOption>>(options: T) -> Self {
        Self(options.into_iter().map(|ChosenOption { choice, option }| (choice, option)).collect())
    }
}

/// A selection that is not possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// The PMU has no such choice.
    #[error("{pmu} has no choice {choice}; it has {}", listed(known))]
    UnknownChoice {
        /// Id of the PMU.
        pmu: String,
        /// The id that was given.
        choice: String,
        /// Ids of its choices.
        known: Vec<String>,
    },
    /// The choice has no such option.
    #[error("{choice} has no option {option}; it has {}", listed(known))]
    UnknownOption {
        /// Id of the choice.
        choice: String,
        /// The name that was given.
        option: String,
        /// Names of its options.
        known: Vec<String>,
    },
    /// Two options of one choice.
    #[error("{choice} has two options, {} and {}; remove one", options[0], options[1])]
    Twice {
        /// Id of the choice.
        choice: String,
        /// The options.
        options: [String; 2],
    },
}

fn listed(names: &[String]) -> String {
    match names.is_empty() {
        true => "none".to_owned(),
        false => names.join(", "),
    }
}

impl Choice {
    /// A choice with its default.
    pub(super) fn new(id: String, section: String, question: String, options: Vec<ChoiceOption>) -> Self {
        Self { id, section, question, options, selected: 0 }
    }

    /// The selected option.
    pub fn selected(&self) -> &ChoiceOption {
        &self.options[self.selected]
    }

    /// Position of the selected option. The RTL's parameter has this value.
    pub fn position(&self) -> usize {
        self.selected
    }

    /// Whether the default is selected.
    pub fn is_default(&self) -> bool {
        self.selected == 0
    }

    /// The selected option with the id of the choice.
    pub fn chosen(&self) -> ChosenOption {
        ChosenOption { choice: self.id.clone(), option: self.selected().name.clone() }
    }

    /// The options that are not selected, with the id of the choice.
    pub fn others(&self) -> impl Iterator<Item = ChosenOption> + '_ {
        let others = self.options.iter().enumerate().filter(|(position, _)| *position != self.selected);
        others.map(|(_, option)| ChosenOption { choice: self.id.clone(), option: option.name.clone() })
    }

    /// Name of the RTL's parameter: the id with `_` in place of `-`.
    pub fn parameter(&self) -> String {
        self.id.replace('-', "_")
    }

    /// The position of the option of that name.
    ///
    /// # Errors
    /// If there is no such option.
    pub fn find(&self, name: &str) -> Result<usize, ChoiceError> {
        self.options.iter().position(|option| option.name == name).ok_or_else(|| ChoiceError::UnknownOption {
            choice: self.id.clone(),
            option: name.to_owned(),
            known: self.options.iter().map(|option| option.name.clone()).collect(),
        })
    }

    /// The choice with another option selected.
    ///
    /// # Errors
    /// If there is no such option.
    pub(crate) fn with(mut self, name: &str) -> Result<Self, ChoiceError> {
        self.selected = self.find(name)?;
        Ok(self)
    }
}

/// The choice of that id among those of a PMU.
pub(crate) fn find<'c>(pmu: &str, choices: &'c [Choice], id: &str) -> Result<&'c Choice, ChoiceError> {
    choices.iter().find(|known| known.id == id).ok_or_else(|| ChoiceError::UnknownChoice {
        pmu: pmu.to_owned(),
        choice: id.to_owned(),
        known: choices.iter().map(|choice| choice.id.clone()).collect(),
    })
}

/// Whether the option that a text names, such as `K8-A15=pulse`, is the selected one.
///
/// # Errors
/// If the PMU has no such choice or option, with the message.
pub(crate) fn satisfies(pmu: &str, choices: &[Choice], requirement: &str) -> Result<bool, String> {
    let ChosenOption { choice, option } = requirement.parse()?;
    let known = find(pmu, choices, &choice).map_err(|error| error.to_string())?;
    Ok(known.find(&option).map_err(|error| error.to_string())? == known.position())
}
