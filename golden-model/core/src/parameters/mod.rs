//! Parameters of configurable PMUs.
//!
//! A configurable PMU is a family of designs: `parameters.toml` in its folder of the descriptions lists its parameters with
//! their types, defaults and rules. A *configuration* gives them values. The files of the description, the testbench and the
//! RTL top are templates that are rendered with these values; the golden model reads them from
//! [`crate::Description::parameters`].

mod page;
mod rules;
mod schema;
mod template;
mod values;

pub(crate) use schema::pmu_of;
pub use schema::{Configuration, Schema};
pub use template::render;

/// An error in a configuration, or in the parameters of a configurable PMU.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{what}", line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct ConfigurationError {
    /// The line, from 1, if the error is in one line.
    pub line: Option<usize>,
    /// What is wrong, and what is expected.
    pub what: String,
}

impl ConfigurationError {
    fn new(what: String) -> Self {
        Self { line: None, what }
    }
}

#[cfg(test)]
mod tests;
