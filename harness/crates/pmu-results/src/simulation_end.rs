//! The end of a simulation by the RTL itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The text between line and instance in the messages of Verilator.
const ASSERTION: &str = "Assertion failed in ";

/// The name that Verilator gives to the scope around the top module.
const ROOT: &str = "TOP.";

/// Why the RTL ended the simulation: a failed assertion, `$error`, `$fatal`, `$stop`, `$finish`, or logic that does not settle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SimulationEnd {
    /// The message of the assertion, the system task, or the error of the simulator.
    pub message: String,
    /// The file of the RTL; null if it is not known.
    pub file: Option<String>,
    /// The line in the file, from 1; null if it is not known.
    pub line: Option<u32>,
    /// The instance, from the top module down, with the name of the assertion if it has one; null if it is not known.
    pub instance: Option<String>,
}

impl SimulationEnd {
    /// Parses `FILE:LINE: Assertion failed in INSTANCE: MESSAGE`, of which everything except the message may be missing.
    pub fn parse(text: &str) -> Self {
        let (place, rest) = match place(text) {
            Some((file, line, rest)) => (Some((file, line)), rest),
            None => (None, text),
        };
        let of_assertion = rest.strip_prefix(ASSERTION).and_then(|rest| rest.split_once(": "));
        let (instance, message) = of_assertion.map_or((None, rest), |(instance, message)| (Some(instance), message));
        let message = match message.ends_with("did not converge.") {
            true => "a combinational loop does not settle",
            false => message,
        };
        Self {
            message: message.to_owned(),
            file: place.map(|(file, _)| file.to_owned()),
            line: place.map(|(_, line)| line),
            instance: instance.map(|instance| instance.strip_prefix(ROOT).unwrap_or(instance).to_owned()),
        }
    }

    /// Where the simulation ended: the instance, or file and line.
    pub fn place(&self) -> String {
        self.instance.clone().or(self.location()).unwrap_or_default()
    }

    /// File and line.
    pub fn location(&self) -> Option<String> {
        Some(format!("{}:{}", self.file.as_ref()?, self.line?))
    }
}

/// File, line and the rest of `FILE:LINE: REST`.
fn place(text: &str) -> Option<(&str, u32, &str)> {
    text.match_indices(": ").find_map(|(at, separator)| {
        let (file, line) = text[..at].rsplit_once(':')?;
        Some((file, line.parse().ok()?, &text[at + separator.len()..]))
    })
}

impl fmt::Display for SimulationEnd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let in_instance = self.instance.as_ref().map(|instance| format!(" in {instance}")).unwrap_or_default();
        let at = self.location().map(|location| format!(" at {location}")).unwrap_or_default();
        write!(formatter, "the RTL ends the simulation{in_instance}{at}: {}", self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_line_instance_and_message_are_separated() {
        let end = SimulationEnd::parse("my rtl/a:b.v:12: Assertion failed in TOP.top.u_sub.no_seven: a: 7");
        let text = "the RTL ends the simulation in top.u_sub.no_seven at my rtl/a:b.v:12: a: 7";
        assert_eq!(end.to_string(), text);
        assert_eq!((end.line, end.message.as_str()), (Some(12), "a: 7"));
        let end = SimulationEnd::parse("a.v:3: $stop");
        assert_eq!(end.to_string(), "the RTL ends the simulation at a.v:3: $stop");
        let end = SimulationEnd::parse("a.v:1: Settle region did not converge.");
        assert_eq!((end.instance, end.message.as_str()), (None, "a combinational loop does not settle"));
        let end = SimulationEnd::parse("unknown: error");
        assert_eq!((end.file, end.line, end.message.as_str()), (None, None, "unknown: error"));
    }
}
