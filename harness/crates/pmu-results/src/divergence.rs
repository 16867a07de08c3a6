//! The first mismatch between DUT and model, or the first failed expectation of a program.

use super::excerpt::WaveformExcerpt;
use super::signature::Signature;
use super::simulation_end::SimulationEnd;
use super::viewers::waves_text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Description of a divergence. Numbers are text in hexadecimal, so that no reader loses bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Divergence {
    /// Name of the program.
    pub program: String,
    /// Seed of the run that generated the program; null for a directed program.
    pub seed: Option<u64>,
    /// Cycle of the program, from 0, in which it diverges.
    pub cycle: u64,
    /// Signature of the failure.
    #[serde(rename = "subject")]
    pub signature: Signature,
    /// Values in which DUT and model differ in that cycle.
    pub differences: Vec<Difference>,
    /// Expectations of the program that do not hold in that cycle.
    pub failed_expectations: Vec<FailedExpectation>,
    /// Why the RTL ended the simulation in that cycle; null if it did not.
    #[serde(default)]
    pub simulation_end: Option<SimulationEnd>,
    /// The shortest program found that diverges in the same value and field. If there is one, all following fields describe
    /// its divergence.
    pub shrunk: Option<Shrunk>,
    /// Records that registers of the differing unit encode together, such as trace entries, if DUT and model differ in one.
    #[serde(default)]
    pub readings: Vec<Reading>,
    /// The registers of the differing unit and index at the start of the preceding cycle.
    pub registers_before: Vec<String>,
    /// Stimulus of the preceding cycle, in which a difference of state arises.
    #[serde(rename = "clock_before")]
    pub cycle_before: Vec<String>,
    /// Stimulus of that cycle.
    #[serde(rename = "clock")]
    pub cycle_statements: Vec<String>,
    /// The last operations up to that cycle, oldest first, each with its cycle.
    pub operations: Vec<String>,
    /// The program that reproduces it, once written.
    pub repro: Option<String>,
    /// Options of choices, such as `K8-A15=pulse`, under which the model agrees with the DUT in this program. If there are any,
    /// the DUT may follow another reading of the manual.
    #[serde(default)]
    pub agrees_with: Vec<String>,
    /// The command that reproduces it.
    pub command: Option<String>,
    /// The waves around it, once written.
    pub waves: Option<String>,
    /// Waveform excerpt around it, for the first program of each bucket.
    #[serde(default)]
    #[serde(rename = "picture")]
    pub excerpt: Option<WaveformExcerpt>,
    /// Position of the last operation of the program up to that cycle. It is not written to documents.
    #[serde(skip)]
    #[schemars(skip)]
    pub last_op: usize,
}

/// The shortest program that diverges in the same value and field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shrunk {
    /// Number of its operations.
    pub operations: u64,
    /// Number of operations of the original program, up to the divergence.
    pub of: u64,
    /// Whether shrinking finished. Otherwise it reached its limit.
    pub complete: bool,
    /// Cycle of the shrunk program, from 0, in which it diverges.
    pub cycle: u64,
    /// Values in which DUT and model differ in that cycle.
    pub differences: Vec<Difference>,
    /// Expectations of the shrunk program that do not hold in that cycle.
    pub failed_expectations: Vec<FailedExpectation>,
    /// Why the RTL ended the simulation in that cycle; null if it did not.
    #[serde(default)]
    pub simulation_end: Option<SimulationEnd>,
}

/// A value in which DUT and model differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// Name of the value, such as `core0.PerfCtr1`.
    pub name: String,
    /// The register that is read, if the value is the response to a read.
    pub read: Option<String>,
    /// Value of the model.
    pub expected: String,
    /// Value of the DUT.
    pub actual: String,
    /// The fields that differ, if the value has fields.
    pub fields: Vec<FieldDifference>,
    /// Section of the manual; empty for the bus response.
    pub section: String,
}

impl Difference {
    /// The lowest bit in which DUT and model differ; `None` for a value of more than 128 bits.
    fn lowest_bit(&self) -> Option<u32> {
        let number = |text: &str| u128::from_str_radix(text.strip_prefix("0x")?, 16).ok();
        let different = number(&self.expected)? ^ number(&self.actual)?;
        (different != 0).then(|| different.trailing_zeros())
    }
}

/// A field in which DUT and model differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FieldDifference {
    /// Name of the field.
    pub name: String,
    /// Value of the model.
    pub expected: String,
    /// Value of the DUT.
    pub actual: String,
}

/// One record that several registers encode together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// Record in the model's registers; null if they contain none.
    pub expected: Option<String>,
    /// Record in the DUT's registers; null if they contain none.
    pub actual: Option<String>,
}

/// A failed expectation of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FailedExpectation {
    /// The statement.
    pub statement: String,
    /// Its file; null for a generated program.
    #[serde(default)]
    pub file: Option<String>,
    /// Its line in the program; 0 if it has none.
    pub line: u32,
    /// The demanded value.
    pub expected: String,
    /// Value of the DUT; null if it is not observable.
    #[serde(rename = "device")]
    pub dut: Option<String>,
    /// Value of the model. If it equals that of the DUT, the program disagrees with the model.
    pub model: String,
}

