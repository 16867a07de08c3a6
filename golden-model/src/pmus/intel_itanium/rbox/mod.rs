//! Golden model of the R-Box of an Intel Itanium 9300 processor: counters for what the crossbar router does on its twelve ports.
//!
//! Sections in comments are those of the manual, "RBOX-Ann" the decisions of `docs/decisions/itanium_uncore.md` where it is silent.

mod collide;
mod counters;
mod coverage;
mod iperf;
mod match_set;
mod port;
mod ports;
mod qlx;
mod registers;
mod state;
#[cfg(test)]
mod tests;

use super::common::CsrPort;
use crate::collisions::CollisionCoverage;
use crate::{Bits, EventCoverage, CoveredModel, GoldenModel, Pmu};
use collide::CollisionSites;
use coverage::Rows;
use ports::StatePorts;
use ports::TrafficPorts;
use registers::Register;
use state::{Clock, RBox};

/// Offsets of 16 bits.
const WINDOW: u32 = 0x1_0000;

/// The model of the R-Box alone, in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn CoveredModel> {
    Box::new(Model {
        port: CsrPort::with_window(pmu, WINDOW),
        traffic: TrafficPorts::new(pmu),
        pulses: ["dbx_frz", "dbx_unfrz"].map(|name| pmu.input(name)),
        places: StatePorts::new(pmu),
        rows: Rows::new(pmu),
        state: RBox::default(),
        counted: EventCoverage::new(pmu.description.counters().len(), pmu.description.events.rows.len()),
        sites: CollisionSites::new(&pmu.collisions),
        met: None,
    })
}

/// The R-Box behind its register port.
#[derive(Clone)]
struct Model {
    port: CsrPort,
    traffic: TrafficPorts,
    /// `dbx_frz` and `dbx_unfrz`.
    pulses: [Bits; 2],
    places: StatePorts,
    rows: Rows,
    state: RBox,
    counted: EventCoverage,
    sites: CollisionSites,
    met: Option<CollisionCoverage>,
}

impl GoldenModel for Model {
    fn reset(&mut self) {
        self.state = RBox::default();
    }

    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let state = &self.state;
        let read = |offset: u32| Register::at(offset).map_or(0, |register| state.read(register).into());
        let write = self.port.access(frame, observation, read);
        self.places.put(state, observation);
        let [freeze, unfreeze] = self.pulses.each_ref().map(|pulse| pulse.get(frame) == 1);
        let clock = Clock {
            traffic: self.traffic.traffic(frame),
            freeze,
            unfreeze,
            write: write.and_then(|(offset, data)| Some((Register::at(offset)?, data as u32))),
        };
        let rst = self.port.rst(frame);
        let outlook = self.state.cycle_effects(&clock);
        if let Some(met) = &mut self.met {
            self.sites.note(&self.state, rst, &clock, &outlook, met);
        }
        if rst {
            return self.reset();
        }
        self.rows.mark(&self.state, &clock.traffic, &outlook, &mut self.counted);
        self.state.clock(&clock, &outlook);
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
        &mut self.met
    }
}
