//! The parameters of a configurable PMU, and the values that a configuration gives them.

use super::rules::Rule;
use super::values::Type;
use super::ConfigurationError;
use crate::{keywords, toml_keys};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::{Spanned, Table, Value};

/// The keys of a configuration that are no parameters.
const NAMES: [&str; 3] = ["pmu", "id", "name"];

/// The parameters of a configurable PMU.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schema {
    /// Id of the configurable PMU, as the key `pmu` of a configuration names it.
    pub pmu: String,
    /// The parameters, in the order of the specification.
    pub(super) parameter: Vec<Parameter>,
    /// Combinations that are not legal.
    #[serde(default)]
    pub(super) rule: Vec<Rule>,
}

/// A parameter.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parameter {
    /// Its key in a configuration.
    pub name: String,
    /// Its meaning.
    pub doc: String,
    /// The values that it can have.
    #[serde(rename = "type")]
    pub of: Type,
    /// Its value in a configuration that does not name it; required without a default.
    pub default: Option<Value>,
}

/// A configuration: the values of all parameters of a configurable PMU.
#[derive(Clone, Debug, PartialEq)]
pub struct Configuration {
    /// Id of the configured PMU.
    pub id: String,
    /// The values, with `id` and `name`. Flags are the integers 0 and 1.
    pub parameters: Table,
}

/// A configuration as written.
type Written = BTreeMap<Spanned<String>, Spanned<Value>>;

impl Schema {
    /// Parses `parameters.toml`.
    ///
    /// # Errors
    /// The error of the parser, with the line.
    pub fn parse(text: &str) -> Result<Self, ConfigurationError> {
        toml_keys::parse(text).map_err(|error| ConfigurationError::new(error.to_string()))
    }

    /// Reads a configuration and checks it.
    ///
    /// # Errors
    /// An unknown key, a value that its parameter cannot have, a missing value, or a combination that is not legal.
    pub fn configure(&self, text: &str) -> Result<Configuration, ConfigurationError> {
        let written = parse_written(text)?;
        let line = |at: usize| Some(1 + text[..at].matches('\n').count());
        for key in written.keys() {
            let name = key.get_ref().as_str();
            if !NAMES.contains(&name) && self.parameter.iter().all(|known| known.name != name) {
                let known: Vec<_> = self.parameter.iter().map(|known| known.name.as_str()).collect();
                let what = format!("{} has no parameter `{name}`; its parameters are {}", self.pmu, known.join(", "));
                return Err(ConfigurationError { line: line(key.span().start), what });
            }
        }
        let id = name_of(&written, "id")?;
        if !is_identifier(&id) {
            let what = format!("id = \"{id}\": an id consists of a-z, 0-9 and _, and starts with a letter");
            return Err(ConfigurationError::new(what));
        }
        if keywords::is_rust(&id) || keywords::is_verilog(&id) {
            return Err(ConfigurationError::new(format!(
                "id = \"{id}\": an id cannot be a keyword of Rust or Verilog"
            )));
        }
        let mut parameters = Table::new();
        parameters.insert("id".to_owned(), Value::from(id.clone()));
        parameters.insert("name".to_owned(), Value::from(name_of(&written, "name")?));
        for parameter in &self.parameter {
            let given = written.iter().find(|(key, _)| *key.get_ref() == parameter.name);
            let at = given.and_then(|(key, _)| line(key.span().start));
            let value = given.map(|(_, value)| value.get_ref()).or(parameter.default.as_ref());
            let value = value.ok_or_else(|| {
                ConfigurationError::new(format!("`{}` is missing: {}", parameter.name, parameter.doc))
            })?;
            let value = parameter
                .of
                .normalise(value, &parameters)
                .map_err(|what| ConfigurationError { line: at, what: format!("{}: {what}", parameter.name) })?;
            parameters.insert(parameter.name.clone(), value);
        }
        for rule in &self.rule {
            rule.check(&parameters)?;
        }
        Ok(Configuration { id, parameters })
    }
}

/// The id of the configurable PMU that a configuration configures.
///
/// # Errors
/// If the text is no TOML, or has no key `pmu`.
pub(crate) fn pmu_of(text: &str) -> Result<String, ConfigurationError> {
    name_of(&parse_written(text)?, "pmu")
}

fn parse_written(text: &str) -> Result<Written, ConfigurationError> {
    toml::from_str(text).map_err(|error| ConfigurationError::new(error.to_string().trim_end().to_owned()))
}

fn name_of(written: &Written, key: &str) -> Result<String, ConfigurationError> {
    let value = written.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value.get_ref());
    match value {
        Some(Value::String(text)) if !text.is_empty() => Ok(text.clone()),
        Some(_) => Err(ConfigurationError::new(format!("`{key}` must be a text"))),
        None => Err(ConfigurationError::new(format!("`{key}` is missing"))),
    }
}

/// Whether a text can be an id of a PMU, which is also the name of a Verilog module and of a folder.
fn is_identifier(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|one| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '_')
}
