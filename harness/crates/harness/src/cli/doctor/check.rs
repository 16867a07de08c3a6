//! One line of `doctor`.

use serde::Serialize;

/// Whether a tool is usable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum State {
    /// Usable, or installed by the command that needs it.
    Ok,
    /// Missing, but neither `make sim` nor `make test` needs it.
    Absent,
    /// Missing or broken, so that `make sim` or `make test` cannot run.
    Fail,
}

/// The result of a check.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Check {
    /// What was checked.
    pub name: &'static str,
    /// Whether it is usable.
    pub state: State,
    /// Version and origin, or what is wrong.
    pub found: String,
    /// How to get it, if it is not usable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

impl Check {
    /// A usable tool.
    pub fn ok(name: &'static str, found: impl Into<String>) -> Self {
        Self { name, state: State::Ok, found: found.into(), remedy: None }
    }

    /// An optional tool that is missing: `cost` says what is not available without it.
    pub fn absent(name: &'static str, cost: &str, remedy: &str) -> Self {
        Self { name, state: State::Absent, found: cost.to_owned(), remedy: Some(remedy.to_owned()) }
    }

    /// A necessary tool that is missing or broken.
    pub fn fail(name: &'static str, wrong: impl Into<String>, remedy: Option<&str>) -> Self {
        Self { name, state: State::Fail, found: wrong.into(), remedy: remedy.map(str::to_owned) }
    }

    /// Returns the line for the console.
    pub fn line(&self) -> String {
        let state = match self.state {
            State::Ok => "ok",
            State::Absent => "absent",
            State::Fail => "FAIL",
        };
        let remedy = self.remedy.as_ref().map_or(String::new(), |remedy| format!("; {remedy}"));
        format!("{state:<6} {:<10} {}{remedy}", self.name, self.found)
    }
}
