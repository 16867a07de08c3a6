//! Where the output and the state of the PCU lie in an observation.

use super::bands::BANDS;
use super::pcu::Pcu;
use super::registers::{Deep, COUNTERS};
use crate::{Place, Pmu};

/// Places of output and state.
#[derive(Clone)]
pub(super) struct OutputPorts {
    ovf_msg: Place,
    controls: [Place; COUNTERS],
    counters: [Place; COUNTERS],
    filter: Place,
    status: Place,
    residency: [(Deep, Place); 2],
    bands: [Place; BANDS as usize],
    cond_q: [Place; COUNTERS],
    frz: Place,
    frz_lat: Place,
}

impl OutputPorts {
    /// The places for the PCU that is named `unit`.
    pub fn new(pmu: &Pmu, unit: &str) -> Self {
        let one = |name: &str| pmu.observed(&format!("{unit}.{name}"));
        let four = |name: &str| std::array::from_fn(|index| one(&format!("{name}{index}")));
        Self {
            ovf_msg: one("ovf_msg"),
            controls: four("PCU_MSR_PMON_CTL"),
            counters: four("PCU_MSR_PMON_CTR"),
            filter: one("PCU_MSR_PMON_BOX_FILTER"),
            status: one("PCU_MSR_PMON_BOX_STATUS"),
            residency: [(Deep::C3, one("PCU_MSR_CORE_C3_CTR")), (Deep::C6, one("PCU_MSR_CORE_C6_CTR"))],
            bands: four("band"),
            cond_q: four("cond_q"),
            frz: one("frz"),
            frz_lat: one("frz_lat"),
        }
    }

    /// Writes the state that only software changes where only zeros were.
    pub fn settings(&self, words: &mut [u64], pcu: &Pcu) {
        for (counter, control) in self.controls.iter().enumerate() {
            control.put(words, pcu.bank().control(counter).bits());
        }
        self.filter.put(words, pcu.bands().filter());
        self.frz.put(words, pcu.frz());
    }

    /// Writes output and all other state where only zeros were.
    #[inline]
    pub fn observe(&self, words: &mut [u64], pcu: &Pcu) {
        let bank = pcu.bank();
        self.ovf_msg.put(words, pcu.ovf_msg());
        for counter in 0..COUNTERS {
            self.counters[counter].put(words, bank.count(counter));
            self.cond_q[counter].put(words, bank.cond_q(counter));
        }
        self.status.put(words, bank.status().ov());
        for &(state, place) in &self.residency {
            place.put(words, pcu.residency(state));
        }
        for (band, place) in (0..BANDS).zip(&self.bands) {
            place.put(words, pcu.bands().is_reached(band));
        }
        self.frz_lat.put(words, pcu.latch().frozen());
    }
}
