//! Files that several PMUs share.

use super::DescriptionError;
use crate::parameters::{render, ConfigurationError};
use crate::texts::optional_text;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Folders with files for several PMUs, and the values of this PMU for each `$name` in them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shared {
    /// The folders, such as `intel_ivt/common/box`, in the descriptions and the testbenches.
    pub from: Vec<String>,
    /// The text that replaces `$name` or `${name}`.
    pub with: BTreeMap<String, Value>,
    /// The parameters of a configured PMU, for which the files are templates; empty for other PMUs.
    #[serde(skip)]
    pub parameters: toml::Table,
}

/// A name, or a number in decimal.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "NameOrNumber")]
pub struct Value(String);

#[derive(Deserialize)]
#[serde(untagged)]
enum NameOrNumber {
    Number(i64),
    Name(String),
}

impl From<NameOrNumber> for Value {
    fn from(from: NameOrNumber) -> Self {
        Self(match from {
            NameOrNumber::Number(number) => number.to_string(),
            NameOrNumber::Name(name) => name,
        })
    }
}

impl Shared {
    /// Adds the id of the PMU as `$pmu` and its folder as `$folder`.
    pub(super) fn of(mut self, pmu: &str, folder: &str) -> Self {
        self.with.insert("pmu".to_owned(), Value(pmu.to_owned()));
        self.with.insert("folder".to_owned(), Value(folder.to_owned()));
        self
    }

    /// The text that replaces a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.with.get(name).map(|value| value.0.as_str())
    }

    /// The text of a shared file for this PMU: a template is rendered with the parameters of the configuration, and each known `$name` and
    /// `${name}` is replaced. `file` is for errors. Without parameters, line numbers do not change.
    ///
    /// # Errors
    /// An error in a template.
    pub fn apply(&self, file: &str, text: &str) -> Result<String, ConfigurationError> {
        match self.parameters.is_empty() {
            true => Ok(self.replace(text)),
            false => Ok(self.replace(&render(file, text, &self.parameters)?)),
        }
    }

    fn replace(&self, text: &str) -> String {
        let mut result = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(dollar) = rest.find('$') {
            let (before, from) = rest.split_at(dollar);
            let (name, length) = name_at(&from[1..]);
            result.push_str(before);
            match self.get(name) {
                Some(known) => result.push_str(known),
                None => result.push_str(&from[..1 + length]),
            }
            rest = &from[1 + length..];
        }
        result.push_str(rest);
        result
    }
}

impl Shared {
    /// The files with a name in its folders, in order: folder, path and text. A folder need not have one.
    ///
    /// # Errors
    /// If one cannot be read.
    pub(crate) fn files(&self, name: &str) -> Result<Vec<(&str, String, &'static str)>, DescriptionError> {
        let mut files = Vec::new();
        for folder in &self.from {
            let file = format!("{folder}/{name}");
            if let Some(text) = optional_text(&file)? {
                files.push((folder.as_str(), file, text));
            }
        }
        Ok(files)
    }
}

/// The name after a `$`, and its length in bytes including braces.
fn name_at(text: &str) -> (&str, usize) {
    if let Some((name, _)) = text.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
        return (name, name.len() + 2);
    }
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    (&text[..end], end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_are_replaced() {
        let shared: Shared = toml::from_str("from = []\nwith = { unit = \"ha\", last = 3 }").expect("valid");
        assert_eq!(shared.apply("a", "$unit.CTR${last}_LO $i ${last}$").as_deref(), Ok("ha.CTR3_LO $i 3$"));
    }
}
