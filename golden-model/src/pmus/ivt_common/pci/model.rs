//! A box behind its register port.

use super::pci_box::PciBox;
use super::ports::OutputPorts;
use super::registers::{accessed, Register};
use super::{Kind, Names};
use crate::bus::{RequestPort, ResponsePort};
use crate::collisions::CollisionTable;
use crate::pmus::ivt_common::{no_marks, Acts, BoxSites, Broadcasts, Coverage, Rows};
use crate::{Bits, Collisions, CountedRows, GoldenModel, Pmu};

/// A box alone.
#[derive(Clone)]
pub(crate) struct PciModel<K: Kind, const N: usize, const W: u32> {
    requests: RequestPort,
    responses: ResponsePort,
    freeze: Bits,
    unfreeze: Bits,
    kind: K,
    outputs: OutputPorts<N>,
    state: PciBox<K, N, W>,
    /// The part of an observation that only software changes.
    settings: Vec<u64>,
    coverage: Coverage<N>,
    rows: Rows,
    marks: CountedRows,
    sites: BoxSites,
    /// Collisions, where they are noted.
    met: Option<Collisions>,
}

impl<K: Kind, const N: usize, const W: u32> PciModel<K, N, W> {
    /// The model in its reset state.
    pub fn new(pmu: &Pmu) -> Self {
        let unit = &pmu.description.units[0].name;
        let names = Names { pmu, unit };
        let kind = K::new(names);
        let mut model = Self {
            requests: RequestPort::new(pmu),
            responses: ResponsePort::new(pmu),
            freeze: names.input("frz_bcast"),
            unfreeze: names.input("unfrz_bcast"),
            outputs: OutputPorts::new(names, K::MESSAGES),
            state: PciBox::new(&kind, K::State::default()),
            kind,
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
        self.outputs.settings(&mut self.settings, &self.state);
        self.kind.settings(&mut self.settings, self.state.own());
    }

    /// The state after reset, with this of its own.
    fn restart(&mut self, own: K::State) {
        self.state = PciBox::new(&self.kind, own);
        self.restart_coverage();
        self.show();
    }

    fn restart_coverage(&mut self) {
        let controls = std::array::from_fn(|counter| self.state.bank().control(counter));
        self.coverage.restart(&self.marks, &self.rows, controls);
    }
}

impl<K: Kind, const N: usize, const W: u32> GoldenModel for PciModel<K, N, W> {
    fn reset(&mut self) {
        self.restart(K::State::default());
    }

    #[inline]
    fn step(&mut self, frame: &[u64], observation: &mut [u64]) {
        let access = accessed(self.requests.request(frame), |address| K::at(address, N));
        observation.copy_from_slice(&self.settings);
        self.responses.put(observation, access.answer(|register| self.state.read((&self.kind, frame), register)));
        self.outputs.observe(observation, &self.state);
        self.kind.observe(observation, self.state.own());
        let broadcasts = Broadcasts { freeze: self.freeze.get(frame) != 0, unfreeze: self.unfreeze.get(frame) != 0 };
        let (rst, written) = (self.requests.rst(frame), access.written());
        if let Some(met) = &mut self.met {
            let (box_ctl, bank) = (Register::BoxCtl.data_in(written), written.and_then(Register::of_bank));
            let acts = Acts { rst, broadcasts, box_ctl, written: bank };
            self.state.note((&self.kind, frame), acts, &self.sites, met);
        }
        if rst {
            self.restart(self.kind.restart(self.state.own(), frame));
            return;
        }
        let growth = self.state.clock((&self.kind, frame), broadcasts, written, self.coverage.asked());
        let bank = self.state.bank();
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
