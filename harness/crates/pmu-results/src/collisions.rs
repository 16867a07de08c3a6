//! Collision coverage of a run.

use golden_model_core::collisions::{CollisionCoverage, CollisionTable, StateField};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Separator between a pair of causes and the start value.
const AT: &str = " at ";

/// Names of causes in results: `reset+write`.
pub fn causes_name(state: &StateField, causes: &[usize]) -> String {
    let names: Vec<&str> = causes.iter().map(|&cause| state.causes[cause].name.as_str()).collect();
    names.join("+")
}

/// Collision coverage: pairs of causes that can act on a state field in the same cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CollisionResults {
    /// Possible pairs, over all fields.
    pub pairs: u64,
    /// Pairs covered from every start value at which they are possible.
    #[serde(rename = "met")]
    pub covered: u64,
    /// Pairs that are impossible at every start value.
    pub impossible: u64,
    /// Possible pairs, once for each start value at which they are possible.
    pub bins: u64,
    /// Covered bins.
    #[serde(rename = "bins_met")]
    pub bins_covered: u64,
    /// Bins that are not covered, as field, causes and value.
    pub missing: Vec<String>,
    /// Bins that are covered although the table marks them as impossible.
    pub contradicting: Vec<String>,
}

impl CollisionResults {
    /// Coverage of a table by a run.
    pub fn of(table: &CollisionTable, covered: &CollisionCoverage) -> Self {
        let mut results = Self::default();
        for (number, field) in table.fields.iter().enumerate() {
            for pair in field.pairs() {
                let name = |value: usize| {
                    format!("{} {}{AT}{}", field.name, causes_name(field, &pair), field.values[value].name)
                };
                let (possible, not): (Vec<usize>, Vec<usize>) =
                    (0..field.values.len()).partition(|&value| field.impossible(&pair, value).is_none());
                let is_covered = |value: &usize| covered.is_covered(number, pair, *value);
                let missing: Vec<usize> = possible.iter().copied().filter(|value| !is_covered(value)).collect();
                results.contradicting.extend(not.into_iter().filter(is_covered).map(name));
                results.impossible += u64::from(possible.is_empty());
                results.pairs += u64::from(!possible.is_empty());
                results.covered += u64::from(!possible.is_empty() && missing.is_empty());
                results.bins += possible.len() as u64;
                results.bins_covered += (possible.len() - missing.len()) as u64;
                results.missing.extend(missing.into_iter().map(name));
            }
        }
        results.contradicting.sort_unstable();
        results
    }

    /// Joins the coverage of two runs of the same table.
    pub fn join(&self, other: &Self) -> Self {
        let missing: Vec<String> = self.missing.iter().filter(|name| other.missing.contains(name)).cloned().collect();
        let contradicting: BTreeSet<&String> = self.contradicting.iter().chain(&other.contradicting).collect();
        let pair = |name: &'_ String| name.rsplit_once(AT).map_or(name.clone(), |(pair, _)| pair.to_owned());
        let open: BTreeSet<String> = missing.iter().map(pair).collect();
        Self {
            covered: self.pairs - open.len() as u64,
            bins_covered: self.bins - missing.len() as u64,
            contradicting: contradicting.into_iter().cloned().collect(),
            missing,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(missing: &[&str]) -> CollisionResults {
        let pairs = ["f a+b", "f a+c"];
        let open = |pair: &&&str| missing.iter().any(|name| name.starts_with(**pair));
        CollisionResults {
            pairs: 2,
            covered: 2 - pairs.iter().filter(open).count() as u64,
            bins: 4,
            bins_covered: 4 - missing.len() as u64,
            missing: missing.iter().map(|&name| name.to_owned()).collect(),
            ..CollisionResults::default()
        }
    }

    #[test]
    fn collisions_covered_in_either_run_are_covered() {
        let (left, right) = (results(&["f a+b at 0", "f a+c at 1"]), results(&["f a+b at 1", "f a+c at 1"]));
        assert_eq!(left.join(&right), results(&["f a+c at 1"]));
        assert_eq!(right.join(&left), left.join(&right));
        assert_eq!(left.join(&left), left);
    }
}
