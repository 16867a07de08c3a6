//! The model of a box alone with its register port.

use super::box_model::BoxModel;
use super::coverage::{no_marks, Rows};
use super::freeze::Broadcasts;
use super::register_port::Access;
use golden_model_core::register_port::{RequestPort, ResponsePort};
use golden_model_core::{Bits, CollisionCoverage, CoveredModel, EventCoverage, GoldenModel, Pmu};

/// The only box of a PMU.
#[derive(Clone)]
pub(crate) struct StandaloneBox<B: BoxModel> {
    requests: RequestPort,
    responses: ResponsePort,
    freeze: Bits,
    unfreeze: Bits,
    model: B,
    /// The words of an observation that only software changes.
    settings: Vec<u64>,
    rows: Rows,
    coverage: EventCoverage,
    sites: B::Sites,
    /// Collision coverage, if enabled.
    collisions: Option<CollisionCoverage>,
}

impl<B: BoxModel> StandaloneBox<B> {
    /// Creates the model in its reset state.
    pub fn new(pmu: &Pmu) -> Self {
        let unit = &pmu.description.units[0].name;
        let mut model = Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            freeze: pmu.input(&format!("{unit}.frz_bcast")),
            unfreeze: pmu.input(&format!("{unit}.unfrz_bcast")),
            model: B::only(pmu),
            settings: vec![0; pmu.observation.words()],
            rows: Rows::new(&pmu.description, 0),
            coverage: no_marks(&pmu.description),
            sites: B::sites(&pmu.collisions),
            collisions: None,
        };
        model.reset();
        model
    }

    /// Updates the settings after a register write.
    fn update_settings(&mut self) {
        self.settings.fill(0);
        self.model.settings(&mut self.settings);
    }
}

impl<B: BoxModel> GoldenModel for StandaloneBox<B> {
    fn reset(&mut self) {
        self.model.reset(None, &self.coverage, &self.rows);
        self.update_settings();
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let access = Access::decode_in(B::SPACE, self.requests.request(frame), |address| self.model.at(address, frame));
        observation.copy_from_slice(&self.settings);
        self.responses.put(observation, access.answer(|register| self.model.read(register, frame)));
        self.model.observe(observation);
        let broadcasts = Broadcasts { freeze: self.freeze.get(frame) != 0, unfreeze: self.unfreeze.get(frame) != 0 };
        let written = access.written().map(|(register, data)| (register, data & B::DATA));
        let rst = self.requests.rst(frame);
        if let Some(collisions) = &mut self.collisions {
            self.model.record(frame, (rst, broadcasts, written), &self.sites, collisions);
        }
        if rst {
            self.model.reset(Some(frame), &self.coverage, &self.rows);
            self.update_settings();
            return;
        }
        self.model.step(frame, broadcasts, written, (&mut self.coverage, &self.rows));
        if written.is_some_and(|(register, _)| B::is_setting(register)) {
            self.update_settings();
        }
    }
}

impl<B: BoxModel> CoveredModel for StandaloneBox<B> {
    fn event_coverage(&self) -> &EventCoverage {
        &self.coverage
    }

    fn clear_event_coverage(&mut self) {
        self.coverage.clear();
        self.model.restart_coverage(&self.coverage, &self.rows);
    }

    fn collision_coverage(&mut self) -> &mut Option<CollisionCoverage> {
        &mut self.collisions
    }
}
