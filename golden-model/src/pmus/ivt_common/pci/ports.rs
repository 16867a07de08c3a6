//! Where the output and the state of a box lie in an observation.

use super::pci_box::PciBox;
use super::{Kind, Names};
use crate::Place;

/// Places of a box's output and of the state that every box has.
#[derive(Clone)]
pub(super) struct OutputPorts<const N: usize> {
    ovf_msg: Option<Place>,
    controls: [Place; N],
    counts: [Place; N],
    status: Place,
    cond_q: [Place; N],
    frz: Place,
    frz_lat: Place,
}

impl<const N: usize> OutputPorts<N> {
    /// The places; a box that sends no message has no output for it.
    ///
    /// # Panics
    /// When the description lacks one of them.
    pub fn new(names: Names, messages: bool) -> Self {
        Self {
            ovf_msg: messages.then(|| names.observed("ovf_msg")),
            controls: std::array::from_fn(|index| names.register(&format!("CTL{index}"))),
            counts: std::array::from_fn(|index| names.register(&format!("CTR{index}"))),
            status: names.register("BOX_STATUS"),
            cond_q: std::array::from_fn(|index| names.observed(&format!("cond_q{index}"))),
            frz: names.observed("frz"),
            frz_lat: names.observed("frz_lat"),
        }
    }

    /// Writes the state that only software changes where only zeros were.
    pub fn settings<K: Kind, const W: u32>(&self, words: &mut [u64], state: &PciBox<K, N, W>) {
        for (counter, control) in self.controls.iter().enumerate() {
            control.put(words, state.bank().control(counter).bits());
        }
        self.frz.put(words, state.frz());
    }

    /// Writes output and all other state where only zeros were.
    #[inline]
    pub fn observe<K: Kind, const W: u32>(&self, words: &mut [u64], state: &PciBox<K, N, W>) {
        let bank = state.bank();
        if let Some(ovf_msg) = self.ovf_msg {
            ovf_msg.put(words, state.ovf_msg());
        }
        for counter in 0..N {
            self.counts[counter].put(words, bank.count(counter));
            self.cond_q[counter].put(words, bank.cond_q(counter));
        }
        self.status.put(words, bank.status().ov());
        self.frz_lat.put(words, state.latch().frozen());
    }
}
