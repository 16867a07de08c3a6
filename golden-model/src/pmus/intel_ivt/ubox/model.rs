//! The U-Box behind its register port.

use super::collide::{Clock, CollisionSites};
use super::placed::UBoxBlock;
use super::ports::MessagePorts;
use super::registers::Register;
use crate::bus::{RequestPort, ResponsePort};
use crate::pmus::intel_ivt::common::{no_marks, Access};
use crate::{CollisionCoverage, EventCoverage, CoveredModel, GoldenModel, Pmu};

/// The U-Box alone.
#[derive(Clone)]
pub(super) struct UBoxModel {
    requests: RequestPort,
    responses: ResponsePort,
    messages: MessagePorts,
    ubox: UBoxBlock,
    marks: EventCoverage,
    sites: CollisionSites,
    /// Collisions, where they are noted.
    met: Option<CollisionCoverage>,
}

impl UBoxModel {
    /// The model in its reset state.
    pub fn new(pmu: &Pmu) -> Self {
        let mut model = Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            messages: MessagePorts::new(pmu, "ubox"),
            ubox: UBoxBlock::new(pmu, 0),
            marks: no_marks(&pmu.description),
            sites: CollisionSites::new(&pmu.collisions),
            met: None,
        };
        model.reset();
        model
    }
}

impl GoldenModel for UBoxModel {
    fn reset(&mut self) {
        self.ubox.reset(&self.marks);
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let access = Access::decode(self.requests.request(frame), Register::at);
        observation.fill(0);
        self.responses.put(observation, access.answer(|register| self.ubox.ubox().read(register)));
        self.ubox.observe(observation);

        let rst = self.requests.rst(frame);
        let inputs = self.ubox.inputs(frame, self.messages.of(frame));
        if let Some(met) = &mut self.met {
            self.ubox.note((&self.sites, met), Clock { rst, inputs: &inputs, written: access.written() });
        }
        if rst {
            self.reset();
            return;
        }
        self.ubox.clock(&inputs, access.written(), &mut self.marks);
    }
}

impl CoveredModel for UBoxModel {
    fn event_coverage(&self) -> &EventCoverage {
        &self.marks
    }

    fn clear_event_coverage(&mut self) {
        self.marks.clear();
        self.ubox.restart_coverage(&self.marks);
    }

    fn collision_coverage(&mut self) -> &mut Option<CollisionCoverage> {
        &mut self.met
    }
}
