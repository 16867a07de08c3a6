//! Uses of known divergences in programs.

use pmu_results::KnownOccurrence;

/// Uses of one entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownUse {
    /// Programs in which a value that it names differed.
    pub programs: u64,
    /// Values that were not compared because of it: one for each value and cycle.
    pub values: u64,
    /// Expectations of which only the model's value was checked because of it.
    pub expectations: u64,
    /// The first occurrence.
    pub first: Option<KnownOccurrence>,
}

impl KnownUse {
    /// Adds the uses in a later program.
    pub fn add(&mut self, next: &Self) {
        self.programs += next.programs;
        self.values += next.values;
        self.expectations += next.expectations;
        if self.first.is_none() {
            self.first.clone_from(&next.first);
        }
    }
}
