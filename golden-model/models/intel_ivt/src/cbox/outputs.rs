//! Positions of the C-Box outputs and state in an observation.

use super::registers::COUNTERS;
use super::state::CBox;
use crate::common::BoxPorts;
use golden_model_core::{Pmu, WordPosition};

/// Slots of a C-Box's output and state.
#[derive(Clone)]
pub(super) struct OutputPorts {
    common: BoxPorts<COUNTERS>,
    filter: WordPosition,
    filter1: WordPosition,
}

impl OutputPorts {
    /// Binds the output and state of the C-Box named `unit`.
    pub fn new(pmu: &Pmu, unit: &str) -> Self {
        let one = |name: &str| pmu.output(&format!("{unit}.{name}"));
        let register = |name: &str| one(&format!("Cn_MSR_PMON_{name}"));
        Self {
            common: BoxPorts::new(one, register, true),
            filter: register("BOX_FILTER"),
            filter1: register("BOX_FILTER1"),
        }
    }

    /// Writes the state that only software changes into words that are zero.
    pub fn settings(&self, words: &mut [u64], cbox: &CBox) {
        self.common.settings(words, cbox.bank(), cbox.freeze().frz());
        self.filter.put(words, cbox.filters().filter());
        self.filter1.put(words, cbox.filters().filter1());
    }

    /// Writes the output and all other state into words that are zero.
    #[inline]
    pub fn observe(&self, words: &mut [u64], cbox: &CBox) {
        self.common.observe(words, cbox.bank(), cbox.freeze().latch());
    }
}
