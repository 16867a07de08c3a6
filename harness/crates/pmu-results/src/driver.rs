//! Where the RTL drives a value that differs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Most lines of assignments that are printed.
const MOST_LINES: usize = 4;

/// Where the RTL drives a value, or ended the simulation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Driver {
    /// The file of the RTL, or the manifest if the driver is not known.
    pub file: Option<String>,
    /// The line, from 1: of the always block, continuous assignment or declaration of a net that drives the value.
    pub line: Option<u32>,
    /// The instance that contains the driver, from the top module down. `[*]` is an index that is not in the text.
    #[serde(default)]
    pub instance: Option<String>,
    /// Whether no driver was found, and the line is that of the declaration.
    #[serde(default)]
    pub declared: bool,
    /// The lines that assign the value, if the block assigns other signals too.
    #[serde(default)]
    pub assigned: Vec<u32>,
    /// The signal whose value the driver takes, if there is only one.
    #[serde(default)]
    pub value_from: Option<DriverSource>,
    /// If the module is a building block with several instances or from another folder: where it is instantiated, then where
    /// the module around it is, while that is a building block too.
    #[serde(default)]
    pub wired_at: Vec<SourceLine>,
    /// Other drivers, of parts of the value or in other alternatives of a generate construct.
    #[serde(default)]
    pub also_driven_by: Vec<OtherDriver>,
}

/// A signal whose value a driver takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DriverSource {
    /// The signal, in the module of the driver.
    pub signal: String,
    /// Where it is driven.
    pub driven_at: Vec<SourceLine>,
}

/// Another driver of a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OtherDriver {
    /// The instance that contains it, from the top module down.
    pub instance: String,
    /// Its file and line.
    #[serde(flatten)]
    pub at: SourceLine,
}

/// A line of the RTL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SourceLine {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

impl SourceLine {
    /// File and line.
    pub fn location(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }
}

impl Driver {
    /// File and line of the driver.
    pub fn location(&self) -> Option<String> {
        let line = self.line.map(|line| format!(":{line}")).unwrap_or_default();
        self.file.as_ref().map(|file| format!("{file}{line}"))
    }

    /// The instantiation to look at first: the first one in another folder than the driver, because building blocks that contain
    /// each other are in one folder and rarely wrong; otherwise the innermost.
    pub fn wiring(&self) -> Option<&SourceLine> {
        let folder = |file: &str| Path::new(file).parent().map(Path::to_owned);
        let own = self.file.as_deref().and_then(folder);
        self.wired_at.iter().find(|wired| folder(&wired.file) != own).or(self.wired_at.first())
    }

    /// The line to look at first: the instantiation of a building block, because its other instances work, otherwise the driver.
    pub fn first_line(&self) -> (Option<&str>, Option<u32>) {
        match self.wiring() {
            Some(wired) => (Some(&wired.file), Some(wired.line)),
            None => (self.file.as_deref(), self.line),
        }
    }

    /// What is known, in a few words for one line: the instance, the driver and where it is instantiated.
    pub fn summary(&self) -> Option<String> {
        let location = self.location()?;
        let instance = self.instance.as_ref().map(|instance| format!("{instance}, ")).unwrap_or_default();
        let wired = self.wiring().map(|wired| format!(", wired at {}", wired.location())).unwrap_or_default();
        Some(format!("{instance}{location}{}{wired}", self.assignments()))
    }

    /// The lines that assign the value, in words after a comma; empty without any.
    pub fn assignments(&self) -> String {
        let shown: Vec<_> = self.assigned.iter().take(MOST_LINES).map(u32::to_string).collect();
        let more = match self.assigned.len().saturating_sub(MOST_LINES) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        match shown.as_slice() {
            [] => String::new(),
            [line] => format!(", assigned in line {line}"),
            lines => format!(", assigned in lines {}{more}", lines.join(", ")),
        }
    }

    /// Lines of text: the driver, the signal whose value it takes, its instantiation, and other drivers.
    pub(super) fn lines(&self) -> String {
        let word = if self.declared && self.line.is_some() { "declared in" } else { "driven by" };
        let instance = self.instance.as_ref().map(|instance| format!("{instance}, ")).unwrap_or_default();
        let location = self.location().unwrap_or_default();
        let mut text = format!("  {word}: {instance}{location}{}\n", self.assignments());
        let listed = |all: &[SourceLine]| all.iter().map(SourceLine::location).collect::<Vec<_>>().join(", ");
        if let Some(DriverSource { signal, driven_at }) = &self.value_from {
            text.push_str(&format!("    value of {signal}: {}\n", listed(driven_at)));
        }
        if !self.wired_at.is_empty() {
            text.push_str(&format!("    wired at: {}\n", listed(&self.wired_at)));
        }
        for OtherDriver { instance, at } in &self.also_driven_by {
            text.push_str(&format!("    also driven by: {instance}, {}\n", at.location()));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(file: &str, line: u32) -> SourceLine {
        SourceLine { file: file.to_owned(), line }
    }

    fn driver() -> Driver {
        Driver {
            file: Some("counter.v".to_owned()),
            line: Some(7),
            instance: Some("top.u_counter".to_owned()),
            assigned: vec![8, 10, 11, 12, 14],
            value_from: Some(DriverSource { signal: "value_d".to_owned(), driven_at: vec![at("counter.v", 5)] }),
            wired_at: vec![at("top.v", 30), at("soc.v", 2)],
            also_driven_by: vec![OtherDriver { instance: "top".to_owned(), at: at("top.v", 40) }],
            declared: false,
        }
    }

    #[test]
    fn a_driver_is_described_with_its_instantiation() {
        let lines = "  driven by: top.u_counter, counter.v:7, assigned in lines 8, 10, 11, 12 and 1 more
    value of value_d: counter.v:5
    wired at: top.v:30, soc.v:2
    also driven by: top, top.v:40
";
        assert_eq!(driver().lines(), lines);
        let driver = Driver { assigned: vec![8], ..driver() };
        assert_eq!(
            driver.summary().as_deref(),
            Some("top.u_counter, counter.v:7, assigned in line 8, wired at top.v:30")
        );
        assert_eq!(driver.first_line(), (Some("top.v"), Some(30)));
    }

    #[test]
    fn wiring_outside_of_the_folder_of_building_blocks_comes_first() {
        let nested = vec![at("rtl/common/pair.v", 3), at("rtl/box/top.v", 5), at("rtl/box/soc.v", 6)];
        let mut driver = Driver { file: Some("rtl/common/edge.v".to_owned()), wired_at: nested, ..driver() };
        assert_eq!(driver.wiring(), Some(&at("rtl/box/top.v", 5)));
        driver.wired_at.truncate(1);
        assert_eq!(driver.wiring(), Some(&at("rtl/common/pair.v", 3)));
    }

    #[test]
    fn a_declaration_is_not_called_a_driver() {
        let only = Driver { file: Some("a.v".to_owned()), line: Some(3), declared: true, ..Driver::default() };
        assert_eq!(only.lines(), "  declared in: a.v:3\n");
        assert_eq!(only.first_line(), (Some("a.v"), Some(3)));
        let unknown = Driver { line: None, ..only };
        assert_eq!(unknown.lines(), "  driven by: a.v\n");
    }
}
