//! A box behind its register port.

use super::placed::PlacedPci;
use super::registers::{accessed, Register};
use super::{Kind, Names};
use crate::bus::{RequestPort, ResponsePort};
use crate::collisions::CollisionTable;
use crate::pmus::ivt_common::{no_marks, Acts, BoxSites, Broadcasts, PlacedBox, Rows};
use crate::{Bits, Collisions, CountedRows, GoldenModel, Pmu};

/// A box alone.
#[derive(Clone)]
pub(crate) struct PciModel<K: Kind, const N: usize, const W: u32> {
    requests: RequestPort,
    responses: ResponsePort,
    freeze: Bits,
    unfreeze: Bits,
    placed: PlacedPci<K, N, W>,
    /// The part of an observation that only software changes.
    settings: Vec<u64>,
    rows: Rows,
    marks: CountedRows,
    sites: BoxSites,
    /// Collisions, where they are noted.
    met: Option<Collisions>,
}

impl<K: Kind, const N: usize, const W: u32> PciModel<K, N, W> {
    /// The model in its reset state.
    pub fn new(pmu: &Pmu) -> Self {
        let names = Names::new(pmu, 0, &[]);
        let mut model = Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            freeze: names.input("frz_bcast"),
            unfreeze: names.input("unfrz_bcast"),
            placed: PlacedPci::new(pmu, 0, &[]),
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
        self.placed.settings(&mut self.settings);
    }
}

impl<K: Kind, const N: usize, const W: u32> GoldenModel for PciModel<K, N, W> {
    fn reset(&mut self) {
        self.placed.reset(None, &self.marks, &self.rows);
        self.show();
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let access = accessed(self.requests.request(frame), |address| K::at(address, N));
        observation.copy_from_slice(&self.settings);
        self.responses.put(observation, access.answer(|register| self.placed.read(register, frame)));
        self.placed.observe(observation);
        let broadcasts = Broadcasts { freeze: self.freeze.get(frame) != 0, unfreeze: self.unfreeze.get(frame) != 0 };
        let (rst, written) = (self.requests.rst(frame), access.written());
        if let Some(met) = &mut self.met {
            let (box_ctl, bank) = (Register::BoxCtl.data_in(written), written.and_then(Register::of_bank));
            let acts = Acts { rst, broadcasts, box_ctl, written: bank };
            self.placed.note(frame, acts, &self.sites, met);
        }
        if rst {
            self.placed.reset(Some(frame), &self.marks, &self.rows);
            self.show();
            return;
        }
        self.placed.clock(frame, broadcasts, written, (&mut self.marks, &self.rows));
        if written.is_some_and(|(register, _)| register.is_setting()) {
            self.show();
        }
    }

    fn counted(&self) -> &CountedRows {
        &self.marks
    }

    fn clear_counted(&mut self) {
        self.marks.clear();
        self.placed.restart_coverage(&self.marks, &self.rows);
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
