//! Positions in an observation of the output and the common state of a box.

use super::{Bank, Compares, FreezeLatch};
use golden_model_core::WordPosition;

/// The slots of a box with `N` counters.
#[derive(Clone)]
pub(crate) struct BoxPorts<const N: usize> {
    ovf_msg: Option<WordPosition>,
    controls: [WordPosition; N],
    counts: [WordPosition; N],
    status: WordPosition,
    cond_q: [WordPosition; N],
    frz: WordPosition,
    frz_lat: WordPosition,
}

impl<const N: usize> BoxPorts<N> {
    /// Binds the slots: `observed` returns the position of a name, `register` that of a
    /// register by the end of its name.
    ///
    /// A box that sends no message has no output for it.
    pub fn new(
        observed: impl Fn(&str) -> WordPosition,
        register: impl Fn(&str) -> WordPosition,
        messages: bool,
    ) -> Self {
        Self {
            ovf_msg: messages.then(|| observed("ovf_msg")),
            controls: std::array::from_fn(|index| register(&format!("CTL{index}"))),
            counts: std::array::from_fn(|index| register(&format!("CTR{index}"))),
            status: register("BOX_STATUS"),
            cond_q: std::array::from_fn(|index| observed(&format!("cond_q{index}"))),
            frz: observed("frz"),
            frz_lat: observed("frz_lat"),
        }
    }

    /// Writes the state that only software changes into words that are zero.
    pub fn settings<const W: u32, C: Compares>(&self, words: &mut [u64], bank: &Bank<N, W, C>, frz: bool) {
        for (counter, control) in self.controls.iter().enumerate() {
            control.put(words, bank.control(counter).bits());
        }
        self.frz.put(words, frz);
    }

    /// Writes the output and all other state into words that are zero.
    #[inline]
    pub fn observe<const W: u32, C: Compares>(&self, words: &mut [u64], bank: &Bank<N, W, C>, latch: FreezeLatch) {
        if let Some(ovf_msg) = self.ovf_msg {
            ovf_msg.put(words, bank.status().message());
        }
        for counter in 0..N {
            self.counts[counter].put(words, bank.count(counter));
            self.cond_q[counter].put(words, bank.cond_q(counter));
        }
        self.status.put(words, bank.status().ov());
        self.frz_lat.put(words, latch.frozen());
    }
}
