//! A counter of 48 bits with its control register (5.6.3.3, Tables 5-27 and 5-28).

use super::registers::port_of;

const WRAP: u64 = 1 << 48;

/// Implemented bits 31:16 of CTRL.
const STORED: u32 = 0x01FF_0000;
const OV: u32 = 1 << 24;
const FRZ_EN: u32 = 1 << 23;
const EN: u32 = 1 << 22;

/// A counter of the R-Box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counter {
    /// The count, 48 bits.
    pub count: u64,
    /// Bits 24:16 of CTRL, in these positions.
    pub control: u32,
}

impl Counter {
    /// Returns CNT as read.
    pub fn low(&self) -> u32 {
        self.count as u32
    }

    /// Returns CTRL as read.
    pub fn high(&self) -> u32 {
        self.control | (self.count >> 32) as u32
    }

    /// Applies a write of CNT.
    pub fn write_low(&mut self, data: u32) {
        self.count = self.count >> 32 << 32 | u64::from(data);
    }

    /// Applies a write of CTRL, which also contains the upper bits of the count.
    pub fn write_high(&mut self, data: u32) {
        self.control = data & STORED;
        self.count = u64::from(data & 0xFFFF) << 32 | self.count & 0xFFFF_FFFF;
    }

    /// Whether it counts if the box is not frozen.
    pub fn is_enabled(&self) -> bool {
        self.control & EN != 0
    }

    /// Whether it has overflowed.
    pub fn has_overflowed(&self) -> bool {
        self.control & OV != 0
    }

    /// Whether the next overflow freezes the box (RBOX-A06).
    pub fn freezes(&self) -> bool {
        self.control & FRZ_EN != 0 && !self.has_overflowed()
    }

    /// Returns the port that counter `number` selects, and the source in it.
    ///
    /// Returns `None` for reserved values and DAF events.
    pub fn points_to(&self, number: usize) -> Option<(usize, usize)> {
        let source = (self.control >> 16 & 7) as usize;
        let port = port_of(number, (self.control >> 19 & 7) as usize)?;
        (source < 6).then_some((port, source))
    }

    /// Whether the next event makes it overflow.
    pub fn is_full(&self) -> bool {
        self.count == WRAP - 1
    }

    /// Increments the count; a wrap sets the overflow bit.
    pub fn count(&mut self) {
        if self.is_full() {
            self.control |= OV;
        }
        self.count = (self.count + 1) % WRAP;
    }
}
