//! The shift register that thins captures out (5.3; QEAR-A06, QEAR-A07).

const SEED: u64 = 0xACE1;

/// Sixteen bits. Zero is locked: it neither advances nor lets anything through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lfsr(pub u64);

impl Lfsr {
    /// Whether it lets a capture through, one state of eight.
    pub fn triggers(self) -> bool {
        self.0 & 7 == 7
    }

    /// A clock without a write of CTL.
    pub fn step(&mut self) {
        let bit = |at: u32| self.0 >> at & 1;
        self.0 = (self.0 << 1 | bit(15) ^ bit(13) ^ bit(12) ^ bit(10)) & 0xFFFF;
    }

    /// A write of CTL: it is seeded again, out of the lock only by the second write in a row with `en`.
    pub fn written(&mut self, was_enabled: bool, enables: bool) {
        if self.0 != 0 || was_enabled && enables {
            self.0 = SEED;
        }
    }
}
