//! The PCU behind its register port.

use super::event::Pins;
use super::pcu::Pcu;
use super::ports::OutputPorts;
use super::registers::{Register, COUNTERS};
use crate::bus::{RequestPort, ResponsePort};
use crate::collisions::CollisionTable;
use crate::pmus::ivt_common::{no_marks, Access, Acts, BoxSites, Broadcasts, Coverage, Rows};
use crate::{Bits, Collisions, CountedRows, GoldenModel, Pmu};

/// The PCU alone.
#[derive(Clone)]
pub(super) struct PcuModel {
    requests: RequestPort,
    responses: ResponsePort,
    freeze: Bits,
    unfreeze: Bits,
    pins: Pins,
    outputs: OutputPorts,
    pcu: Pcu,
    /// The part of an observation that only software changes.
    settings: Vec<u64>,
    coverage: Coverage<COUNTERS>,
    rows: Rows,
    marks: CountedRows,
    sites: BoxSites,
    /// Collisions, where they are noted.
    met: Option<Collisions>,
}

impl PcuModel {
    /// The model in its reset state.
    pub fn new(pmu: &Pmu) -> Self {
        let input = |name: &str| pmu.input(&format!("pcu.{name}"));
        let mut model = Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            freeze: input("frz_bcast"),
            unfreeze: input("unfrz_bcast"),
            pins: Pins::new(input),
            outputs: OutputPorts::new(pmu),
            pcu: Pcu::new(),
            settings: vec![0; pmu.observation.words()],
            coverage: Coverage::new(&pmu.description, 0),
            rows: Rows::new(&pmu.description, 0),
            marks: no_marks(&pmu.description),
            sites: BoxSites::new(&pmu.collisions),
            met: None,
        };
        model.reset();
        model
    }

    /// Takes over what software has changed.
    fn show(&mut self) {
        self.settings.fill(0);
        self.outputs.settings(&mut self.settings, &self.pcu);
    }

    fn restart_coverage(&mut self) {
        let controls = std::array::from_fn(|counter| self.pcu.bank().control(counter));
        self.coverage.restart(&self.marks, &self.rows, controls);
    }
}

impl GoldenModel for PcuModel {
    fn reset(&mut self) {
        self.pcu = Pcu::new();
        self.restart_coverage();
        self.show();
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let access = Access::decode(self.requests.request(frame), Register::at);
        observation.copy_from_slice(&self.settings);
        self.responses.put(observation, access.answer(|register| self.pcu.read(register)));
        self.outputs.observe(observation, &self.pcu);
        let broadcasts = Broadcasts { freeze: self.freeze.get(frame) != 0, unfreeze: self.unfreeze.get(frame) != 0 };
        let (rst, written) = (self.requests.rst(frame), access.written());
        if let Some(met) = &mut self.met {
            let (box_ctl, bank) = match written {
                Some((Register::BoxCtl, data)) => (Some(data), None),
                Some((Register::Bank(register), data)) => (None, Some((register, data))),
                _ => (None, None),
            };
            let acts = Acts { rst, broadcasts, box_ctl, written: bank };
            self.pcu.note((&self.pins, frame), acts, &self.sites, met);
        }
        if rst {
            self.reset();
            return;
        }
        let growth = self.pcu.clock((&self.pins, frame), broadcasts, written, self.coverage.asked());
        let bank = self.pcu.bank();
        self.coverage.note(&mut self.marks, &self.rows, growth, |counter| bank.control(counter));
        if written.is_some_and(|(register, _)| register.is_setting()) {
            self.show();
        }
    }

    fn counted(&self) -> &CountedRows {
        &self.marks
    }

    fn clear_counted(&mut self) {
        self.marks.clear();
        self.restart_coverage();
    }

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
