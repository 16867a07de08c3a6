//! Golden model of the performance counters of the RISC-V privileged architecture: `mcycle`, `minstret`, the hpm counters
//! with Smcntrpmf, Sscofpmf and Smcdeleg, for each legal configuration.
//!
//! Section numbers and "RVHPM-" ids in comments refer to the specification. `unit::Hpm` is the PMU without frames.

mod access;
mod collisions;
mod counting;
mod coverage;
mod csrs;
mod inputs;
mod lines;
mod location;
mod mode;
mod overflow;
mod parameters;
mod ports;
mod selectors;
mod state;
#[cfg(test)]
mod tests;
mod unit;
mod window;

use collisions::{CollisionSites, Cycle};
use coverage::Coverage;
use golden_model_core::{CollisionCoverage, CoveredModel, EventCoverage, GoldenModel, Pmu};
use inputs::Inputs;
use parameters::Parameters;
use ports::{InputPorts, OutputPorts};
use unit::Hpm;

/// Creates the model in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(Model::new(pmu))
}

/// The PMU with the slots of its description.
#[derive(Clone)]
struct Model {
    input_ports: InputPorts,
    output_ports: OutputPorts,
    /// The inputs of the cycle.
    inputs: Inputs,
    hpm: Hpm,
    /// The words of an observation that change only by writes and resets.
    settings: Vec<u64>,
    coverage: Coverage,
    sites: CollisionSites,
    /// Collision coverage, if enabled.
    collisions: Option<CollisionCoverage>,
}

impl Model {
    fn new(pmu: &Pmu) -> Self {
        let parameters = Parameters::new(&pmu.description.parameters);
        let sites = CollisionSites::new(&pmu.collisions, &parameters);
        let (input_ports, output_ports) = (InputPorts::new(pmu, &parameters), OutputPorts::new(pmu, &parameters));
        let inputs = Inputs::new(&parameters);
        let hpm = Hpm::new(parameters);
        let coverage = Coverage::new(&hpm);
        coverage.check(&hpm, &pmu.description);
        let settings = vec![0; pmu.observation.words()];
        let mut model = Self { input_ports, output_ports, inputs, hpm, settings, coverage, sites, collisions: None };
        model.update_settings();
        model
    }

    /// Updates the settings after a write or a reset.
    fn update_settings(&mut self) {
        self.output_ports.settings(&self.hpm.state, &mut self.settings);
    }
}

impl GoldenModel for Model {
    fn reset(&mut self) {
        self.hpm.reset();
        self.coverage.reselect();
        self.update_settings();
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        self.input_ports.read(frame, &mut self.inputs);
        let access = self.hpm.access(&self.inputs);
        observation.copy_from_slice(&self.settings);
        self.output_ports.observe(observation, &access, &self.hpm.state);

        if let Some(collisions) = &mut self.collisions {
            let cycle = Cycle { hpm: &self.hpm, inputs: &self.inputs, access: &access };
            self.sites.record(&cycle, collisions);
        }
        if self.inputs.rst {
            self.reset();
            return;
        }
        let increments = self.hpm.increments(&self.inputs);
        self.coverage.record(&self.hpm, &self.inputs, &access, &increments);
        self.hpm.advance(&self.inputs, &access, &increments);
        if access.write().is_some() {
            self.update_settings();
        }
    }
}

impl CoveredModel for Model {
    fn event_coverage(&self) -> &EventCoverage {
        self.coverage.counted()
    }

    fn clear_event_coverage(&mut self) {
        self.coverage.clear();
    }

    fn collision_coverage(&mut self) -> &mut Option<CollisionCoverage> {
        &mut self.collisions
    }
}
