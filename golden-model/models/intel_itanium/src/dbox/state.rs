//! State of the D-Box and its update in a cycle.

/// Stored bits of DBX_CSR_MISC: `ov_box`, `unfrz_all`, `frz_all`, `ov_box_en`, `frz_en`.
const STORED: u64 = 0x3FC3;
const UNFRZ_ALL: u64 = 1 << 7;
const FRZ_ALL: u64 = 1 << 6;
const OV_BOX_EN: u64 = 1 << 1;
const FRZ_EN: u64 = 1 << 0;

/// The register, and the pulses sent in this cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DBox {
    /// DBX_CSR_MISC.
    pub misc: u64,
    pub freeze: bool,
    pub unfreeze: bool,
    pub interrupt: bool,
}

/// Inputs of a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cycle {
    /// Overflows that freeze their box, one bit for each box.
    pub overflows: u64,
    /// Overflows that `ov_box` collects, one bit for each box (DBOX-A02).
    pub collected: u64,
    /// Interrupt requests, one bit for each box.
    pub interrupts: u64,
    /// The data of a write to DBX_CSR_MISC.
    pub write: Option<u64>,
}

impl Cycle {
    /// Returns the bits of `ov_box` that the overflows set, as in DBX_CSR_MISC. The R-Box sets two bits.
    pub fn recorded(self) -> u64 {
        const BITS: [u64; 5] = [1 << 8, 1 << 9, 1 << 11, 1 << 12, 1 << 10 | 1 << 13];
        BITS.iter().enumerate().filter(|(bit, _)| self.collected >> bit & 1 == 1).map(|(_, set)| set).sum()
    }
}

impl DBox {
    /// Whether a write changes a bit from 0 to 1.
    pub fn raises(&self, write: Option<u64>, bit: u64) -> bool {
        self.misc & bit == 0 && write.is_some_and(|data| data & bit != 0)
    }

    /// Whether software freezes all boxes.
    pub fn freezes(&self, write: Option<u64>) -> bool {
        self.raises(write, FRZ_ALL)
    }

    /// Whether software unfreezes all boxes.
    pub fn unfreezes(&self, write: Option<u64>) -> bool {
        self.raises(write, UNFRZ_ALL)
    }

    /// Whether overflows are recorded.
    pub fn records(&self) -> bool {
        self.misc & OV_BOX_EN != 0
    }

    /// Whether overflows freeze all boxes.
    pub fn forwards(&self) -> bool {
        self.misc & FRZ_EN != 0
    }

    /// Updates the state at the end of a cycle.
    pub fn step(&mut self, cycle: Cycle) {
        let Cycle { overflows, interrupts, write, .. } = cycle;
        self.freeze = overflows != 0 && self.forwards() || self.freezes(write);
        self.unfreeze = self.unfreezes(write);
        self.interrupt = interrupts != 0;
        // An overflow in the cycle of a write is not lost (DBOX-A03).
        let recorded = if self.records() { cycle.recorded() } else { 0 };
        self.misc = write.map_or(self.misc, |data| data & STORED) | recorded;
    }
}
