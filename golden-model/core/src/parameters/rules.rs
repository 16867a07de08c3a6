//! Rules that a combination of values must satisfy.

use super::template::{environment, render_with};
use super::ConfigurationError;
use minijinja::Value;
use serde::Deserialize;
use toml::Table;

/// A rule.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rule {
    /// An expression for a list; the rule is checked for each element, `it`.
    each: Option<String>,
    /// An expression that is true if the combination is legal.
    check: String,
    /// What is wrong otherwise; a template.
    message: String,
}

impl Rule {
    /// Checks the values of all parameters.
    pub(super) fn check(&self, parameters: &Table) -> Result<(), ConfigurationError> {
        let failed = |error: minijinja::Error| ConfigurationError::new(format!("rule `{}`: {error:#}", self.check));
        let environment = environment();
        let check = environment.compile_expression(&self.check).map_err(failed)?;
        let elements = match &self.each {
            None => vec![Value::UNDEFINED],
            Some(each) => {
                let list =
                    environment.compile_expression(each).and_then(|list| list.eval(parameters)).map_err(failed)?;
                list.try_iter().map_err(failed)?.collect()
            }
        };
        for element in elements {
            let context = minijinja::context! { it => element, ..Value::from_serialize(parameters) };
            if !check.eval(&context).map_err(failed)?.is_true() {
                let message = render_with("message", &self.message, &context);
                return Err(ConfigurationError::new(message.unwrap_or_else(|error| error.what)));
            }
        }
        Ok(())
    }
}
