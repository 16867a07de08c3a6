//! The first disagreement between device and model, or between device and program.

use super::excerpt::WaveformExcerpt;
use super::signature::Signature;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a report says about a failure. Numbers are text in hexadecimal, so that no reader loses bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Divergence {
    /// Name of the program.
    pub program: String,
    /// Seed of the run that made the program; none for a directed program.
    pub seed: Option<u64>,
    /// Clock of the program, from 0, in which it shows.
    pub cycle: u64,
    /// What is wrong first.
    #[serde(rename = "subject")]
    pub signature: Signature,
    /// Values in which device and model differ in that clock.
    pub differences: Vec<Difference>,
    /// Expectations of the program that do not hold in that clock.
    pub failed_expectations: Vec<FailedExpectation>,
    /// The shortest program that was found to diverge in the same value and field. All that follows is about it where
    /// there is one.
    pub shrunk: Option<Shrunk>,
    /// What several registers of the differing unit tell together, where device and model differ in it.
    #[serde(default)]
    pub readings: Vec<Reading>,
    /// The registers of the differing unit and index at the start of the clock before.
    pub registers_before: Vec<String>,
    /// What was going on in the clock before, in which a difference of state arises.
    #[serde(rename = "clock_before")]
    pub cycle_before: Vec<String>,
    /// What was going on in that clock.
    #[serde(rename = "clock")]
    pub cycle_statements: Vec<String>,
    /// The last operations up to that clock, oldest first, each with its clock.
    pub operations: Vec<String>,
    /// The program that reproduces it, once it is written.
    pub repro: Option<String>,
    /// The command that reproduces it.
    pub command: Option<String>,
    /// The waves around it, once they are written.
    pub waves: Option<String>,
    /// What was going on around it, clock by clock; of the first program of each bucket.
    #[serde(default)]
    #[serde(rename = "picture")]
    pub excerpt: Option<WaveformExcerpt>,
    /// Position of the last operation of the program up to that clock. No document has it.
    #[serde(skip)]
    #[schemars(skip)]
    pub last_op: usize,
}

/// The shortest program that diverges in the same value and field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shrunk {
    /// Its number of operations.
    pub operations: u64,
    /// Number of operations of the program that it comes from, up to the divergence.
    pub of: u64,
    /// Whether nothing was left to try. Otherwise the search ended at its limit.
    pub complete: bool,
    /// Its clock, from 0, in which the divergence shows.
    pub cycle: u64,
    /// Values in which device and model differ in that clock.
    pub differences: Vec<Difference>,
    /// Its expectations that do not hold in that clock.
    pub failed_expectations: Vec<FailedExpectation>,
}

/// A value in which device and model differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// Name of the value, such as `core0.PerfCtr1`.
    pub name: String,
    /// The register that is read, where the value is the answer to a read.
    pub read: Option<String>,
    /// What the model says.
    pub expected: String,
    /// What the device shows.
    pub actual: String,
    /// The fields that differ, where the value has fields.
    pub fields: Vec<FieldDifference>,
    /// Section of the manual; empty for the bus response.
    pub section: String,
}

/// A field in which device and model differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FieldDifference {
    /// Name of the field.
    pub name: String,
    /// What the model says.
    pub expected: String,
    /// What the device shows.
    pub actual: String,
}

/// A line of what registers tell together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// By the model's registers; none where they tell of no such thing.
    pub expected: Option<String>,
    /// By the device's.
    pub actual: Option<String>,
}

/// An expectation of the program that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FailedExpectation {
    /// The statement.
    pub statement: String,
    /// Its line in the program; 0 if it has none.
    pub line: u32,
    /// What the statement demands.
    pub expected: String,
    /// What the device shows; none where it does not show the value.
    #[serde(rename = "device")]
    pub dut: Option<String>,
    /// What the model says. Where this is the same as the device's, program and model disagree.
    pub model: String,
}

impl Difference {
    /// The value's name, with the register where it is the answer to a read.
    pub fn label(&self) -> String {
        match &self.read {
            None => self.name.clone(),
            Some(register) => format!("{} of {register}", self.name),
        }
    }
}

