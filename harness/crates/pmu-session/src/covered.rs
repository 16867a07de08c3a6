//! Sessions that record coverage.

use crate::coverage::{points, CoverageSummary};
use crate::error::SessionError;
use golden_model_core::{Observer, Pmu, Session};
use pmu_results::events;
use pmu_support::caught;
use pmu_verify::coverage::{Hits, Points, Sampler};

/// A session that records the coverage of its cycles.
pub type CoveredSession = Session<'static, CoverageRecorder>;

/// Records the bins that the cycles of a session hit.
pub struct CoverageRecorder {
    points: &'static Points,
    sampler: Sampler<'static>,
    hits: Hits,
}

impl CoverageRecorder {
    /// Adds the bins that were hit since the last call. The next cycle begins a new sequence.
    fn collect(&mut self) {
        let hits = self.sampler.finish(true);
        self.hits.join(&hits);
    }
}

impl Observer for CoverageRecorder {
    fn cycle(&mut self, frame: &[u64], observation: &[u64]) {
        self.sampler.sample(frame, observation);
    }

    fn reset(&mut self) {
        self.collect();
    }
}

/// A session that records coverage, with the model in its reset state.
///
/// # Errors
/// If the coverage plan of the PMU is wrong, or the model panics.
pub fn covered_session(pmu: &'static Pmu) -> Result<CoveredSession, SessionError> {
    let points = points(pmu)?;
    let recorder = CoverageRecorder { points, sampler: Sampler::new(points), hits: Hits::none(points.bins()) };
    Ok(caught(|| Session::with_observer(pmu, recorder))?)
}

/// The coverage of all cycles since the session began, also of those before a reset.
pub fn coverage(session: &mut CoveredSession) -> CoverageSummary {
    session.observer_mut().collect();
    let pmu = session.pmu();
    let CoverageRecorder { points, hits, .. } = session.observer();
    let events = events(&pmu.description, session.model().event_coverage());
    CoverageSummary::new(pmu, session.cycles(), points.report(hits), events)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select;

    #[test]
    fn coverage_contains_the_cycles_before_a_reset() {
        let mut k8 = covered_session(select("k8", "", "").expect("a PMU")).expect("a session");
        // EN, OS, USR and the event code of DATA_CACHE_ACCESSES.
        k8.write("core0.PerfEvtSel0", 0x43_0040).expect("a register");
        k8.set_event("core0", "DATA_CACHE_ACCESSES", 2).expect("an event");
        k8.step();
        let before = coverage(&mut k8);
        assert!(before.coverage.hit > 0 && before.events.by_counter[0].counted == 1);
        assert!(!before.requirements.is_empty());
        k8.reset();
        let after = coverage(&mut k8);
        assert_eq!((after.coverage.hit, after.events.by_counter[0].counted), (before.coverage.hit, 1));
    }
}
