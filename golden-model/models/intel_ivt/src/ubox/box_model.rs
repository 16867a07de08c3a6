//! The U-Box with its slots in frames and observations and its event coverage.

use super::collisions::{CollisionSites, Cycle};
use super::ports::{InputPorts, OutputPorts};
use super::ports::{Inputs, Messages};
use super::registers::{Register, COUNTERS};
use super::state::UBox;
use crate::common::{Coverage, Rows};
use golden_model_core::{CollisionCoverage, EventCoverage, Pmu};

/// The U-Box of a PMU.
#[derive(Clone)]
pub(crate) struct UBoxBlock {
    inputs: InputPorts,
    outputs: OutputPorts,
    ubox: UBox,
    rows: Rows,
    coverage: Coverage<COUNTERS>,
}

impl UBoxBlock {
    /// Creates the U-Box at a unit position, in its reset state.
    ///
    /// Call [`Self::reset`] before the first cycle, so that event coverage is recorded.
    pub fn new(pmu: &Pmu, unit: usize) -> Self {
        let name = &pmu.description.units[unit].name;
        Self {
            inputs: InputPorts::new(pmu, name),
            outputs: OutputPorts::new(pmu, name),
            ubox: UBox::new(&pmu.description),
            rows: Rows::new(&pmu.description, unit),
            coverage: Coverage::new(&pmu.description, unit),
        }
    }

    /// The U-Box without its slots.
    #[inline]
    pub fn ubox(&self) -> &UBox {
        &self.ubox
    }

    /// Resets the U-Box.
    pub fn reset(&mut self, coverage: &EventCoverage) {
        self.ubox.reset();
        self.restart_coverage(coverage);
    }

    /// Determines from `coverage` what remains to be covered.
    pub fn restart_coverage(&mut self, coverage: &EventCoverage) {
        let controls = std::array::from_fn(|counter| self.ubox.bank().control(counter));
        self.coverage.restart(coverage, &self.rows, controls);
    }

    /// Writes outputs and state into words that are zero.
    #[inline]
    pub fn observe(&self, observation: &mut [u64]) {
        self.outputs.observe(observation, &self.ubox);
    }

    /// The inputs of a cycle with these messages of the other boxes.
    #[inline]
    pub fn inputs(&self, frame: &[u64], messages: Messages) -> Inputs {
        self.inputs.of(frame, messages)
    }

    /// Records the collisions of a cycle; call it before [`Self::cycle`].
    #[inline]
    pub fn record(&self, (sites, collisions): (&CollisionSites, &mut CollisionCoverage), cycle: Cycle) {
        sites.record(&self.ubox, cycle, collisions);
    }

    /// Executes a cycle as [`UBox::cycle`] and records event coverage.
    #[inline]
    pub fn step(&mut self, inputs: &Inputs, written: Option<(Register, u64)>, coverage: &mut EventCoverage) {
        let result = self.ubox.step(inputs, written);
        let bank = self.ubox.bank();
        self.coverage.record(coverage, &self.rows, result, |counter| bank.control(counter));
    }
}
