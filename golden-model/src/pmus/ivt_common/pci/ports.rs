//! Where the output and the state of a box lie in an observation.

use super::pci_box::PciBox;
use super::Events;
use crate::{Place, Pmu};

/// Places of a box's output and state.
#[derive(Clone)]
pub(super) struct OutputPorts<const N: usize> {
    ovf_msg: Place,
    controls: [Place; N],
    counts: [Place; N],
    status: Place,
    cond_q: [Place; N],
    frz: Place,
    frz_lat: Place,
}

impl<const N: usize> OutputPorts<N> {
    /// The places for the unit of that name. Registers go by their short names, which are the same in all boxes.
    ///
    /// # Panics
    /// When the description lacks one of them.
    pub fn new(pmu: &Pmu, unit: &str) -> Self {
        let description = &pmu.description;
        let kind = description.unit(unit).map_or(0, |unit| description.units[unit].kind);
        let one = |name: &str| pmu.observed(&format!("{unit}.{name}"));
        let register = |short: &str| match description.register_named(kind, short) {
            Some(name) => one(name),
            None => panic!("{}: no register has the short name {short}", description.id),
        };
        let each = |of: &dyn Fn(&str) -> Place, name: &str| std::array::from_fn(|index| of(&format!("{name}{index}")));
        Self {
            ovf_msg: one("ovf_msg"),
            controls: each(&register, "CTL"),
            counts: each(&register, "CTR"),
            status: register("BOX_STATUS"),
            cond_q: each(&one, "cond_q"),
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
            self.counts[counter].put(words, bank.count(counter));
            self.cond_q[counter].put(words, bank.cond_q(counter));
        }
        self.status.put(words, bank.status().ov());
        self.frz_lat.put(words, state.latch().frozen());
    }
}
