//! RIX events: one IPERF register with its accumulators (5.6.3.4, Table 5-29).

use super::ports::Traffic;

/// Value after reset: DRS allocations to the arbiter are enabled (RBOX-A23).
const RESET: u32 = 0x800;

/// Bits that each enable one line.
const LINES: u32 = 0xF7C1_0100;
pub(super) const OUTB_OV: u32 = 27;
pub(super) const EOT_OV: u32 = 21;
pub(super) const EOT_WR: u32 = 20;
/// Lowest bit of ARB_MSGSEL, which has 7 bits.
pub(super) const ARB_MSGSEL: u32 = 9;
/// Bits of PKT_MSGSEL.
pub(super) const PACKETS: u32 = 0x3F;

/// An IPERF register with its accumulators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Iperf {
    pub select: u32,
    /// Sum of EOT depths modulo 32.
    pub eot_acc: u32,
    /// Sum of output buffer depths modulo 128.
    pub outb_acc: u32,
}

impl Default for Iperf {
    fn default() -> Self {
        Self { select: RESET, eot_acc: 0, outb_acc: 0 }
    }
}

impl Iperf {
    fn enables(&self, bit: u32) -> bool {
        self.select >> bit & 1 == 1
    }

    /// Returns EOTMSGSEL: 0 or the number of a class, starting at 1.
    pub fn eot_class(&self) -> u32 {
        self.select >> 17 & 7
    }

    /// Returns PKT_VNSEL.
    pub fn network(&self) -> u32 {
        self.select >> 6 & 3
    }

    /// Returns the sum of EOT depths with its carry, if it is enabled.
    fn eot_sum(&self, traffic: &Traffic) -> Option<u32> {
        let class = self.eot_class();
        let depth = || (traffic.eot_depth >> (5 * (class - 1))) as u32 & 0x1F;
        (self.enables(EOT_OV) && class != 0).then(|| self.eot_acc + depth())
    }

    /// Returns the sum of output buffer depths with its carry, if it is enabled.
    fn outb_sum(&self, traffic: &Traffic) -> Option<u32> {
        self.enables(OUTB_OV).then_some(self.outb_acc + traffic.outb_depth)
    }

    /// Whether the cycle changes `eot_acc`, and whether it changes `outb_acc`.
    pub fn adds(&self, traffic: &Traffic) -> [bool; 2] {
        let grows = |sum: Option<u32>, from: u32| sum.is_some_and(|sum| sum != from);
        [grows(self.eot_sum(traffic), self.eot_acc), grows(self.outb_sum(traffic), self.outb_acc)]
    }

    /// Returns the enabled sub-events that occur, each at its bit of the register.
    ///
    /// A sub-event with a class is at the bit of the class. While frozen, sums do not change and do not carry.
    pub fn occurring(&self, traffic: &Traffic, frozen: bool) -> u32 {
        let at = |bit: u32, occurs: bool| u32::from(occurs) << bit;
        let carries = |sum: Option<u32>, modulus: u32| !frozen && sum.is_some_and(|sum| sum >= modulus);
        let class = self.eot_class();
        let inserted = class != 0 && traffic.eot_wr >> (class - 1) & 1 == 1;
        let allocated = self.select & traffic.arb_alloc << ARB_MSGSEL;
        let network = self.network() == 3 || self.network() == traffic.pkt_vn;
        let packets = if network { self.select & traffic.pkt_cls } else { 0 };
        self.select & LINES & traffic.lines
            | at(OUTB_OV, carries(self.outb_sum(traffic), 128))
            | at(EOT_OV, carries(self.eot_sum(traffic), 32))
            | at(EOT_WR, self.enables(EOT_WR) && inserted)
            | allocated
            | packets
    }

    /// Updates the accumulators at the end of a cycle that is not frozen.
    pub fn accumulate(&mut self, traffic: &Traffic) {
        self.eot_acc = self.eot_sum(traffic).map_or(self.eot_acc, |sum| sum % 32);
        self.outb_acc = self.outb_sum(traffic).map_or(self.outb_acc, |sum| sum % 128);
    }

    /// Applies a write, which clears the accumulators (RBOX-A07).
    pub fn write(&mut self, data: u32) {
        *self = Self { select: data, eot_acc: 0, outb_acc: 0 };
    }

    /// Clears the accumulators.
    pub fn clear(&mut self) {
        (self.eot_acc, self.outb_acc) = (0, 0);
    }
}
