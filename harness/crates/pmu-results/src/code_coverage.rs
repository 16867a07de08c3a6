//! Code coverage: lines of the RTL that were executed and bits of its signals that toggled in both directions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::iter::Sum;

/// Code coverage of the RTL of one PMU. All instances of a module count as one, except in `registers`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CodeCoverage {
    /// Blocks, branches and items of cases.
    pub line: CodeFigure,
    /// Bits of signals.
    pub toggle: CodeFigure,
    /// Bits of registers; each instance of a module counts.
    #[serde(default)]
    pub registers: CodeFigure,
    /// Cycles of the measurement: all directed programs and the first random ones.
    pub cycles: u64,
    /// Width in bits of the widest signal that counts; wider signals do not count.
    pub widest_signal: u32,
    /// Files that count elsewhere: those of sub-blocks that are verified alone, or, for a sub-block, those of the top.
    pub left_to_others: Vec<String>,
    /// Exclusions of points that do not exist or are covered; each fails the run.
    pub wrong_exclusions: Vec<String>,
    /// The first program that diverges on the coverage model, which fails the run.
    pub diverged: Option<String>,
    /// Files with points.
    pub files: Vec<FileCoverage>,
}

/// Covered points of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CodeFigure {
    /// Points that are not excluded.
    pub total: u64,
    /// Points that are covered.
    pub covered: u64,
    /// Excluded points, which are not in the total.
    pub excluded: u64,
}

impl Sum for CodeFigure {
    fn sum<I: Iterator<Item = Self>>(figures: I) -> Self {
        figures.fold(Self::default(), |sum, one| Self {
            total: sum.total + one.total,
            covered: sum.covered + one.covered,
            excluded: sum.excluded + one.excluded,
        })
    }
}

/// One file of the RTL.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileCoverage {
    /// The file.
    pub file: String,
    /// Blocks, branches and items of cases in the file.
    pub line: CodeFigure,
    /// Bits of signals in the file.
    pub toggle: CodeFigure,
    /// Bits of registers in the file; each instance of a module counts.
    #[serde(default)]
    pub registers: CodeFigure,
    /// Blocks, branches and items of cases that were not executed, as file, line and kind.
    pub missing_lines: Vec<String>,
    /// Bits that did not toggle in both directions, as file, line of the declaration and bit.
    pub missing_bits: Vec<String>,
    /// Bits of registers that did not toggle in both directions in an instance, as file, line of the declaration and path of the bit.
    #[serde(default)]
    pub missing_registers: Vec<String>,
    /// Excluded points, with reasons.
    pub excluded: Vec<ExcludedCode>,
    /// Blocks, branches and items of cases that count, in the order of the file.
    #[serde(default)]
    pub blocks: Vec<CodeBlock>,
    /// Lines that declare bits that count.
    #[serde(default)]
    pub toggle_points: Vec<u32>,
    /// Text of the file, one entry for each line, if points of it are missing or excluded; otherwise empty.
    #[serde(default)]
    pub source: Vec<String>,
}

/// Statements that are executed together: a block, a branch or an item of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CodeBlock {
    /// The line of the first statement, from 1.
    pub line: u32,
    /// The kind of statement, such as `else`.
    pub name: String,
    /// Whether it was executed.
    pub covered: bool,
}

/// A point that no stimulus can cover.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExcludedCode {
    /// Name of the point.
    pub name: String,
    /// Reason of the exclusion.
    pub reason: String,
}

impl FileCoverage {
    /// A file without points.
    pub fn new(file: &str) -> Self {
        Self { file: file.to_owned(), ..Self::default() }
    }

    /// Whether points of the file are missing or excluded.
    pub fn has_open_points(&self) -> bool {
        let lists = [&self.missing_lines, &self.missing_bits, &self.missing_registers];
        lists.iter().any(|list| !list.is_empty()) || !self.excluded.is_empty()
    }

