//! Golden model of an Intel Itanium 9300 core PMU with its QPI event address register.
//!
//! A freeze of the core stops captures of the register. The core counts the event of the register.
//!
//! "ICPE-Ann" are decisions of `docs/decisions/itanium_uncore.md`.

mod collisions;
#[cfg(test)]
mod tests;

use super::qear::QearBlock;
use collisions::{CollisionSites, Cycle};
use golden_model_common::sub_block::SubBlock;
use golden_model_core::collisions::CollisionCoverage;
use golden_model_core::register_port::{Request, RequestPort, Response, ResponsePort};
use golden_model_core::{Bits, CoveredModel, EventCoverage, GoldenModel, Pmu};

/// Address space (ICPE-A02) and unit of the register, and the number of accepted offsets.
const SPACE: u32 = 8;
const UNIT: u32 = 0;
const OFFSETS: u32 = 0x1000;
/// The lane that carries the event of the register, and its code and unit mask (ICPE-A01).
const LANE: u32 = 7;
const CODE: u64 = 0xA0;
const UMASK: u32 = 1;

/// Creates the model, in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(Model::new(pmu))
}

/// Returns the bits of lane 7 in each port of the lanes, with their values in a cycle with an event.
fn lane(core: &SubBlock) -> [(Bits, u64); 9] {
    let ports = [
        ("ev_valid", 1, 1),
        ("ev_code", 8, CODE),
        ("ev_umhit", 16, 1 << UMASK),
        ("ev_inc", 3, 1),
        ("ev_tid", 1, 0),
        ("ev_tag", 4, 0),
        ("ev_dtag", 1, 0),
        ("ev_pf", 1, 0),
        ("ev_mesi", 4, 0),
    ];
    ports.map(|(port, width, value)| (core.port(port, LANE * width, width), value))
}

/// The core with its QPI event address register.
struct Model {
    requests: RequestPort,
    responses: ResponsePort,
    core: SubBlock,
    qear: QearBlock,
    lane: [(Bits, u64); 9],
    /// Whether each thread is frozen, as outputs of the core.
    frozen: [Bits; 2],
    counted: EventCoverage,
    sites: CollisionSites,
    /// Collisions, if they are recorded.
    collisions: Option<CollisionCoverage>,
}

/// An access to the space of the register.
#[derive(Clone, Copy)]
struct Access {
    offset: u32,
    write: Option<u64>,
}

/// Decodes an access to the space of the register, or returns `None` if it is refused.
fn access(request: Request) -> Option<Access> {
    let Request { write, unit, addr, data, .. } = request;
    (unit == UNIT && addr < OFFSETS).then_some(Access { offset: addr, write: write.then_some(data) })
}

impl Model {
    fn new(pmu: &Pmu) -> Self {
        let core = SubBlock::new(pmu, "itanium_core", "thread0", "");
        Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            qear: QearBlock::new(pmu, "qear", "qear."),
            lane: lane(&core),
            frozen: ["thread0.frozen", "thread1.frozen"].map(|name| core.output(name)),
            counted: EventCoverage::new(pmu.description.counters().len(), pmu.description.events.rows.len()),
            sites: CollisionSites::new(pmu, &core),
            collisions: None,
            core,
        }
    }

    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        observation.fill(0);
        let rst = self.requests.rst(frame);
        let request = self.requests.request(frame);
        let (of_core, of_qear) = match request {
            Some(request) if request.space == SPACE => (None, Some(access(request))),
            request => (request, None),
        };
        self.core.take(frame, rst, of_core);
        if self.qear.event() {
            self.lane.iter().for_each(|&(at, value)| self.core.drive(at, value));
        }
        let response = self.core.step(observation);
        let response = match of_qear {
            None => response,
            Some(None) => Response::REFUSED,
            Some(Some(Access { write: Some(_), .. })) => Response::default(),
            Some(Some(Access { offset, .. })) => Response { error: false, rdata: self.qear.read(offset) },
        };
        self.responses.put(observation, response);
        self.qear.observe(observation);
        let frozen = self.core.output_value(self.frozen[0]) | self.core.output_value(self.frozen[1]) << 1;
        let write = of_qear.flatten().and_then(|access| Some((access.offset, access.write?)));
        if let Some(collisions) = &mut self.collisions {
            let (acting, event) = (self.qear.acting(frame, frozen, write), self.qear.event());
            let cycle = Cycle { frame, rst, request: of_core, acting, event };
            self.sites.record(&self.core, &self.qear, &cycle, collisions);
        }
        match rst {
            true => self.qear.reset(),
            false => self.qear.step(frame, frozen, write),
        }
    }
}

impl GoldenModel for Model {
    fn reset(&mut self) {
        self.core.reset();
        self.qear.reset();
    }

    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        self.step(frame, observation);
        self.core.add_counted(&mut self.counted);
    }

    fn step_batch(&mut self, frames: &[u64], frame_words: usize, observations: &mut [u64], observation_words: usize) {
        let observations = observations.chunks_exact_mut(observation_words);
        frames.chunks_exact(frame_words).zip(observations).for_each(|(frame, seen)| self.step(frame, seen));
        self.core.add_counted(&mut self.counted);
    }
}

impl CoveredModel for Model {
    fn event_coverage(&self) -> &EventCoverage {
        &self.counted
    }

    fn clear_event_coverage(&mut self) {
        self.core.clear_counted();
        self.counted.clear();
    }

    fn collision_coverage(&mut self) -> &mut Option<CollisionCoverage> {
        &mut self.collisions
    }
}
