//! A C-Box with its places in frames and observations and what was counted in it.

use super::cbox::CBox;
use super::collide::{Clock, CollisionSites};
use super::ports::{InputPorts, OutputPorts};
use super::registers::{Register, COUNTERS};
use crate::pmus::ivt_common::{Broadcasts, Coverage, Rows};
use crate::{Collisions, CountedRows, Pmu};

/// A C-Box of a PMU.
#[derive(Clone)]
pub(crate) struct PlacedCBox {
    inputs: InputPorts,
    outputs: OutputPorts,
    cbox: CBox,
    coverage: Coverage<COUNTERS>,
}

impl PlacedCBox {
    /// The C-Box that is the unit at this position, in its reset state; its selections are yet to be covered.
    pub fn new(pmu: &Pmu, unit: usize) -> Self {
        let name = &pmu.description.units[unit].name;
        Self {
            inputs: InputPorts::new(pmu, name),
            outputs: OutputPorts::new(pmu, name),
            cbox: CBox::new(),
            coverage: Coverage::new(&pmu.description, unit),
        }
    }

    /// The C-Box.
    #[inline]
    pub fn cbox(&self) -> &CBox {
        &self.cbox
    }

    /// The state after reset.
    pub fn reset(&mut self, marks: &CountedRows, rows: &Rows) {
        self.cbox = CBox::new();
        self.restart_coverage(marks, rows);
    }

    /// Takes over what is to be covered from `marks`.
    pub fn restart_coverage(&mut self, marks: &CountedRows, rows: &Rows) {
        let controls = std::array::from_fn(|counter| self.cbox.bank().control(counter));
        self.coverage.restart(marks, rows, controls);
    }

    /// Writes the state that only software changes where only zeros were.
    pub fn settings(&self, words: &mut [u64]) {
        self.outputs.settings(words, &self.cbox);
    }

    /// Writes output and all other state where only zeros were.
    #[inline]
    pub fn observe(&self, observation: &mut [u64]) {
        self.outputs.observe(observation, &self.cbox);
    }

    /// Notes what collides in a clock, before it happens.
    #[inline]
    pub fn note(&self, (sites, met): (&CollisionSites, &mut Collisions), frame: &[u64], clock: Clock) {
        if clock.is_rare() || self.cbox.ovf_msg() {
            sites.note(&self.cbox, &self.inputs.of(frame), clock, met);
        }
    }

    /// One clock, as [`CBox::clock`], with what it covers.
    #[inline]
    pub fn clock(
        &mut self,
        frame: &[u64],
        broadcasts: Broadcasts,
        reports: bool,
        written: Option<(Register, u64)>,
        (marks, rows): (&mut CountedRows, &Rows),
    ) {
        let asked = self.coverage.asked();
        let growth = self.cbox.clock(&self.inputs.of(frame), broadcasts, reports, written, asked);
        let bank = self.cbox.bank();
        self.coverage.note(marks, rows, growth, |counter| bank.control(counter));
    }
}
