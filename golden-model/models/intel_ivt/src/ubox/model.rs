//! The model of the U-Box alone with its register port.

use super::box_model::UBoxBlock;
use super::collisions::{CollisionSites, Cycle};
use super::ports::MessagePorts;
use super::registers::Register;
use crate::common::{no_marks, Access};
use golden_model_core::register_port::{RequestPort, ResponsePort};
use golden_model_core::{CollisionCoverage, CoveredModel, EventCoverage, GoldenModel, Pmu};

/// The only U-Box of a PMU.
#[derive(Clone)]
pub(super) struct UBoxModel {
    requests: RequestPort,
    responses: ResponsePort,
    messages: MessagePorts,
    ubox: UBoxBlock,
    coverage: EventCoverage,
    sites: CollisionSites,
    /// Collision coverage, if enabled.
    collisions: Option<CollisionCoverage>,
}

impl UBoxModel {
    /// Creates the model in its reset state.
    pub fn new(pmu: &Pmu) -> Self {
        let mut model = Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            messages: MessagePorts::new(pmu, "ubox"),
            ubox: UBoxBlock::new(pmu, 0),
            coverage: no_marks(&pmu.description),
            sites: CollisionSites::new(&pmu.collisions),
            collisions: None,
        };
        model.reset();
        model
    }
}

impl GoldenModel for UBoxModel {
    fn reset(&mut self) {
        self.ubox.reset(&self.coverage);
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let access = Access::decode(self.requests.request(frame), Register::at);
        observation.fill(0);
        self.responses.put(observation, access.answer(|register| self.ubox.ubox().read(register)));
        self.ubox.observe(observation);

        let rst = self.requests.rst(frame);
        let inputs = self.ubox.inputs(frame, self.messages.of(frame));
        if let Some(collisions) = &mut self.collisions {
            self.ubox.record((&self.sites, collisions), Cycle { rst, inputs: &inputs, written: access.written() });
        }
        if rst {
            self.reset();
            return;
        }
        self.ubox.step(&inputs, access.written(), &mut self.coverage);
    }
}

impl CoveredModel for UBoxModel {
    fn event_coverage(&self) -> &EventCoverage {
        &self.coverage
    }

    fn clear_event_coverage(&mut self) {
        self.coverage.clear();
        self.ubox.restart_coverage(&self.coverage);
    }

    fn collision_coverage(&mut self) -> &mut Option<CollisionCoverage> {
        &mut self.collisions
    }
}
