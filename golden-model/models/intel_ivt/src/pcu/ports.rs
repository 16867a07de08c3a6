//! Positions of the output and the state of the PCU in an observation.

use super::bands::BANDS;
use super::registers::{CState, COUNTERS};
use super::state::Pcu;
use crate::common::BoxPorts;
use golden_model_core::{Pmu, WordPosition};

/// Slots of output and state.
#[derive(Clone)]
pub(super) struct OutputPorts {
    common: BoxPorts<COUNTERS>,
    filter: WordPosition,
    residency: [(CState, WordPosition); 2],
    bands: [WordPosition; BANDS as usize],
}

impl OutputPorts {
    /// Binds the output and state of the PCU named `unit`.
    pub fn new(pmu: &Pmu, unit: &str) -> Self {
        let one = |name: &str| pmu.output(&format!("{unit}.{name}"));
        let register = |name: &str| one(&format!("PCU_MSR_PMON_{name}"));
        Self {
            common: BoxPorts::new(one, register, true),
            filter: register("BOX_FILTER"),
            residency: [(CState::C3, one("PCU_MSR_CORE_C3_CTR")), (CState::C6, one("PCU_MSR_CORE_C6_CTR"))],
            bands: std::array::from_fn(|band| one(&format!("band{band}"))),
        }
    }

    /// Writes the state that only software changes into words that are zero.
    pub fn settings(&self, words: &mut [u64], pcu: &Pcu) {
        self.common.settings(words, pcu.bank(), pcu.freeze().frz());
        self.filter.put(words, pcu.bands().filter());
    }

    /// Writes the output and all other state into words that are zero.
    #[inline]
    pub fn observe(&self, words: &mut [u64], pcu: &Pcu) {
        self.common.observe(words, pcu.bank(), pcu.freeze().latch());
        for &(state, position) in &self.residency {
            position.put(words, pcu.residency(state));
        }
        for (band, position) in (0..BANDS).zip(&self.bands) {
            position.put(words, pcu.bands().is_reached(band));
        }
    }
}
