//! Golden model of the QuickPath event address register (QEAR) of an Intel Itanium 9300 core.
//!
//! The QEAR measures the latency of a request.
//!
//! Sections in comments are those of the manual, "QEAR-Ann" the decisions of `docs/decisions/itanium_uncore.md` where the
//! manual is silent.

mod collisions;
mod lfsr;
mod ports;
mod state;
#[cfg(test)]
mod tests;

use super::common::CsrPort;
pub(super) use collisions::Acting;
use collisions::CollisionSites;
use golden_model_core::collisions::CollisionCoverage;
use golden_model_core::{Bits, CoveredModel, EventCoverage, GoldenModel, Pmu};
pub(super) use ports::QearBlock;

/// Creates the model of the QEAR verified alone, in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(Model {
        port: CsrPort::new(pmu),
        frozen: pmu.input("pmu_frz"),
        qear: QearBlock::new(pmu, "qear", ""),
        rows: EventCoverage::new(0, 0),
        sites: CollisionSites::new(&pmu.collisions),
        collisions: None,
    })
}

/// The QEAR with its register port.
#[derive(Clone)]
struct Model {
    port: CsrPort,
    frozen: Bits,
    qear: QearBlock,
    /// Empty: the QEAR counts no events.
    rows: EventCoverage,
    sites: CollisionSites,
    collisions: Option<CollisionCoverage>,
}

impl GoldenModel for Model {
    fn reset(&mut self) {
        self.qear.reset();
    }

    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let write = self.port.access(frame, observation, |offset| self.qear.read(offset));
        self.qear.observe(observation);
        let rst = self.port.rst(frame);
        let frozen = self.frozen.get(frame);
        if let Some(collisions) = &mut self.collisions {
            self.sites.record(self.qear.state(), rst, &self.qear.inputs(frame, frozen, write), collisions);
        }
        match rst {
            true => self.reset(),
            false => self.qear.step(frame, frozen, write),
        }
    }
}

impl CoveredModel for Model {
    fn event_coverage(&self) -> &EventCoverage {
        &self.rows
    }

    fn clear_event_coverage(&mut self) {}

    fn collision_coverage(&mut self) -> &mut Option<CollisionCoverage> {
        &mut self.collisions
    }
}
