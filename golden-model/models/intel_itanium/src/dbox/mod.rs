//! Golden model of the D-Box of an Intel Itanium 9300 processor.
//!
//! The D-Box collects the overflows of the uncore boxes, and freezes and unfreezes all of them.
//!
//! Sections in comments are those of the manual, "DBOX-Ann" the decisions of `docs/decisions/itanium_uncore.md` where the
//! manual is silent.

mod collisions;
mod ports;
mod state;
#[cfg(test)]
mod tests;

use super::common::CsrPort;
pub(super) use collisions::Acting;
use collisions::CollisionSites;
use golden_model_core::collisions::CollisionCoverage;
use golden_model_core::{Bits, CoveredModel, EventCoverage, GoldenModel, Pmu};
pub(super) use ports::{collected_line, DBoxBlock, Requests};
use state::Cycle;

/// The offset of DBX_CSR_MISC.
const MISC: u32 = 0xA00;

/// Creates the model of the D-Box verified alone, in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(Model {
        port: CsrPort::new(pmu),
        overflows: pmu.input("ovf"),
        collected: pmu.input(collected_line(pmu)),
        interrupts: pmu.input("pmi"),
        dbox: DBoxBlock::new(pmu, "dbox", ""),
        rows: EventCoverage::new(0, 0),
        sites: CollisionSites::new(&pmu.collisions),
        collisions: None,
    })
}

/// The D-Box with its register port.
#[derive(Clone)]
struct Model {
    port: CsrPort,
    overflows: Bits,
    collected: Bits,
    interrupts: Bits,
    dbox: DBoxBlock,
    /// Empty: the D-Box has no counters.
    rows: EventCoverage,
    sites: CollisionSites,
    collisions: Option<CollisionCoverage>,
}

impl GoldenModel for Model {
    fn reset(&mut self) {
        self.dbox.reset();
    }

    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let write = self.port.access(frame, observation, |offset| self.dbox.read(offset));
        self.dbox.observe(observation);
        let cycle = Cycle {
            overflows: self.overflows.get(frame),
            collected: self.collected.get(frame),
            interrupts: self.interrupts.get(frame),
            write: write.filter(|(offset, _)| *offset == MISC).map(|(_, data)| data),
        };
        let rst = self.port.rst(frame);
        if let Some(collisions) = &mut self.collisions {
            self.sites.record(self.dbox.state(), rst, cycle, collisions);
        }
        match rst {
            true => self.reset(),
            false => self.dbox.step_inputs(cycle),
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
