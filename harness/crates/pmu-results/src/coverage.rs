//! Functional coverage in results, and its merging.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Functional coverage, in groups of bins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Coverage {
    /// Bins that can be hit.
    pub total: u64,
    /// Bins that passing programs hit.
    pub hit: u64,
    /// Impossible bins; they are not in the total.
    pub impossible: u64,
    /// The groups.
    pub groups: Vec<CoverageGroup>,
}

/// Bins with one sampling event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoverageGroup {
    /// Name; names of the bins start with it.
    pub name: String,
    /// Purpose.
    pub doc: String,
    /// Requirements that its bins belong to.
    pub requirements: Vec<String>,
    /// Bins that can be hit.
    pub total: u64,
    /// Bins that passing programs hit.
    pub hit: u64,
    /// Impossible bins.
    pub impossible: u64,
    /// Names of the bins that can be hit and were not.
    pub missing: Vec<String>,
    /// All bins.
    pub bins: Vec<CoverageBin>,
}

/// One bin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoverageBin {
    /// Name.
    pub name: String,
    /// Whether a passing program hit it.
    pub hit: bool,
    /// Reason for which it cannot be hit; none if it can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impossible: Option<Impossible>,
}

/// Reason for which a bin cannot be hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Impossible {
    /// The reason.
    pub reason: String,
    /// The requirement, section or decision that implies it.
    pub see: String,
}

/// Bins of one group, in the entry of a requirement that the group covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequirementBins {
    /// Name of the group in `coverage`.
    pub group: String,
    /// Bins that were hit.
    pub hit: u64,
    /// Bins that can be hit.
    pub total: u64,
}

impl CoverageGroup {
    /// Creates a group of these bins.
    pub fn new(name: &str, doc: &str, requirements: &[String], bins: Vec<CoverageBin>) -> Self {
        let (name, doc, requirements) = (name.to_owned(), doc.to_owned(), requirements.to_vec());
        let possible = || bins.iter().filter(|bin| bin.impossible.is_none());
        let missing: Vec<_> = possible().filter(|bin| !bin.hit).map(|bin| bin.name.clone()).collect();
        let total = possible().count() as u64;
        let (hit, impossible) = (total - missing.len() as u64, bins.len() as u64 - total);
        Self { name, doc, requirements, total, hit, impossible, missing, bins }
    }
}

impl Coverage {
    /// Creates the coverage of these groups.
    pub fn new(groups: Vec<CoverageGroup>) -> Self {
        let sum = |of: fn(&CoverageGroup) -> u64| groups.iter().map(of).sum();
        let (total, hit) = (sum(|group| group.total), sum(|group| group.hit));
        Self { total, hit, impossible: sum(|group| group.impossible), groups }
    }

    /// Names of all bins that can be hit and were not.
    pub fn missing(&self) -> impl Iterator<Item = &String> {
        self.groups.iter().flat_map(|group| &group.missing)
    }

    /// The bins that were hit although they are marked as impossible.
    pub fn contradicted(&self) -> impl Iterator<Item = &CoverageBin> {
        let bins = self.groups.iter().flat_map(|group| &group.bins);
        bins.filter(|bin| bin.hit && bin.impossible.is_some())
    }

    /// Merges two results: a bin is hit if either hit it. The operation is associative, commutative and idempotent.
    ///
    /// # Errors
    /// When they do not have the same bins.
    pub fn join(&self, other: &Self) -> Result<Self, String> {
        let same = |(mine, theirs): (&CoverageGroup, &CoverageGroup)| {
            let names = |group: &CoverageGroup| group.bins.iter().map(|bin| bin.name.clone()).collect::<Vec<_>>();
            mine.name == theirs.name && names(mine) == names(theirs)
        };
        if self.groups.len() != other.groups.len() || !self.groups.iter().zip(&other.groups).all(same) {
            return Err("their coverage has different bins".to_owned());
        }
        let join = |(mine, theirs): (&CoverageGroup, &CoverageGroup)| {
            let both = mine.bins.iter().zip(&theirs.bins);
            let bins = both.map(|(mine, theirs)| CoverageBin { hit: mine.hit || theirs.hit, ..mine.clone() });
            CoverageGroup::new(&mine.name, &mine.doc, &mine.requirements, bins.collect())
        };
        Ok(Self::new(self.groups.iter().zip(&other.groups).map(join).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BINS: usize = 40;

    /// Arbitrary hits of the same bins, some of them marked as impossible.
    fn coverage() -> impl Strategy<Value = Coverage> {
        proptest::collection::vec(any::<bool>(), BINS).prop_map(|hits| {
            let bin = |(number, hit): (usize, bool)| CoverageBin {
                name: format!("g/{number}"),
                hit,
                impossible: (number % 7 == 3).then(|| Impossible { reason: "r".to_owned(), see: "s".to_owned() }),
            };
            let bins: Vec<_> = hits.into_iter().enumerate().map(bin).collect();
            let (left, right) = bins.split_at(BINS / 3);
            let group = |name: &str, bins: &[CoverageBin]| CoverageGroup::new(name, "", &[], bins.to_vec());
            Coverage::new(vec![group("left", left), group("right", right)])
        })
    }

    proptest! {
        #[test]
        fn joining_is_associative_commutative_and_idempotent(a in coverage(), b in coverage(), c in coverage()) {
            let join = |a: &Coverage, b: &Coverage| a.join(b).expect("the same bins");
            prop_assert_eq!(join(&join(&a, &b), &c), join(&a, &join(&b, &c)));
            prop_assert_eq!(join(&a, &b), join(&b, &a));
            prop_assert_eq!(join(&a, &a), a.clone());
            prop_assert_eq!(join(&join(&a, &b), &b), join(&a, &b));
        }

        #[test]
        fn joining_keeps_exactly_the_hits_of_both(a in coverage(), b in coverage()) {
            let both = a.join(&b).expect("the same bins");
            let hits = |coverage: &Coverage| -> Vec<bool> {
                coverage.groups.iter().flat_map(|group| &group.bins).map(|bin| bin.hit).collect()
            };
            let either: Vec<_> = hits(&a).iter().zip(hits(&b)).map(|(a, b)| *a || b).collect();
            prop_assert_eq!(hits(&both), either);
            prop_assert_eq!(both.total, both.hit + both.missing().count() as u64);
            prop_assert_eq!(both.total + both.impossible, BINS as u64);
        }
    }

    #[test]
    fn different_bins_are_rejected() {
        let bin = |name: &str| CoverageBin { name: name.to_owned(), hit: true, impossible: None };
        let of = |name: &str| Coverage::new(vec![CoverageGroup::new("g", "", &[], vec![bin(name)])]);
        assert!(of("g/a").join(&of("g/b")).is_err());
        assert!(of("g/a").join(&Coverage::default()).is_err());
    }
}
