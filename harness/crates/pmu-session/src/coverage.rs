//! Coverage of a session in a document.

use golden_model_core::Pmu;
use pmu_results::{Coverage, CoverageGroup, Events};
use pmu_verify::coverage::{PlanError, Points};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The coverage that stimulus has reached in a golden model, and what remains.
#[derive(Debug, Serialize)]
pub struct CoverageSummary {
    /// Id of the PMU.
    pub pmu: String,
    /// Cycles since the first reset.
    pub cycles: u64,
    /// Functional coverage, with all bins.
    pub coverage: Coverage,
    /// Event coverage: event rows that each counter has counted and refused.
    pub events: Events,
    /// Requirements that have groups of bins: id, and for each group the hit and all bins.
    pub requirements: BTreeMap<String, BTreeMap<String, (u64, u64)>>,
}

impl CoverageSummary {
    /// The summary of functional and event coverage.
    pub(crate) fn new(pmu: &Pmu, cycles: u64, coverage: Coverage, events: Events) -> Self {
        let of = |id: &str| {
            let groups = coverage.groups.iter().filter(|group| group.requirements.iter().any(|own| own == id));
            let bins = |group: &CoverageGroup| (group.name.clone(), (group.hit, group.total));
            groups.map(bins).collect::<BTreeMap<_, _>>()
        };
        let all = pmu.description.requirements.iter().map(|requirement| (requirement.id.clone(), of(&requirement.id)));
        let requirements = all.filter(|(_, groups)| !groups.is_empty()).collect();
        Self { pmu: pmu.description.id.clone(), cycles, coverage, events, requirements }
    }
}

/// The bins of a PMU, which live as long as the process.
pub(crate) fn points(pmu: &'static Pmu) -> Result<&'static Points, PlanError> {
    static BUILT: Mutex<BTreeMap<String, &'static Points>> = Mutex::new(BTreeMap::new());
    // The digest contains the options.
    let key = format!("{} {}", pmu.description.id, pmu.description.digest);
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(points) = built.get(&key) {
        return Ok(points);
    }
    let points: &'static Points = Box::leak(Box::new(Points::new(pmu)?));
    built.insert(key, points);
    Ok(points)
}
