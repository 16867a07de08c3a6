//! The B-Box with its register port.

use super::collisions::{CollisionSites, Cycle};
use super::state::{BBox, Register, COUNTERS};
use golden_model_core::register_port::{RequestPort, Response, ResponsePort};
use golden_model_core::{Bits, CollisionCoverage, CoveredModel, EventCoverage, GoldenModel, Pmu, WordPosition};

/// The B-Box verified alone.
#[derive(Clone)]
pub(super) struct BBoxModel {
    requests: RequestPort,
    responses: ResponsePort,
    freeze: Bits,
    events: [Bits; COUNTERS],
    pmi: WordPosition,
    registers: [(Register, WordPosition); 2 * COUNTERS],
    state: BBox,
    /// Empty: the page names no event codes.
    coverage: EventCoverage,
    sites: CollisionSites,
    /// Collisions, if they are recorded.
    collisions: Option<CollisionCoverage>,
}

impl BBoxModel {
    /// Creates the model in its reset state.
    pub fn new(pmu: &Pmu) -> Self {
        let register = |index: usize| {
            let counter = index % COUNTERS;
            let (register, name) = match index / COUNTERS {
                0 => (Register::EvtSel(counter), "EVT_SEL"),
                _ => (Register::Cnt(counter), "CNT"),
            };
            (register, pmu.output(&format!("bbox.B_MSR_PMON_{name}{counter}")))
        };
        Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            freeze: pmu.input("bbox.freeze"),
            events: std::array::from_fn(|counter| pmu.input(&format!("bbox.ev{counter}"))),
            pmi: pmu.output("bbox.pmi"),
            registers: std::array::from_fn(register),
            state: BBox::default(),
            coverage: EventCoverage::new(pmu.description.counters().len(), pmu.description.events.rows.len()),
            sites: CollisionSites::new(&pmu.collisions),
            collisions: None,
        }
    }
}

impl GoldenModel for BBoxModel {
    fn reset(&mut self) {
        self.state = BBox::default();
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let request = self.requests.request(frame);
        let here = request.filter(|request| request.space == 0 && request.unit == 0);
        let register = here.and_then(|request| Register::at(request.addr));
        let (response, written) = match (request, register) {
            (None, _) => (Response::default(), None),
            (Some(_), None) => (Response::REFUSED, None),
            (Some(request), Some(register)) if request.write => (Response::default(), Some((register, request.data))),
            (Some(_), Some(register)) => (Response { error: false, rdata: self.state.read(register) }, None),
        };
        observation.fill(0);
        self.responses.put(observation, response);
        self.pmi.put(observation, self.state.pmi());
        for &(register, position) in &self.registers {
            position.put(observation, self.state.read(register));
        }
        let events = &self.events;
        let occurs = |counter: usize, code: u64| events[counter].get(frame) >> code & 1 != 0;
        let (rst, freeze) = (self.requests.rst(frame), self.freeze.get(frame) != 0);
        if let Some(collisions) = &mut self.collisions {
            self.sites.record(&self.state, Cycle { rst, freeze, written }, occurs, collisions);
        }
        if rst {
            self.reset();
            return;
        }
        self.state.step(freeze, occurs, written);
    }
}

impl CoveredModel for BBoxModel {
    fn event_coverage(&self) -> &EventCoverage {
        &self.coverage
    }

    fn clear_event_coverage(&mut self) {
        self.coverage.clear();
    }

    fn collision_coverage(&mut self) -> &mut Option<CollisionCoverage> {
        &mut self.collisions
    }
}