impl Shrunk {
    /// One line: where and what.
    pub fn headline(&self) -> String {
        headline(self.cycle, &self.differences, &self.failed_expectations)
    }
}

impl Divergence {
    /// One line: where and what.
    pub fn headline(&self) -> String {
        headline(self.cycle, &self.differences, &self.failed_expectations)
    }

    /// Takes over what the shortest program shows of the same bug, and what is said about that program.
    pub fn adopt(&mut self, shorter: &Self, operations: u64, of: u64, complete: bool) {
        let Self { cycle, differences, failed_expectations, .. } = shorter.clone();
        self.shrunk = Some(Shrunk { operations, of, complete, cycle, differences, failed_expectations });
        self.readings.clone_from(&shorter.readings);
        self.registers_before.clone_from(&shorter.registers_before);
        self.cycle_before.clone_from(&shorter.cycle_before);
        self.cycle_statements.clone_from(&shorter.cycle_statements);
        self.operations.clone_from(&shorter.operations);
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} diverges in {}", self.program, self.headline())?;
        let (mut differences, mut failed_expectations) = (&self.differences, &self.failed_expectations);
        if let Some(shrunk) = &self.shrunk {
            let Shrunk { operations, of, cycle, complete, .. } = shrunk;
            let limit = if *complete { "" } else { ", the limit of the search" };
            writeln!(f, "  shrunk from {of} operations to {operations}{limit}, diverging in cycle {cycle}:")?;
            (differences, failed_expectations) = (&shrunk.differences, &shrunk.failed_expectations);
        }
        for difference in differences {
            let section = if difference.section.is_empty() {
                String::new()
            } else {
                format!("  (section {})", difference.section)
            };
            writeln!(
                f,
                "  {:<24} expected {}  got {}{section}",
                difference.label(),
                difference.expected,
                difference.actual
            )?;
            for field in &difference.fields {
                writeln!(f, "    .{:<21} expected {}  got {}", field.name, field.expected, field.actual)?;
            }
        }
        for failed in failed_expectations {
            let dut = failed.dut.as_deref().unwrap_or("not shown");
            writeln!(f, "  line {}: {}: device {dut}, model {}", failed.line, failed.statement, failed.model)?;
        }
        for Reading { expected, actual } in &self.readings {
            let text = |side: &Option<String>| side.clone().unwrap_or("nothing".to_owned());
            writeln!(f, "  expected {}\n  got      {}", text(expected), text(actual))?;
        }
        for (title, lines) in [
            ("registers at the start of the cycle before", &self.registers_before),
            ("in the cycle before", &self.cycle_before),
            ("in this cycle", &self.cycle_statements),
        ] {
            if !lines.is_empty() {
                writeln!(f, "  {title}:")?;
                lines.iter().try_for_each(|line| writeln!(f, "    {line}"))?;
            }
        }
        writeln!(f, "  operations:")?;
        self.operations.iter().try_for_each(|line| writeln!(f, "    {line}"))?;
        let commands = [("reproduce", &self.command), ("waves", &self.waves)];
        commands
            .iter()
            .filter_map(|(what, text)| Some((what, (*text).as_ref()?)))
            .try_for_each(|(what, text)| writeln!(f, "  {what}: {text}"))
    }
}

fn headline(cycle: u64, differences: &[Difference], failed_expectations: &[FailedExpectation]) -> String {
    if let Some(difference) = differences.first() {
        let name = match difference.fields.first() {
            Some(field) => format!("{}.{}", difference.label(), field.name),
            None => difference.label(),
        };
        let (expected, actual) = match difference.fields.first() {
            Some(field) => (&field.expected, &field.actual),
            None => (&difference.expected, &difference.actual),
        };
        let more = match differences.len() {
            1 => String::new(),
            n => format!(" (and {} more)", n - 1),
        };
        return format!("cycle {cycle}: {name} expected {expected}, got {actual}{more}");
    }
    match failed_expectations.first() {
        Some(failed) => format!(
            "cycle {cycle}: line {}: `{}`: device {}, model {}",
            failed.line,
            failed.statement,
            failed.dut.as_deref().unwrap_or("does not show it"),
            failed.model
        ),
        None => format!("cycle {cycle}"),
    }
}
