//! Known divergences of a run: the entries of `known.toml` and their uses.

use super::console::grouped;
use super::programs::position;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An entry of `known.toml` with its uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KnownDivergence {
    /// The value or the signature that the entry names.
    pub name: String,
    /// The condition of the first difference; null for none.
    pub condition: Option<String>,
    /// Reason for which the divergence is accepted.
    pub reason: String,
    /// Last day on which the entry is valid: YYYY-MM-DD, UTC.
    pub expires: String,
    /// Programs in which a value that the entry names differed; 0 if the divergence did not occur.
    pub programs: u64,
    /// Values that were not compared because of the entry: one for each value and cycle from the first difference of a program on.
    pub values: u64,
    /// Expectations of which only the model's value was checked because of the entry.
    pub expectations: u64,
    /// The first occurrence; null if it did not occur.
    pub first: Option<KnownOccurrence>,
}

/// The occurrence of a known divergence in a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KnownOccurrence {
    /// The program.
    pub program: String,
    /// Cycle of the program, from 0.
    pub cycle: u64,
    /// The value with its expected and actual value.
    pub difference: String,
}

impl KnownDivergence {
    /// Whether it occurred.
    pub fn is_used(&self) -> bool {
        self.programs > 0
    }

    /// Name and condition.
    pub fn title(&self) -> String {
        match &self.condition {
            Some(condition) => format!("{}, {condition}", self.name),
            None => self.name.clone(),
        }
    }

    /// Whether two runs have the same entry.
    fn is_same(&self, other: &Self) -> bool {
        let key = |one: &'_ Self| (one.title(), one.reason.clone(), one.expires.clone());
        key(self) == key(other)
    }

    /// The message for an entry that a complete run disproves.
    pub fn obsolete(&self) -> String {
        format!(
            "known divergence {} did not occur in a complete run; remove it from the file of known divergences",
            self.title()
        )
    }

    /// One line about the uses, the reason and the date.
    pub fn line(&self) -> String {
        let Self { programs, expectations, reason, expires, .. } = self;
        let values = grouped(self.values);
        let plural = if *programs == 1 { "" } else { "s" };
        let expected = match expectations {
            0 => String::new(),
            number => format!(" and {} expectations", grouped(*number)),
        };
        let first = self
            .first
            .iter()
            .map(|first| format!("; first {}, cycle {}: {}", first.program, first.cycle, first.difference));
        format!(
            "known divergence {}: {programs} program{plural}, {values} values{expected} not compared{}; expires {expires}; {reason}",
            self.title(),
            first.collect::<String>()
        )
    }
}

/// Adds the uses of two runs; none if they do not have the same entries.
pub(crate) fn join(left: &[KnownDivergence], right: &[KnownDivergence]) -> Option<Vec<KnownDivergence>> {
    let pairs = || left.iter().zip(right);
    if left.len() != right.len() || !pairs().all(|(one, other)| one.is_same(other)) {
        return None;
    }
    let key = |one: &'_ KnownOccurrence| {
        let (random, program) = position(&one.program);
        (random, program.to_owned(), one.cycle)
    };
    let joined = pairs().map(|(one, other)| KnownDivergence {
        programs: one.programs + other.programs,
        values: one.values + other.values,
        expectations: one.expectations + other.expectations,
        first: one.first.iter().chain(&other.first).min_by_key(|first| key(first)).cloned(),
        ..one.clone()
    });
    Some(joined.collect())
}
