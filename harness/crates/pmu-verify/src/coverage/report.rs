//! Coverage as it is stored in results.

use super::hits::Hits;
use super::points::{Group, Points};
use pmu_results::{Coverage, CoverageBin, CoverageGroup, Impossible};

impl Points {
    /// The coverage of a run that hit these bins, by the plan.
    pub fn report(&self, hits: &Hits) -> Coverage {
        self.groups_with_hits(&self.groups[..self.plan_groups], hits)
    }

    /// The situations that a run hit.
    pub fn situations(&self, hits: &Hits) -> Coverage {
        self.groups_with_hits(&self.groups[self.plan_groups..], hits)
    }

    fn groups_with_hits(&self, groups: &[Group], hits: &Hits) -> Coverage {
        let impossible = |bin: usize| {
            let entry = &self.reasons[self.impossible[bin]?];
            Some(Impossible { reason: entry.reason.clone(), see: entry.see.clone() })
        };
        let bin = |bin: usize| CoverageBin {
            name: self.names[bin].clone(),
            hit: hits.contains(bin),
            impossible: impossible(bin),
        };
        let groups = groups.iter().map(|group| {
            let bins = group.bins.clone().map(bin).collect();
            CoverageGroup::new(&group.name, &group.doc, &group.requirements, bins)
        });
        Coverage::new(groups.collect())
    }
}
