//! A box in configuration space with its slots in frames and observations and its event coverage.

use super::pci_box::PciBox;
use super::registers::Register;
use super::{BoxKind, Names};
use crate::common::{ActiveCauses, BankRegister, BoxModel, BoxPorts, BoxSites, Broadcasts, Coverage, Rows, PCI};
use golden_model_core::collisions::CollisionTable;
use golden_model_core::{CollisionCoverage, EventCoverage, Pmu};

/// A box of a PMU with `N` counters of `W` bits.
#[derive(Clone)]
pub(crate) struct PciBoxModel<K: BoxKind, const N: usize, const W: u32> {
    kind: K,
    outputs: BoxPorts<N>,
    state: PciBox<K, N, W>,
    coverage: Coverage<N>,
}

impl<K: BoxKind, const N: usize, const W: u32> PciBoxModel<K, N, W> {
    /// Creates the box at a unit position, in its reset state.
    ///
    /// `tied` are the straps that are not inputs there. Call [`BoxModel::reset`] before the first cycle.
    pub fn new(pmu: &Pmu, unit: usize, tied: &[(&str, bool)]) -> Self {
        let names = Names::new(pmu, unit, tied);
        let kind = K::new(names);
        Self {
            outputs: BoxPorts::new(|name| names.observed(name), |name| names.register(name), K::MESSAGES),
            state: PciBox::new(&kind, K::options(&pmu.description), K::State::default()),
            kind,
            coverage: Coverage::new(&pmu.description, unit),
        }
    }
}

impl<K: BoxKind, const N: usize, const W: u32> BoxModel for PciBoxModel<K, N, W> {
    type Register = Register<K::BoxRegister>;
    type Sites = BoxSites;

    const SPACE: u32 = PCI;
    const DATA: u64 = u32::MAX as u64;

    fn only(pmu: &Pmu) -> Self {
        Self::new(pmu, 0, &[])
    }

    fn sites(table: &CollisionTable) -> BoxSites {
        BoxSites::new(table)
    }

    #[inline]
    fn at(&self, address: u32, _: &[u64]) -> Option<Self::Register> {
        K::at(address, N)
    }

    fn is_setting(register: Self::Register) -> bool {
        register.is_setting()
    }

    fn is_status(register: Self::Register) -> bool {
        register == Register::Bank(BankRegister::Status)
    }

    fn read(&self, register: Self::Register, frame: &[u64]) -> u64 {
        self.state.read((&self.kind, frame), register)
    }

    #[inline]
    fn ovf_msg(&self) -> bool {
        self.state.ovf_msg()
    }

    #[inline]
    fn is_frozen(&self) -> bool {
        self.state.freeze().latch().frozen()
    }

    fn settings(&self, words: &mut [u64]) {
        self.outputs.settings(words, self.state.bank(), self.state.freeze().frz());
        self.kind.settings(words, self.state.own());
    }

    #[inline]
    fn observe(&self, words: &mut [u64]) {
        self.outputs.observe(words, self.state.bank(), self.state.freeze().latch());
        self.kind.observe(words, self.state.own());
    }

    fn reset(&mut self, frame: Option<&[u64]>, coverage: &EventCoverage, rows: &Rows) {
        let own = frame.map_or_else(K::State::default, |frame| self.kind.restart(self.state.own(), frame));
        self.state = self.state.reset(&self.kind, own);
        self.restart_coverage(coverage, rows);
    }

    fn restart_coverage(&mut self, coverage: &EventCoverage, rows: &Rows) {
        let controls = std::array::from_fn(|counter| self.state.bank().control(counter));
        self.coverage.restart(coverage, rows, controls);
    }

    #[inline]
    fn record(
        &self,
        frame: &[u64],
        (rst, broadcasts, written): (bool, Broadcasts, Option<(Self::Register, u64)>),
        sites: &BoxSites,
        collisions: &mut CollisionCoverage,
    ) {
        let (box_ctl, bank) = (Register::box_ctl(written), written.and_then(Register::of_bank));
        self.state.record(
            (&self.kind, frame),
            ActiveCauses { rst, broadcasts, box_ctl, written: bank },
            sites,
            collisions,
        );
    }

    #[inline]
    fn step(
        &mut self,
        frame: &[u64],
        broadcasts: Broadcasts,
        written: Option<(Self::Register, u64)>,
        (coverage, rows): (&mut EventCoverage, &Rows),
    ) {
        let result = self.state.step((&self.kind, frame), broadcasts, written, self.coverage.requested());
        let bank = self.state.bank();
        self.coverage.record(coverage, rows, result, |counter| bank.control(counter));
    }
}
