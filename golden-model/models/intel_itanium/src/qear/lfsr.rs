//! The linear-feedback shift register that subsamples captures (5.3; QEAR-A06, QEAR-A07).

const SEED: u64 = 0xACE1;

/// The register, 16 bits. At zero it is locked: it does not advance, and no capture passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lfsr(pub u64);

impl Lfsr {
    /// Whether a capture passes, which is so in one of eight states.
    pub fn triggers(self) -> bool {
        self.0 & 7 == 7
    }

    /// Advances by one cycle without a write of CTL.
    pub fn step(&mut self) {
        let bit = |at: u32| self.0 >> at & 1;
        self.0 = (self.0 << 1 | bit(15) ^ bit(13) ^ bit(12) ^ bit(10)) & 0xFFFF;
    }

    /// Applies a write of CTL, which loads the seed. A locked register requires the second consecutive write with `en` = 1.
    pub fn written(&mut self, was_enabled: bool, enables: bool) {
        if self.0 != 0 || was_enabled && enables {
            self.0 = SEED;
        }
    }
}