    fn join(&self, other: &Self) -> Self {
        let both = |left: &[String], right: &[String]| -> Vec<String> {
            left.iter().filter(|name| right.contains(name)).cloned().collect()
        };
        let missing_lines = both(&self.missing_lines, &other.missing_lines);
        let missing_bits = both(&self.missing_bits, &other.missing_bits);
        let missing_registers = both(&self.missing_registers, &other.missing_registers);
        let covered =
            |of: CodeFigure, missing: &[String]| CodeFigure { covered: of.total - missing.len() as u64, ..of };
        let in_either =
            |(one, other): (&CodeBlock, &CodeBlock)| CodeBlock { covered: one.covered || other.covered, ..one.clone() };
        let joined = Self {
            blocks: self.blocks.iter().zip(&other.blocks).map(in_either).collect(),
            line: covered(self.line, &missing_lines),
            toggle: covered(self.toggle, &missing_bits),
            registers: covered(self.registers, &missing_registers),
            missing_lines,
            missing_bits,
            missing_registers,
            ..self.clone()
        };
        match joined.has_open_points() {
            true => joined,
            false => Self { source: Vec::new(), ..joined },
        }
    }

    /// Whether both have the same points, which two runs need to be joined.
    fn has_points_of(&self, other: &Self) -> bool {
        let totals = |of: &Self| (of.blocks.len(), of.line.total, of.toggle.total, of.registers.total);
        let is_same = |(one, other): (&CodeBlock, &CodeBlock)| (one.line, &one.name) == (other.line, &other.name);
        self.file == other.file
            && totals(self) == totals(other)
            && self.excluded == other.excluded
            && self.blocks.iter().zip(&other.blocks).all(is_same)
    }
}

impl CodeCoverage {
    /// Whether the measurement itself fails the run, regardless of coverage.
    pub fn is_faulty(&self) -> bool {
        self.diverged.is_some() || !self.wrong_exclusions.is_empty()
    }

    /// Joins the coverage of two runs of the same RTL. A bit that rose only in one run and fell only in the other is
    /// missing.
    ///
    /// # Errors
    /// When the runs do not have the same points.
    pub fn join(&self, other: &Self) -> Result<Self, String> {
        let mut files = self.files.iter().zip(&other.files);
        if self.files.len() != other.files.len() || !files.all(|(left, right)| left.has_points_of(right)) {
            let what = "the runs do not have the same points of code coverage";
            return Err(format!("{what}; run them with one version of pmu-cosim and of exclusions.toml"));
        }
        let files: Vec<_> = self.files.iter().zip(&other.files).map(|(left, right)| left.join(right)).collect();
        let faults = [self.wrong_exclusions.as_slice(), &other.wrong_exclusions].concat();
        let faults: std::collections::BTreeSet<String> = faults.into_iter().collect();
        Ok(Self {
            line: files.iter().map(|file| file.line).sum(),
            toggle: files.iter().map(|file| file.toggle).sum(),
            registers: files.iter().map(|file| file.registers).sum(),
            cycles: self.cycles + other.cycles,
            wrong_exclusions: faults.into_iter().collect(),
            diverged: self.diverged.iter().chain(&other.diverged).min().cloned(),
            files,
            ..self.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(missing: &[&str]) -> CodeCoverage {
        let toggle = CodeFigure { total: 3, covered: 3 - missing.len() as u64, excluded: 1 };
        let missing_bits = missing.iter().map(|&name| name.to_owned()).collect();
        let excluded = vec![ExcludedCode { name: "d".to_owned(), reason: "it is 0".to_owned() }];
        let file = FileCoverage { file: "a.v".to_owned(), toggle, missing_bits, excluded, ..FileCoverage::default() };
        CodeCoverage { toggle, cycles: 5, files: vec![file], ..CodeCoverage::default() }
    }

    #[test]
    fn points_covered_in_either_run_are_covered() {
        let [one, two, three] = [&["a", "b"][..], &["b", "c"], &["b"]].map(results);
        let join = |left: &CodeCoverage, right: &CodeCoverage| left.join(right).expect("the same points");
        assert_eq!(join(&one, &two), CodeCoverage { cycles: 10, ..results(&["b"]) });
        assert_eq!(join(&two, &one), join(&one, &two));
        assert_eq!(join(&join(&one, &two), &three), join(&one, &join(&two, &three)));
    }

    #[test]
    fn different_points_cannot_be_joined() {
        let mut other = results(&[]);
        other.files[0].toggle.total = 4;
        let error = results(&[]).join(&other).expect_err("other points");
        assert!(error.starts_with("the runs do not have the same points"), "{error}");
    }
}
