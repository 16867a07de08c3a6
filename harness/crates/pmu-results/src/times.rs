//! The times of a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Times of one PMU, in seconds. Like `cycles_per_second` they differ from run to run; the other results of a run depend only on
/// RTL, programs and seed.
///
/// A time is the sum over all threads, so the times of a run can add up to more than its duration.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Times {
    /// Time at which the first program began, in seconds since 1970; null if none ran.
    pub began_at: Option<u64>,
    /// Seconds in which DUT and model ran each program, by name. All random programs of a seed have one entry.
    pub programs: BTreeMap<String, f64>,
    /// Seconds of the experiments of each metamorphic check, by name.
    pub metamorphic: BTreeMap<String, f64>,
    /// Seconds of the independence check.
    pub independence: f64,
}

impl Times {
    /// Adds the times of two runs, or of two shards of a run.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        let sum = |left: &BTreeMap<String, f64>, right: &BTreeMap<String, f64>| {
            let mut all = left.clone();
            right.iter().for_each(|(name, seconds)| *all.entry(name.clone()).or_default() += seconds);
            all
        };
        Self {
            began_at: self.began_at.into_iter().chain(other.began_at).min(),
            programs: sum(&self.programs, &other.programs),
            metamorphic: sum(&self.metamorphic, &other.metamorphic),
            independence: self.independence + other.independence,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_shards_add_up() {
        let times = |began_at: Option<u64>, programs: &[(&str, f64)]| {
            let programs: BTreeMap<_, _> = programs.iter().map(|&(name, seconds)| (name.to_owned(), seconds)).collect();
            Times { began_at, metamorphic: programs.clone(), programs, independence: 0.5 }
        };
        let joined = times(Some(7), &[("a", 1.0), ("random-1", 2.0)]).join(&times(Some(5), &[("random-1", 4.0)]));
        assert_eq!(joined, Times { independence: 1.0, ..times(Some(5), &[("a", 1.0), ("random-1", 6.0)]) });
        assert_eq!(times(None, &[]).join(&times(Some(3), &[])).began_at, Some(3));
    }
}
