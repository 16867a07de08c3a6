//! Golden model of the QuickPath event address register of an Intel Itanium 9300 core: it measures the latency of a request.
//!
//! Sections in comments are those of the manual, "QEAR-Ann" the decisions of `docs/decisions/itanium_uncore.md` where it is silent.

mod collide;
mod lfsr;
mod ports;
mod qear;
#[cfg(test)]
mod tests;

use super::itanium_common::CsrPort;
use crate::collisions::{CollisionTable, Collisions};
use crate::{CountedRows, GoldenModel, Place, Pmu};
use collide::CollisionSites;
use ports::InputPorts;
use qear::{Qear, CTL};

/// The model of the QEAR alone, in its reset state.
pub fn model(pmu: &Pmu) -> Box<dyn GoldenModel> {
    let state = [
        "qear.CPE_CSR_QEAR_DAT0",
        "qear.CPE_CSR_QEAR_DAT1",
        "qear.CPE_CSR_QEAR_CTL",
        "lfsr",
        "phase",
        "tag",
        "data_exp",
    ];
    Box::new(Model {
        port: CsrPort::new(pmu),
        inputs: InputPorts::new(pmu),
        event: pmu.observed("qear_evt"),
        places: state.map(|name| pmu.observed(name)),
        state: Qear::default(),
        rows: CountedRows::new(0, 0),
        sites: CollisionSites::new(&pmu.collisions),
        met: None,
    })
}

/// The QEAR behind its register port.
#[derive(Clone)]
struct Model {
    port: CsrPort,
    inputs: InputPorts,
    event: Place,
    places: [Place; 7],
    state: Qear,
    /// There are none: it counts no events.
    rows: CountedRows,
    sites: CollisionSites,
    met: Option<Collisions>,
}

impl GoldenModel for Model {
    fn reset(&mut self) {
        self.state = Qear::default();
    }

    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let state = &self.state;
        let write = self.port.access(frame, observation, |offset| state.read(offset));
        self.event.put(observation, state.event);
        let values = [
            state.dat0(),
            state.dat1(),
            state.ctl(),
            state.lfsr.0,
            state.phase.into(),
            state.tag,
            state.data_exp.into(),
        ];
        self.places.iter().zip(values).for_each(|(place, value)| place.put(observation, value));
        let rst = self.port.rst(frame);
        let write = write.filter(|(offset, _)| *offset == CTL).map(|(_, data)| data);
        let clock = self.inputs.clock(frame, write);
        if let Some(met) = &mut self.met {
            self.sites.note(&self.state, rst, &clock, met);
        }
        match rst {
            true => self.reset(),
            false => self.state.clock(&clock),
        }
    }

    fn counted(&self) -> &CountedRows {
        &self.rows
    }

    fn clear_counted(&mut self) {}

    fn note_collisions(&mut self, table: &CollisionTable) {
        self.met = Some(Collisions::new(table));
    }

    fn collisions(&self) -> Option<&Collisions> {
        self.met.as_ref()
    }

    fn clear_collisions(&mut self) {
        self.met.iter_mut().for_each(Collisions::clear);
    }
}
