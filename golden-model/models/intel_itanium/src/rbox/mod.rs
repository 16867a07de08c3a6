//! Golden model of the R-Box of an Intel Itanium 9300 processor.
//!
//! Its counters count the events of the crossbar router on its twelve ports.
//!
//! Sections in comments are those of the manual, "RBOX-Ann" the decisions of `docs/decisions/itanium_uncore.md` where the
//! manual is silent.

mod collisions;
mod counters;
mod coverage;
mod iperf;
mod match_set;
mod outputs;
mod port;
mod ports;
mod qlx;
mod registers;
mod state;
#[cfg(test)]
mod tests;

use super::common::CsrPort;
use collisions::CollisionSites;
use coverage::Rows;
use golden_model_core::collisions::CollisionCoverage;
use golden_model_core::{Bits, CoveredModel, EventCoverage, GoldenModel, Pmu};
use outputs::StatePorts;
use ports::TrafficPorts;
use registers::Register;
use state::{Cycle, RBox};

/// Number of offsets in the window, which have 16 bits.
const WINDOW: u32 = 0x1_0000;

/// Creates the model of the R-Box verified alone, in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(Model {
        port: CsrPort::with_window(pmu, WINDOW),
        traffic: TrafficPorts::new(pmu),
        pulses: ["dbx_frz", "dbx_unfrz"].map(|name| pmu.input(name)),
        state_ports: StatePorts::new(pmu),
        rows: Rows::new(pmu),
        state: RBox::default(),
        counted: EventCoverage::new(pmu.description.counters().len(), pmu.description.events.rows.len()),
        sites: CollisionSites::new(&pmu.collisions),
        collisions: None,
    })
}

/// The R-Box with its register port.
#[derive(Clone)]
struct Model {
    port: CsrPort,
    traffic: TrafficPorts,
    /// `dbx_frz` and `dbx_unfrz`.
    pulses: [Bits; 2],
    state_ports: StatePorts,
    rows: Rows,
    state: RBox,
    counted: EventCoverage,
    sites: CollisionSites,
    collisions: Option<CollisionCoverage>,
}

impl GoldenModel for Model {
    fn reset(&mut self) {
        self.state = RBox::default();
    }

    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let state = &self.state;
        let read = |offset: u32| Register::at(offset).map_or(0, |register| state.read(register).into());
        let write = self.port.access(frame, observation, read);
        self.state_ports.put(state, observation);
        let [freeze, unfreeze] = self.pulses.each_ref().map(|pulse| pulse.get(frame) == 1);
        let cycle = Cycle {
            traffic: self.traffic.traffic(frame),
            freeze,
            unfreeze,
            write: write.and_then(|(offset, data)| Some((Register::at(offset)?, data as u32))),
        };
        let rst = self.port.rst(frame);
        let effects = self.state.cycle_effects(&cycle);
        if let Some(collisions) = &mut self.collisions {
            self.sites.record(&self.state, rst, &cycle, &effects, collisions);
        }
        if rst {
            return self.reset();
        }
        self.rows.record(&self.state, &cycle.traffic, &effects, &mut self.counted);
        self.state.step(&cycle, &effects);
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
