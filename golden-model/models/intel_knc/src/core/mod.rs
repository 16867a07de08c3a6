//! Golden model of the Intel Xeon Phi (Knights Corner) core PMU: one core, four threads.
//!
//! Section numbers in comments refer to the manual, "KNC-Ann" to the decisions in
//! `docs/decisions/knc.md` where the manual is silent.

mod collisions;
mod counter_set;
mod counters;
mod coverage;
mod enables;
mod events;
mod occurrences;
mod overflow;
mod ports;
mod qualifier;
mod registers;
mod select;
mod state;
#[cfg(test)]
mod tests;

use collisions::{CollisionSites, Cycle};
use counters::Inputs;
use coverage::Coverage;
use events::EventTable;
use golden_model_core::register_port::Response;
use golden_model_core::{CollisionCoverage, CoveredModel, EventCoverage, GoldenModel, Pmu};
use ports::{InputPorts, OutputPorts};
use registers::{Access, Registers};
use state::{Selection, State};

/// Creates the model in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(Knc::new(pmu))
}

/// The state of the PMU, with the names, slots and events of its description.
#[derive(Clone)]
struct Knc {
    inputs: InputPorts,
    outputs: OutputPorts,
    registers: Registers,
    selection: Selection,
    state: State,
    /// The words of an observation that change only by instructions.
    settings: Vec<u64>,
    coverage: Coverage,
    sites: CollisionSites,
    /// Collision coverage, if enabled.
    collisions: Option<CollisionCoverage>,
}

impl Knc {
    fn new(pmu: &Pmu) -> Self {
        let selection = Selection {
            format: select::format(&pmu.description),
            events: EventTable::new(pmu),
            interrupts_executing: pmu.description.chooses("KNC-A04", "executing-thread"),
        };
        let mut coverage = Coverage::new(&pmu.description);
        let mut model = Self {
            inputs: InputPorts::new(pmu),
            outputs: OutputPorts::new(pmu),
            registers: Registers::new(&pmu.description),
            state: State::new(&selection, &mut coverage),
            selection,
            coverage,
            sites: CollisionSites::new(pmu),
            collisions: None,
            settings: vec![0; pmu.observation.words()],
        };
        model.update_settings();
        model
    }

    /// Updates the settings after an instruction has changed a register.
    fn update_settings(&mut self) {
        self.outputs.settings(&self.state, &mut self.settings);
    }
}

impl GoldenModel for Knc {
    fn reset(&mut self) {
        self.state = State::new(&self.selection, &mut self.coverage);
        self.update_settings();
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let threads = self.inputs.threads(frame);
        let access = match self.inputs.register_port.request(frame) {
            Some(request) => self.registers.decode(&request, threads),
            None => Access::None,
        };
        let response = match access {
            Access::Refused => Response::REFUSED,
            Access::Read { thread, register } => Response { error: false, rdata: self.state.read(thread, register) },
            _ => Response::default(),
        };
        observation.copy_from_slice(&self.settings);
        self.outputs.observe(observation, response, &self.state);

        let rst = self.inputs.register_port.rst(frame);
        let inputs = Inputs { threads, frame };
        let requests = self.state.bank.requests(inputs);
        if let Some(collisions) = &mut self.collisions {
            let cycle = Cycle { rst, frame, access, selection: &self.selection };
            self.sites.record(&self.state, &requests, cycle, collisions);
        }
        if rst {
            self.reset();
        } else {
            self.state.step(&requests, access, inputs, &self.selection, &mut self.coverage);
            if access.changes() {
                self.update_settings();
            }
        }
    }
}

impl CoveredModel for Knc {
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
