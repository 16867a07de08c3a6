//! Coverage as it is stored in results.

use super::hits::Hits;
use super::points::Points;
use pmu_results::{Coverage, CoverageBin, CoverageGroup, Impossible};

impl Points {
    /// The coverage of a run that hit these bins.
    pub fn report(&self, hits: &Hits) -> Coverage {
        let impossible = |bin: usize| {
            let entry = &self.reasons[self.impossible[bin]?];
            Some(Impossible { reason: entry.reason.clone(), see: entry.see.clone() })
        };
        let bin = |bin: usize| CoverageBin {
            name: self.names[bin].clone(),
            hit: hits.contains(bin),
            impossible: impossible(bin),
        };
        let groups = self.groups.iter().map(|group| {
            let bins = group.bins.clone().map(bin).collect();
            CoverageGroup::new(&group.name, &group.doc, &group.requirements, bins)
        });
        Coverage::new(groups.collect())
    }
}
