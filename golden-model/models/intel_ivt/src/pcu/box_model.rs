//! The PCU with its slots in frames and observations and its event coverage.

use super::events::Pins;
use super::ports::OutputPorts;
use super::registers::{Register, COUNTERS};
use super::state::Pcu;
use crate::common::{ActiveCauses, BankRegister, BoxCtl, BoxModel, BoxSites, Broadcasts, Coverage, Rows, MSR};
use golden_model_core::collisions::CollisionTable;
use golden_model_core::{CollisionCoverage, EventCoverage, Pmu};

/// The PCU of a PMU.
#[derive(Clone)]
pub(crate) struct PcuModel {
    pins: Pins,
    outputs: OutputPorts,
    pcu: Pcu,
    coverage: Coverage<COUNTERS>,
}

impl PcuModel {
    /// Creates the PCU at a unit position, in its reset state.
    ///
    /// Call [`BoxModel::reset`] before the first cycle, so that event coverage is recorded.
    pub fn new(pmu: &Pmu, unit: usize) -> Self {
        let name = &pmu.description.units[unit].name;
        Self {
            pins: Pins::new(|input| pmu.input(&format!("{name}.{input}"))),
            outputs: OutputPorts::new(pmu, name),
            pcu: Pcu::new(&pmu.description),
            coverage: Coverage::new(&pmu.description, unit),
        }
    }
}

impl BoxModel for PcuModel {
    type Register = Register;
    type Sites = BoxSites;

    const SPACE: u32 = MSR;

    fn only(pmu: &Pmu) -> Self {
        Self::new(pmu, 0)
    }

    fn sites(table: &CollisionTable) -> BoxSites {
        BoxSites::new(table)
    }

    #[inline]
    fn at(&self, address: u32, _: &[u64]) -> Option<Register> {
        Register::at(address)
    }

    fn is_setting(register: Register) -> bool {
        register.is_setting()
    }

    fn is_status(register: Register) -> bool {
        register == Register::Bank(BankRegister::Status)
    }

    fn read(&self, register: Register, _: &[u64]) -> u64 {
        self.pcu.read(register)
    }

    #[inline]
    fn ovf_msg(&self) -> bool {
        self.pcu.ovf_msg()
    }

    #[inline]
    fn is_frozen(&self) -> bool {
        self.pcu.freeze().latch().frozen()
    }

    fn settings(&self, words: &mut [u64]) {
        self.outputs.settings(words, &self.pcu);
    }

    #[inline]
    fn observe(&self, words: &mut [u64]) {
        self.outputs.observe(words, &self.pcu);
    }

    fn reset(&mut self, _: Option<&[u64]>, coverage: &EventCoverage, rows: &Rows) {
        self.pcu.reset();
        self.restart_coverage(coverage, rows);
    }

    fn restart_coverage(&mut self, coverage: &EventCoverage, rows: &Rows) {
        let controls = std::array::from_fn(|counter| self.pcu.bank().control(counter));
        self.coverage.restart(coverage, rows, controls);
    }

    fn record(
        &self,
        frame: &[u64],
        (rst, broadcasts, written): (bool, Broadcasts, Option<(Register, u64)>),
        sites: &BoxSites,
        collisions: &mut CollisionCoverage,
    ) {
        let (box_ctl, bank) = match written {
            Some((Register::BoxCtl, data)) => (Some(BoxCtl(data)), None),
            Some((Register::Bank(register), data)) => (None, Some((register, data))),
            _ => (None, None),
        };
        self.pcu.record(
            (&self.pins, frame),
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
        written: Option<(Register, u64)>,
        (coverage, rows): (&mut EventCoverage, &Rows),
    ) {
        let result = self.pcu.step((&self.pins, frame), broadcasts, written, self.coverage.requested());
        let bank = self.pcu.bank();
        self.coverage.record(coverage, rows, result, |counter| bank.control(counter));
    }
}