impl Difference {
    /// Name of the value, with the register if it is the response to a read.
    pub fn label(&self) -> String {
        match &self.read {
            None => self.name.clone(),
            Some(register) => format!("{} of {register}", self.name),
        }
    }
}

impl Shrunk {
    /// One line: the cycle and the value.
    pub fn headline(&self) -> String {
        headline(self.cycle, &self.differences, &self.failed_expectations, self.simulation_end.as_ref())
    }
}

impl Divergence {
    /// One line: the cycle and the value.
    pub fn headline(&self) -> String {
        headline(self.cycle, &self.differences, &self.failed_expectations, self.simulation_end.as_ref())
    }

    /// One line for the shrunk program, or for the original one before shrinking.
    pub fn shortest_headline(&self) -> String {
        self.shrunk.as_ref().map_or_else(|| self.headline(), Shrunk::headline)
    }

    /// The lowest bit of a value in which DUT and model differ, in the shrunk program if there is one.
    pub fn lowest_bit(&self, value: &str) -> Option<u32> {
        let differences = self.shrunk.as_ref().map_or(&self.differences, |shrunk| &shrunk.differences);
        differences.iter().find(|difference| difference.name == value)?.lowest_bit()
    }

    /// The options with which the model agrees with the DUT, in one line; `None` without one.
    pub fn agreement(&self) -> Option<String> {
        let all = self.agrees_with.join(", or with ");
        (!all.is_empty()).then(|| format!("agrees with {all}: the RTL may follow another reading of the manual"))
    }

    /// Replaces the details by those of a shorter program with the same failure.
    pub fn adopt(&mut self, shorter: &Self, operations: u64, of: u64, complete: bool) {
        let Self { cycle, differences, failed_expectations, simulation_end, .. } = shorter.clone();
        self.shrunk =
            Some(Shrunk { operations, of, complete, cycle, differences, failed_expectations, simulation_end });
        self.readings.clone_from(&shorter.readings);
        self.registers_before.clone_from(&shorter.registers_before);
        self.cycle_before.clone_from(&shorter.cycle_before);
        self.cycle_statements.clone_from(&shorter.cycle_statements);
        self.operations.clone_from(&shorter.operations);
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_divergence = self.signature.check.is_divergence();
        let what = if is_divergence { "diverges" } else { "fails" };
        writeln!(f, "{} {what} in {}", self.program, self.headline())?;
        if let Some(agreement) = self.agreement() {
            writeln!(f, "  {agreement}")?;
        }
        let (mut differences, mut failed_expectations) = (&self.differences, &self.failed_expectations);
        let mut simulation_end = &self.simulation_end;
        if let Some(shrunk) = &self.shrunk {
            let Shrunk { operations, of, cycle, complete, .. } = shrunk;
            let limit = if *complete { "" } else { ", the limit of shrinking" };
            let what = if is_divergence { "diverging" } else { "failing" };
            writeln!(f, "  shrunk from {of} operations to {operations}{limit}, {what} in cycle {cycle}:")?;
            (differences, failed_expectations) = (&shrunk.differences, &shrunk.failed_expectations);
            simulation_end = &shrunk.simulation_end;
        }
        if let Some(end) = simulation_end {
            writeln!(f, "  {end}")?;
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
            writeln!(f, "  {failed}")?;
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
        if let Some(command) = &self.command {
            writeln!(f, "  reproduce: {command}")?;
        }
        self.waves.as_ref().map_or(Ok(()), |waves| f.write_str(&waves_text(waves)))
    }
}

fn headline(
    cycle: u64,
    differences: &[Difference],
    failed_expectations: &[FailedExpectation],
    simulation_end: Option<&SimulationEnd>,
) -> String {
    if let Some(end) = simulation_end {
        return format!("cycle {cycle}: {end}");
    }
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
        Some(failed) => format!("cycle {cycle}: {failed}"),
        None => format!("cycle {cycle}"),
    }
}

impl FailedExpectation {
    /// Whether DUT and model agree, so that the program disagrees with both.
    pub fn sides_agree(&self) -> bool {
        self.dut.as_ref() == Some(&self.model)
    }

    /// File and line of the statement.
    pub fn place(&self) -> String {
        match &self.file {
            Some(file) => format!("{file}:{}", self.line),
            None => format!("line {}", self.line),
        }
    }
}

/// `DUT and model have 0x1, the program expects core0.EN == 0x0 (line 7: ...)`
impl fmt::Display for FailedExpectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { statement, expected, dut, model, .. } = self;
        match dut {
            _ if self.sides_agree() => write!(f, "DUT and model both have {model}")?,
            Some(dut) => write!(f, "the DUT has {dut}, the model {model}")?,
            None => write!(f, "the model has {model}, the value is not observable in the DUT")?,
        }
        write!(f, "; the program expects {expected} ({}: `{statement}`)", self.place())
    }
}
