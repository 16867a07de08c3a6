//! Figures of several published deep campaigns together.

use super::{DetectionCampaign, DetectionCount, DetectionEntry, PublishedDetection};
use golden_model_core::Pmu;
use pmu_results::{ConditionKind, Interval};

/// Mutants of several campaigns, and those that programs reached and detected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pool {
    pub mutants: u64,
    /// Random programs alone.
    pub random: DetectionCount,
    /// Random and directed programs.
    pub all: DetectionCount,
}

impl Pool {
    /// The mutants of one kind and level of rarity, of all levels or of all kinds.
    pub fn of<'c>(
        campaigns: impl IntoIterator<Item = &'c DetectionCampaign>,
        kind: Option<ConditionKind>,
        log2: Option<u32>,
    ) -> Self {
        let mut pool = Self::default();
        let add = |sum: &mut DetectionCount, more: DetectionCount| {
            (sum.reached, sum.detected) = (sum.reached + more.reached, sum.detected + more.detected);
        };
        for level in campaigns.into_iter().flat_map(|campaign| &campaign.levels) {
            if kind.is_none_or(|kind| kind == level.kind) && log2.is_none_or(|log2| log2 == level.log2) {
                pool.mutants += level.mutants;
                add(&mut pool.random, level.random);
                add(&mut pool.all, level.all);
            }
        }
        pool
    }

    /// The fraction that random programs detect.
    pub fn random(&self) -> Interval {
        Interval::of(self.random.detected, self.mutants)
    }

    /// The fraction that random and directed programs detect.
    pub fn all(&self) -> Interval {
        Interval::of(self.all.detected, self.mutants)
    }
}

/// Whether each set has this campaign with the same mutants, so that the sets can be compared with it.
pub(super) fn is_comparable(entry: &DetectionEntry, campaign: &DetectionCampaign, labels: &[&str]) -> bool {
    labels.iter().all(|label| {
        entry.campaigns.iter().any(|other| {
            (other.label.as_str(), other.seed, &other.mutants_hash) == (*label, campaign.seed, &campaign.mutants_hash)
        })
    })
}

/// The campaigns of a set that the other sets have with the same mutants, of a family or of all.
pub(super) fn comparable<'d>(
    published: &'d PublishedDetection,
    label: &str,
    family: Option<&str>,
) -> Vec<&'d DetectionCampaign> {
    let labels = published.labels();
    let entries = published.pmus.iter().filter(|entry| family.is_none_or(|family| family == self::family(&entry.pmu)));
    let of = |entry: &'d DetectionEntry| {
        let labels = &labels;
        entry.campaigns.iter().filter(move |campaign| campaign.label == label && is_comparable(entry, campaign, labels))
    };
    entries.flat_map(of).collect()
}

/// The family of a PMU, such as `amd_k8`.
pub(super) fn family(pmu: &str) -> String {
    let folder = Pmu::find(pmu).map(|pmu| pmu.description.folder).unwrap_or_default();
    folder.split('/').next().unwrap_or_default().to_owned()
}

/// The families of the published PMUs, in order.
pub(super) fn families(published: &PublishedDetection) -> Vec<String> {
    let mut families: Vec<String> = Vec::new();
    for family in published.pmus.iter().map(|entry| family(&entry.pmu)) {
        if !families.contains(&family) {
            families.push(family);
        }
    }
    families
}
