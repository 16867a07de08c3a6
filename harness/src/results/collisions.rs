//! Which collisions a run has met.

use crate::collisions::causes_name;
use golden_model::collisions::{CollisionTable, Collisions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Collision coverage: pairs of causes that can act on a state field in the same clock.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CollisionResults {
    /// Pairs that are possible, over all fields.
    pub pairs: u64,
    /// Those met from every value at which they are possible.
    pub met: u64,
    /// Pairs that are impossible at every value.
    pub impossible: u64,
    /// Possible pairs, each from each value at which it is possible.
    pub bins: u64,
    /// Those met.
    pub bins_met: u64,
    /// What was not met, as field, causes and value.
    pub missing: Vec<String>,
    /// What was met although the table says that it is impossible.
    pub contradicting: Vec<String>,
}

impl CollisionResults {
    /// What a run has met of a table.
    pub fn of(table: &CollisionTable, met: &Collisions) -> Self {
        let mut results = Self::default();
        for (number, field) in table.fields.iter().enumerate() {
            for pair in field.pairs() {
                let name = |value: usize| {
                    format!("{} {} at {}", field.name, causes_name(field, &pair), field.values[value].name)
                };
                let (possible, not): (Vec<usize>, Vec<usize>) =
                    (0..field.values.len()).partition(|&value| field.impossible(&pair, value).is_none());
                let is_met = |value: &usize| met.met(number, pair, *value);
                let missing: Vec<usize> = possible.iter().copied().filter(|value| !is_met(value)).collect();
                results.contradicting.extend(not.into_iter().filter(is_met).map(name));
                results.impossible += u64::from(possible.is_empty());
                results.pairs += u64::from(!possible.is_empty());
                results.met += u64::from(!possible.is_empty() && missing.is_empty());
                results.bins += possible.len() as u64;
                results.bins_met += (possible.len() - missing.len()) as u64;
                results.missing.extend(missing.into_iter().map(name));
            }
        }
        results
    }

    /// What a reader of the table must know, each with the names that it is about.
    pub fn notes(&self) -> Vec<(String, &[String])> {
        let missing = format!("collisions not met: {} of {} pairs at values", self.missing.len(), self.bins);
        let contradicting = "collisions that the table calls impossible were met".to_owned();
        let notes = [(missing, &self.missing[..]), (contradicting, &self.contradicting[..])];
        notes.into_iter().filter(|(_, list)| !list.is_empty()).collect()
    }
}
