//! The C-Box behind its register port and its straps.

use super::collide::{Clock, CollisionSites};
use super::placed::PlacedCBox;
use super::registers::Register;
use crate::bus::{RequestPort, ResponsePort};
use crate::collisions::CollisionTable;
use crate::pmus::ivt_common::{no_marks, Access, Broadcasts, Rows};
use crate::{Bits, Collisions, CountedRows, GoldenModel, Pmu};

/// A C-Box alone.
#[derive(Clone)]
pub(super) struct CBoxModel {
    requests: RequestPort,
    responses: ResponsePort,
    straps: StrapPorts,
    broadcasts: BroadcastPorts,
    cbox: PlacedCBox,
    /// The part of an observation that only software changes.
    settings: Vec<u64>,
    rows: Rows,
    marks: CountedRows,
    sites: CollisionSites,
    /// Collisions, where they are noted.
    met: Option<Collisions>,
}

/// Places of the inputs that tell a C-Box which one it is and what it has.
#[derive(Clone, Copy)]
struct StrapPorts {
    box_id: Bits,
    cbox_ovf: Bits,
}

/// Places of the broadcasts of the U-Box.
#[derive(Clone, Copy)]
struct BroadcastPorts {
    freeze: Bits,
    unfreeze: Bits,
}

impl CBoxModel {
    /// The model in its reset state.
    pub fn new(pmu: &Pmu) -> Self {
        let input = |name: &str| pmu.input(&format!("cbox.{name}"));
        let mut model = Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            straps: StrapPorts { box_id: input("box_id"), cbox_ovf: input("cbox_ovf") },
            broadcasts: BroadcastPorts { freeze: input("frz_bcast"), unfreeze: input("unfrz_bcast") },
            cbox: PlacedCBox::new(pmu, 0),
            settings: vec![0; pmu.observation.words()],
            rows: Rows::new(&pmu.description, 0),
            marks: no_marks(&pmu.description),
            sites: CollisionSites::new(&pmu.collisions),
            met: None,
        };
        model.reset();
        model
    }

    /// Takes over what software has changed.
    fn show(&mut self) {
        self.settings.fill(0);
        self.cbox.settings(&mut self.settings);
    }
}

impl GoldenModel for CBoxModel {
    fn reset(&mut self) {
        self.cbox.reset(&self.marks, &self.rows);
        self.show();
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let box_id = self.straps.box_id.get(frame) as u32;
        let reports = self.straps.cbox_ovf.get(frame) != 0;
        let access = Access::decode(self.requests.request(frame), |addr| Register::at(addr, box_id, reports));
        observation.copy_from_slice(&self.settings);
        self.responses.put(observation, access.answer(|register| self.cbox.cbox().read(register, reports)));
        self.cbox.observe(observation);

        let broadcasts = Broadcasts {
            freeze: self.broadcasts.freeze.get(frame) != 0,
            unfreeze: self.broadcasts.unfreeze.get(frame) != 0,
        };
        let rst = self.requests.rst(frame);
        let clock = Clock { rst, reports, broadcasts, written: access.written() };
        if let Some(met) = &mut self.met {
            self.cbox.note((&self.sites, met), frame, clock);
        }
        if rst {
            self.reset();
            return;
        }
        let covered = (&mut self.marks, &self.rows);
        self.cbox.clock(frame, broadcasts, reports, access.written(), covered);
        if access.written().is_some_and(|(register, _)| register.is_setting()) {
            self.show();
        }
    }

    fn counted(&self) -> &CountedRows {
        &self.marks
    }

    fn clear_counted(&mut self) {
        self.marks.clear();
        self.cbox.restart_coverage(&self.marks, &self.rows);
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
