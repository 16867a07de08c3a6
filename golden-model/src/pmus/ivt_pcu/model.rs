//! The PCU behind its register port.

use super::placed::PlacedPcu;
use super::registers::Register;
use crate::bus::{RequestPort, ResponsePort};
use crate::collisions::CollisionTable;
use crate::pmus::ivt_common::{no_marks, Access, BoxSites, Broadcasts, PlacedBox, Rows};
use crate::{Bits, Collisions, CountedRows, GoldenModel, Pmu};

/// The PCU alone.
#[derive(Clone)]
pub(super) struct PcuModel {
    requests: RequestPort,
    responses: ResponsePort,
    freeze: Bits,
    unfreeze: Bits,
    pcu: PlacedPcu,
    /// The part of an observation that only software changes.
    settings: Vec<u64>,
    rows: Rows,
    marks: CountedRows,
    sites: BoxSites,
    /// Collisions, where they are noted.
    met: Option<Collisions>,
}

impl PcuModel {
    /// The model in its reset state.
    pub fn new(pmu: &Pmu) -> Self {
        let mut model = Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            freeze: pmu.input("pcu.frz_bcast"),
            unfreeze: pmu.input("pcu.unfrz_bcast"),
            pcu: PlacedPcu::new(pmu, 0),
            settings: vec![0; pmu.observation.words()],
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
        self.pcu.settings(&mut self.settings);
    }
}

impl GoldenModel for PcuModel {
    fn reset(&mut self) {
        self.pcu.reset(None, &self.marks, &self.rows);
        self.show();
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let access = Access::decode(self.requests.request(frame), Register::at);
        observation.copy_from_slice(&self.settings);
        self.responses.put(observation, access.answer(|register| self.pcu.read(register, frame)));
        self.pcu.observe(observation);
        let broadcasts = Broadcasts { freeze: self.freeze.get(frame) != 0, unfreeze: self.unfreeze.get(frame) != 0 };
        let (rst, written) = (self.requests.rst(frame), access.written());
        if let Some(met) = &mut self.met {
            self.pcu.note((&self.sites, met), frame, (rst, broadcasts, written));
        }
        if rst {
            self.reset();
            return;
        }
        self.pcu.clock(frame, broadcasts, written, (&mut self.marks, &self.rows));
        if written.is_some_and(|(register, _)| register.is_setting()) {
            self.show();
        }
    }

    fn counted(&self) -> &CountedRows {
        &self.marks
    }

    fn clear_counted(&mut self) {
        self.marks.clear();
        self.pcu.restart_coverage(&self.marks, &self.rows);
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
