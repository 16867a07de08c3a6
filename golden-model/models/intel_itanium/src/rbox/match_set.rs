//! Match events: flits that cross to a port, compared with a match set (5.6.3.6, Tables 5-31 to 5-35).

use super::ports::Flit;
use super::registers::Part;

/// Implemented bits of MM_CFG.
const STORED: u32 = 0x003F_FFFF;
const MM_EN: u32 = 1 << 21;
const IG_FLIT_CNT: u32 = 1 << 20;

/// The five registers of a match set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MatchSet {
    pub match_low: u32,
    pub match_high: u32,
    pub mask_low: u32,
    pub mask_high: u32,
    /// MM_CFG.
    pub control: u32,
}

/// Combines three registers into 72 bits.
fn wide(top: u32, high: u32, low: u32) -> u128 {
    u128::from(top & 0xFF) << 64 | u128::from(high) << 32 | u128::from(low)
}

impl MatchSet {
    /// Returns one of the registers.
    pub fn part(&self, part: Part) -> u32 {
        match part {
            Part::MatchLow => self.match_low,
            Part::MatchHigh => self.match_high,
            Part::MaskLow => self.mask_low,
            Part::MaskHigh => self.mask_high,
            Part::Control => self.control,
        }
    }

    /// Applies a write of one of the registers.
    pub fn write(&mut self, part: Part, data: u32) {
        match part {
            Part::MatchLow => self.match_low = data,
            Part::MatchHigh => self.match_high = data,
            Part::MaskLow => self.mask_low = data,
            Part::MaskHigh => self.mask_high = data,
            Part::Control => self.control = data & STORED,
        }
    }

    /// Whether flits at a position are compared. Positions start at 1, so 0 matches no flit (RBOX-A12).
    fn compares(&self, position: u32) -> bool {
        let selected = self.control >> 16 & 0xF;
        self.control & IG_FLIT_CNT != 0 || selected != 0 && selected == position
    }

    /// Whether a flit matches.
    pub fn matches(&self, flit: &Flit) -> bool {
        let pattern = wide(self.control >> 8, self.match_high, self.match_low);
        let mask = wide(self.control, self.mask_high, self.mask_low);
        self.control & MM_EN != 0 && self.compares(flit.position) && (flit.bits ^ pattern) & mask == 0
    }
}
