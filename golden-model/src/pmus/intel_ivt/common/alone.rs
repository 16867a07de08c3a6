//! A box alone behind its register port.

use super::access::Access;
use super::coverage::{no_marks, Rows};
use super::freeze::Broadcasts;
use super::placed::BoxModel;
use crate::bus::{RequestPort, ResponsePort};
use crate::{Bits, CollisionCoverage, EventCoverage, CoveredModel, GoldenModel, Pmu};

/// The only box of a PMU.
#[derive(Clone)]
pub(crate) struct StandaloneBox<B: BoxModel> {
    requests: RequestPort,
    responses: ResponsePort,
    freeze: Bits,
    unfreeze: Bits,
    placed: B,
    /// The part of an observation that only software changes.
    settings: Vec<u64>,
    rows: Rows,
    marks: EventCoverage,
    sites: B::Sites,
    /// Collisions, where they are noted.
    met: Option<CollisionCoverage>,
}

impl<B: BoxModel> StandaloneBox<B> {
    /// The model in its reset state.
    pub fn new(pmu: &Pmu) -> Self {
        let unit = &pmu.description.units[0].name;
        let mut model = Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            freeze: pmu.input(&format!("{unit}.frz_bcast")),
            unfreeze: pmu.input(&format!("{unit}.unfrz_bcast")),
            placed: B::only(pmu),
            settings: vec![0; pmu.observation.words()],
            rows: Rows::new(&pmu.description, 0),
            marks: no_marks(&pmu.description),
            sites: B::sites(&pmu.collisions),
            met: None,
        };
        model.reset();
        model
    }

    /// Takes over what software has changed.
    fn show(&mut self) {
        self.settings.fill(0);
        self.placed.settings(&mut self.settings);
    }
}

impl<B: BoxModel> GoldenModel for StandaloneBox<B> {
    fn reset(&mut self) {
        self.placed.reset(None, &self.marks, &self.rows);
        self.show();
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let access =
            Access::decode_in(B::SPACE, self.requests.request(frame), |address| self.placed.at(address, frame));
        observation.copy_from_slice(&self.settings);
        self.responses.put(observation, access.answer(|register| self.placed.read(register, frame)));
        self.placed.observe(observation);
        let broadcasts = Broadcasts { freeze: self.freeze.get(frame) != 0, unfreeze: self.unfreeze.get(frame) != 0 };
        let written = access.written().map(|(register, data)| (register, data & B::DATA));
        let rst = self.requests.rst(frame);
        if let Some(met) = &mut self.met {
            self.placed.note(frame, (rst, broadcasts, written), &self.sites, met);
        }
        if rst {
            self.placed.reset(Some(frame), &self.marks, &self.rows);
            self.show();
            return;
        }
        self.placed.clock(frame, broadcasts, written, (&mut self.marks, &self.rows));
        if written.is_some_and(|(register, _)| B::is_setting(register)) {
            self.show();
        }
    }
}

impl<B: BoxModel> CoveredModel for StandaloneBox<B> {
    fn event_coverage(&self) -> &EventCoverage {
        &self.marks
    }

    fn clear_event_coverage(&mut self) {
        self.marks.clear();
        self.placed.restart_coverage(&self.marks, &self.rows);
    }

    fn collision_coverage(&mut self) -> &mut Option<CollisionCoverage> {
        &mut self.met
    }
}
