//! Where the output of a box and the state that every box has lie in an observation.

use super::{Bank, Compares, FreezeLatch};
use crate::WordPosition;

/// Their places, of a box of `N` counters.
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
    /// The places, by what `observed` and, of registers by the end of their names, `register` say; a box that sends no message
    /// has no output for it.
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

    /// Writes the state that only software changes where only zeros were.
    pub fn settings<const W: u32, C: Compares>(&self, words: &mut [u64], bank: &Bank<N, W, C>, frz: bool) {
        for (counter, control) in self.controls.iter().enumerate() {
            control.put(words, bank.control(counter).bits());
        }
        self.frz.put(words, frz);
    }

    /// Writes output and all other state where only zeros were.
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
