//! Where the output and the state of a box lie in an observation.

use super::pci_box::PciBox;
use super::Events;
use crate::pmus::ivt_common::BankRegister;
use crate::{Place, Pmu};

/// Places of a box's output and state.
#[derive(Clone)]
pub(super) struct OutputPorts<const N: usize> {
    ovf_msg: Place,
    controls: [Place; N],
    low: [Place; N],
    high: [Place; N],
    status: Place,
    cond_q: [Place; N],
    frz: Place,
    frz_lat: Place,
}

impl<const N: usize> OutputPorts<N> {
    /// The places for the box that is named `unit` and has registers that begin with `prefix`.
    pub fn new(pmu: &Pmu, unit: &str, prefix: &str) -> Self {
        let one = |name: &str| pmu.observed(&format!("{unit}.{name}"));
        let each = |before: &str, after: &str| std::array::from_fn(|index| one(&format!("{before}{index}{after}")));
        Self {
            ovf_msg: one("ovf_msg"),
            controls: each(&format!("{prefix}_CTL"), ""),
            low: each(&format!("{prefix}_CTR"), "_LO"),
            high: each(&format!("{prefix}_CTR"), "_HI"),
            status: one(&format!("{prefix}_BOX_STATUS")),
            cond_q: each("cond_q", ""),
            frz: one("frz"),
            frz_lat: one("frz_lat"),
        }
    }

    /// Writes the state that only software changes where only zeros were.
    pub fn settings<E: Events, const W: u32>(&self, words: &mut [u64], state: &PciBox<E, N, W>) {
        for (counter, control) in self.controls.iter().enumerate() {
            control.put(words, state.bank().control(counter).bits());
        }
        self.frz.put(words, state.frz());
    }

    /// Writes output and all other state where only zeros were.
    #[inline]
    pub fn observe<E: Events, const W: u32>(&self, words: &mut [u64], state: &PciBox<E, N, W>) {
        let bank = state.bank();
        self.ovf_msg.put(words, state.ovf_msg());
        for counter in 0..N {
            self.low[counter].put(words, bank.read(BankRegister::Low(counter)));
            self.high[counter].put(words, bank.read(BankRegister::High(counter)));
            self.cond_q[counter].put(words, bank.cond_q(counter));
        }
        self.status.put(words, bank.status().ov());
        self.frz_lat.put(words, state.latch().frozen());
    }
}
