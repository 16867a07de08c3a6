//! A C-Box with its slots in frames and observations and its event coverage.

use super::collisions::{CollisionSites, Cycle};
use super::outputs::OutputPorts;
use super::ports::InputPorts;
use super::registers::{Register, COUNTERS};
use super::state::CBox;
use crate::common::{BankRegister, BoxModel, Broadcasts, Coverage, Rows, MSR};
use golden_model_core::collisions::CollisionTable;
use golden_model_core::{Bits, CollisionCoverage, EventCoverage, Pmu};

/// A C-Box of a PMU.
#[derive(Clone)]
pub(crate) struct CBoxModel {
    number: Number,
    /// The strap that enables overflow reporting.
    cbox_ovf: Bits,
    inputs: InputPorts,
    outputs: OutputPorts,
    cbox: CBox,
    coverage: Coverage<COUNTERS>,
}

/// The number of the C-Box.
#[derive(Clone, Copy)]
enum Number {
    /// The number of a C-Box in a socket.
    Fixed(u32),
    /// The strap input with the number.
    Strap(Bits),
}

impl CBoxModel {
    /// Creates the C-Box of a socket at a unit position, in its reset state.
    ///
    /// Call [`BoxModel::reset`] before the first cycle, so that event coverage is recorded.
    pub fn in_socket(pmu: &Pmu, unit: usize) -> Self {
        let number = pmu.description.units[unit].index as u32;
        Self::new(pmu, unit, Number::Fixed(number), pmu.input("cbox_ovf"))
    }

    fn new(pmu: &Pmu, unit: usize, number: Number, cbox_ovf: Bits) -> Self {
        let name = &pmu.description.units[unit].name;
        Self {
            number,
            cbox_ovf,
            inputs: InputPorts::new(pmu, name),
            outputs: OutputPorts::new(pmu, name),
            cbox: CBox::new(&pmu.description),
            coverage: Coverage::new(&pmu.description, unit),
        }
    }

    /// Whether the C-Box reports overflows.
    #[inline]
    fn status_sources(&self, frame: &[u64]) -> bool {
        self.cbox_ovf.get(frame) != 0
    }
}

impl BoxModel for CBoxModel {
    type Register = Register;
    type Sites = CollisionSites;

    const SPACE: u32 = MSR;

    fn only(pmu: &Pmu) -> Self {
        Self::new(pmu, 0, Number::Strap(pmu.input("cbox.box_id")), pmu.input("cbox.cbox_ovf"))
    }

    fn sites(table: &CollisionTable) -> CollisionSites {
        CollisionSites::new(table)
    }

    #[inline]
    fn at(&self, address: u32, frame: &[u64]) -> Option<Register> {
        let number = match self.number {
            Number::Fixed(number) => number,
            Number::Strap(strap) => strap.get(frame) as u32,
        };
        Register::at(address, number, self.status_sources(frame))
    }

    fn is_setting(register: Register) -> bool {
        register.is_setting()
    }

    fn is_status(register: Register) -> bool {
        register == Register::Bank(BankRegister::Status)
    }

    fn read(&self, register: Register, frame: &[u64]) -> u64 {
        self.cbox.read(register, self.status_sources(frame))
    }

    #[inline]
    fn ovf_msg(&self) -> bool {
        self.cbox.ovf_msg()
    }

    #[inline]
    fn is_frozen(&self) -> bool {
        self.cbox.freeze().latch().frozen()
    }

    fn settings(&self, words: &mut [u64]) {
        self.outputs.settings(words, &self.cbox);
    }

    #[inline]
    fn observe(&self, words: &mut [u64]) {
        self.outputs.observe(words, &self.cbox);
    }

    fn reset(&mut self, _: Option<&[u64]>, coverage: &EventCoverage, rows: &Rows) {
        self.cbox.reset();
        self.restart_coverage(coverage, rows);
    }

    fn restart_coverage(&mut self, coverage: &EventCoverage, rows: &Rows) {
        let controls = std::array::from_fn(|counter| self.cbox.bank().control(counter));
        self.coverage.restart(coverage, rows, controls);
    }

    #[inline]
    fn record(
        &self,
        frame: &[u64],
        (rst, broadcasts, written): (bool, Broadcasts, Option<(Register, u64)>),
        sites: &CollisionSites,
        collisions: &mut CollisionCoverage,
    ) {
        let cycle = Cycle { rst, reports: self.status_sources(frame), broadcasts, written };
        if cycle.is_rare() || self.cbox.ovf_msg() {
            sites.record(&self.cbox, &self.inputs.of(frame), cycle, collisions);
        }
    }

    #[inline]
    fn step(
        &mut self,
        frame: &[u64],
        broadcasts: Broadcasts,
        written: Option<(Register, u64)>,
        (coverage, rows): (&mut EventCoverage, &Rows),
    ) {
        let (inputs, reports, requested) =
            (self.inputs.of(frame), self.status_sources(frame), self.coverage.requested());
        let result = self.cbox.step(&inputs, broadcasts, reports, written, requested);
        let bank = self.cbox.bank();
        self.coverage.record(coverage, rows, result, |counter| bank.control(counter));
    }
}
