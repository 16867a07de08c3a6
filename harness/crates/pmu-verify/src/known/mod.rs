//! Known divergences: differences between RTL and golden model that a designer accepts for a limited time.
//!
//! An entry of `known.toml` names a value. Once the value differs in a program, it is not compared for the rest of that program,
//! so that the program finds other divergences. Every use is counted. Nothing of the DUT reaches the golden model.

mod file;
mod place;
mod uses;

pub use file::{KnownDivergences, KnownError};
pub use uses::KnownUse;

pub(crate) use place::{Condition, Location, Place};

use golden_model_core::Pmu;
use pmu_results::KnownDivergence;

/// The known divergences of one PMU.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The entries in the order of the file.
    entries: Vec<KnownEntry>,
}

/// An entry whose names are resolved.
#[derive(Clone, Debug)]
struct KnownEntry {
    /// The entry as results record it, without a use.
    record: KnownDivergence,
    place: Place,
    condition: Option<Condition>,
}

static NONE: Known = Known { entries: Vec::new() };

impl Known {
    /// No known divergence.
    pub fn none() -> &'static Self {
        &NONE
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Number of entries.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The first entry that accepts a difference, with the bits of the value that it accepts, the lowest 64 first.
    ///
    /// `differing` has ones at the bits of the value in which DUT and model differ.
    pub(crate) fn accepting(&self, pmu: &Pmu, location: &Location, differing: &[u64]) -> Option<(usize, Vec<u64>)> {
        self.entries.iter().enumerate().find_map(|(position, entry)| {
            let bits = entry.place.bits(pmu, location)?;
            let overlaps = bits.iter().zip(differing).any(|(bits, differing)| bits & differing != 0);
            let holds = || entry.condition.as_ref().is_none_or(|condition| condition.holds(pmu, location));
            (overlaps && holds()).then_some((position, bits))
        })
    }

    /// The entries with their uses, as results record them.
    pub fn record<'u>(&self, uses: impl IntoIterator<Item = &'u [KnownUse]>) -> Vec<KnownDivergence> {
        let mut all = vec![KnownUse::default(); self.entries.len()];
        for uses in uses {
            all.iter_mut().zip(uses).for_each(|(sum, one)| sum.add(one));
        }
        let each = self.entries.iter().zip(all);
        each.map(|(entry, of)| KnownDivergence {
            programs: of.programs,
            values: of.values,
            expectations: of.expectations,
            first: of.first,
            ..entry.record.clone()
        })
        .collect()
    }
}
