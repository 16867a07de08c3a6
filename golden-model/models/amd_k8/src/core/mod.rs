//! Golden model of the AMD Athlon 64 / Opteron PMU with two cores.
//!
//! Section numbers in comments refer to chapter 10 of the manual. Where the manual is silent, the
//! model follows `docs/decisions/k8.md`.

mod collisions;
mod controls;
mod counter_set;
mod counters;
mod coverage;
mod events;
mod northbridge;
mod occurrences;
mod ports;
mod registers;
mod select;
#[cfg(test)]
mod tests;

use collisions::{CollisionSites, Cycle};
use counter_set::{by_core, has, CounterSet, ALL};
use counters::{CounterBank, Signals};
use coverage::Coverage;
use events::EventTable;
use golden_model_common::x86::SelectFormat;
use golden_model_core::register_port::Response;
use golden_model_core::{CollisionCoverage, CoveredModel, EventCoverage, GoldenModel, Pmu};
use northbridge::Ownership;
use ports::{InputPorts, OutputPorts, Wires};
use registers::{Access, Register, Registers};

/// Creates the model in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(K8::new(pmu))
}

/// The state of the PMU, with the names, slots and events of its description.
#[derive(Clone)]
struct K8 {
    inputs: InputPorts,
    outputs: OutputPorts,
    registers: Registers,
    format: SelectFormat,
    events: EventTable,
    bank: CounterBank,
    /// The words of an observation that change only by register writes.
    settings: Vec<u64>,
    ownership: Ownership,
    signals: Signals,
    /// Whether a claim of the other core stops northbridge events only (K8-A18).
    blocks_northbridge_only: bool,
    coverage: Coverage,
    sites: CollisionSites,
    /// Collision coverage, if enabled.
    collisions: Option<CollisionCoverage>,
}

impl K8 {
    fn new(pmu: &Pmu) -> Self {
        let description = &pmu.description;
        let format = select::format(description);
        let events = EventTable::new(&description.events);
        let signals = Signals {
            pins_pulse: description.chooses("K8-A15", "pulse"),
            requests_queue: description.chooses("K8-A14", "queued"),
        };
        let mut model = Self {
            inputs: InputPorts::new(pmu),
            outputs: OutputPorts::new(pmu),
            registers: Registers::new(description),
            bank: CounterBank::new(&format.decode(0), &events, signals),
            signals,
            blocks_northbridge_only: description.chooses("K8-A18", "northbridge-only"),
            format,
            events,
            ownership: Ownership::default(),
            coverage: Coverage::new(&description.events),
            sites: CollisionSites::new(&pmu.collisions),
            collisions: None,
            settings: vec![0; pmu.observation.words()],
        };
        model.reset();
        model
    }

    /// The counters that the other core's northbridge events stop, of those that they block.
    fn stopped(&self, blocked: CounterSet) -> CounterSet {
        // A counter that is not enabled does not count anyway, so the claims are all that matters.
        if self.blocks_northbridge_only {
            blocked & self.bank.claims()
        } else {
            blocked
        }
    }

    fn read(&self, register: Register, counter: usize) -> u64 {
        match register {
            Register::Select => self.bank.select(counter),
            Register::Counter => self.bank.counter(counter),
        }
    }

    fn write(&mut self, register: Register, counters: CounterSet, data: u64) {
        for counter in (0..ALL).filter(|&counter| has(counters, counter)) {
            match register {
                Register::Select => {
                    let select = self.format.decode(data);
                    self.bank.write_select(counter, &select, &self.events);
                    self.coverage.reselect(counter);
                }
                Register::Counter => self.bank.write_counter(counter, data),
            }
        }
        if register == Register::Select {
            self.outputs.settings(&self.bank, &mut self.settings);
        }
    }
}

impl GoldenModel for K8 {
    fn reset(&mut self) {
        self.bank = CounterBank::new(&self.format.decode(0), &self.events, self.signals);
        self.ownership = Ownership::default();
        (0..ALL).for_each(|counter| self.coverage.reselect(counter));
        self.outputs.settings(&self.bank, &mut self.settings);
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let access = match self.inputs.register_port.request(frame) {
            Some(request) => self.registers.decode(&request),
            None => Access::None,
        };
        let ownership = self.ownership.with_claims(self.bank.claims());
        let wires = Wires {
            response: match access {
                Access::Refused => Response::REFUSED,
                Access::Read(register, counter) => Response { error: false, rdata: self.read(register, counter) },
                _ => Response::default(),
            },
            blocked: ownership.blocked(),
        };
        observation.copy_from_slice(&self.settings);
        self.outputs.observe(observation, &wires, &self.bank, self.ownership);

        let inputs = [self.inputs.core(frame, 0), self.inputs.core(frame, 1)];
        let rst = self.inputs.register_port.rst(frame);
        let owners = [self.ownership, ownership];
        let requests = self.bank.requests(&inputs);
        let running = by_core([&inputs[0], &inputs[1]].map(|core| if core.halted { 0 } else { !0 }));
        if let Some(collisions) = &mut self.collisions {
            let cycle = Cycle { rst, halted: !running, access, format: &self.format, ownership: owners };
            self.sites.record(&self.bank, &requests, &cycle, collisions);
        }
        if rst {
            self.reset();
            return;
        }
        self.ownership = ownership;
        // A written counter does not count, so that it keeps the written value.
        let held = self.stopped(wires.blocked) | access.written_counters();
        self.bank.step(&requests, running, held, &mut self.coverage);
        // Writes take effect last: the cycle of a write counts with the previous configuration.
        if let Access::Write(register, counters, data) = access {
            self.write(register, counters, data);
        }
    }
}

impl CoveredModel for K8 {
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
