//! QLX events: the ARB_PERF register of a port with its accumulators (5.6.3.5, Table 5-30).

use super::ports::Traffic;

/// Implemented bits of ARB_PERF.
const STORED: u32 = 0x00FF_00FF;

/// Types that use the class.
pub(super) const QUEUE_BID: u32 = 0x0;
pub(super) const QUEUE_FAIL: u32 = 0x1;
pub(super) const TARGET: u32 = 0xB;
/// Type that accumulates depths of the entry table (RBOX-A02).
pub(super) const DEPTH: u32 = 0xC;

/// Selection of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// The class, plus 8 for VN1.
    pub class: u32,
    pub kind: u32,
}

/// ARB_PERF, and an accumulator for each slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Qlx {
    pub select: u32,
    /// Sums of entry table depths modulo 32.
    pub et_acc: [u32; 2],
}

impl Qlx {
    /// Returns the selection of a slot.
    pub fn slot(&self, number: usize) -> Slot {
        let bits = self.select >> (16 * number);
        Slot { class: bits >> 4 & 0xF, kind: bits & 0xF }
    }

    /// Returns the sum of depths with its carry, if the slot accumulates depths.
    fn sum(&self, number: usize, traffic: &Traffic) -> Option<u32> {
        let Slot { class, kind } = self.slot(number);
        let class = class & 7;
        let depth = || (traffic.et_depth >> (5 * class)) as u32 & 0x1F;
        (kind == DEPTH && class < 6).then(|| self.et_acc[number] + depth())
    }

    /// Whether the cycle changes the sum of a slot.
    pub fn adds(&self, number: usize, traffic: &Traffic) -> bool {
        self.sum(number, traffic).is_some_and(|sum| sum != self.et_acc[number])
    }

    /// Whether the event of a slot occurs.
    pub fn occurs(&self, number: usize, traffic: &Traffic, frozen: bool) -> bool {
        let Slot { class, kind } = self.slot(number);
        // The vectors have no bits for classes 6 and 7.
        match kind {
            QUEUE_BID => traffic.q_bid >> (class & 7) & 1 == 1,
            QUEUE_FAIL => traffic.q_fail >> (class & 7) & 1 == 1,
            TARGET => traffic.tgt_av >> class & 1 == 1,
            DEPTH => !frozen && self.sum(number, traffic).is_some_and(|sum| sum >= 32),
            _ => traffic.kinds >> kind & 1 == 1,
        }
    }

    /// Updates the accumulators at the end of a cycle that is not frozen.
    pub fn accumulate(&mut self, traffic: &Traffic) {
        for number in 0..2 {
            self.et_acc[number] = self.sum(number, traffic).map_or(self.et_acc[number], |sum| sum % 32);
        }
    }

    /// Applies a write, which clears the accumulators (RBOX-A07).
    pub fn write(&mut self, data: u32) {
        *self = Self { select: data & STORED, et_acc: [0; 2] };
    }

    /// Clears the accumulators.
    pub fn clear(&mut self) {
        self.et_acc = [0; 2];
    }
}
