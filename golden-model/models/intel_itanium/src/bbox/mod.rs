//! Golden model of the PMU of a B-Box of an Intel Itanium 9300 processor.
//!
//! Eight counters count the events of a home agent. Accumulators add up the live counts of its units.
//!
//! Sections in comments are those of the manual, "IBBOX-Ann" the decisions of `docs/decisions/itanium_uncore.md` where the
//! manual is silent, "Rnn" requirements.

mod accumulator;
mod collisions;
mod commands;
mod counters;
mod coverage;
mod events;
mod imt;
mod iob;
mod ports;
mod queues;
mod registers;
mod state;
#[cfg(test)]
mod tests;

use super::common::CsrPort;
use collisions::CollisionSites;
use coverage::Rows;
use golden_model_core::collisions::CollisionCoverage;
use golden_model_core::{CoveredModel, EventCoverage, GoldenModel, Pmu};
use ports::InputPorts;
use ports::OutputPorts;
use registers::COUNTERS;
use state::{BBox, Options};

/// Creates the model of a B-Box verified alone, in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(Model::new(pmu))
}

/// A B-Box with its register port.
#[derive(Clone)]
struct Model {
    port: CsrPort,
    inputs: InputPorts,
    outputs: OutputPorts,
    rows: Rows,
    state: BBox,
    options: Options,
    counted: EventCoverage,
    sites: CollisionSites,
    collisions: Option<CollisionCoverage>,
}

impl Model {
    fn new(pmu: &Pmu) -> Self {
        Self {
            port: CsrPort::new(pmu),
            inputs: InputPorts::new(pmu),
            outputs: OutputPorts::new(pmu),
            rows: Rows::new(pmu),
            state: BBox::new(Options::of(&pmu.description)),
            options: Options::of(&pmu.description),
            counted: EventCoverage::new(COUNTERS, pmu.description.events.rows.len()),
            sites: CollisionSites::new(&pmu.collisions),
            collisions: None,
        }
    }
}

impl GoldenModel for Model {
    fn reset(&mut self) {
        self.state = BBox::new(self.options);
    }

    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let write = self.port.access(frame, observation, |offset| self.state.read(offset));
        let cycle = self.inputs.read(frame, write);
        self.outputs.put(&self.state, self.state.begins(&cycle), observation);
        let rst = self.port.rst(frame);
        let effects = self.state.effects(&cycle);
        if let Some(collisions) = &mut self.collisions {
            self.sites.record(&self.state, rst, &cycle, &effects, collisions);
        }
        if rst {
            return self.reset();
        }
        self.rows.record(self.state.ctl1, self.state.ctl2, effects.counted, &mut self.counted);
        self.state.step(&cycle, effects);
    }
}

impl CoveredModel for Model {
    fn event_coverage(&self) -> &EventCoverage {
        &self.counted
    }

    fn clear_event_coverage(&mut self) {
        self.counted.clear();
    }

    fn collision_coverage(&mut self) -> &mut Option<CollisionCoverage> {
        &mut self.collisions
    }
}
