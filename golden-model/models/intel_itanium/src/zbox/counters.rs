//! A counter with its control register (5.7.3, Tables 5-47 and 5-48).

/// Maximum count; a counter has 40 bits.
pub(super) const MAX: u64 = (1 << 40) - 1;

/// Write-only bits of a control register: select the low byte of the count, clear all counters.
pub(super) const CNT_LO_WE: u64 = 1 << 23;
pub(super) const CLR_ALL: u64 = 1 << 22;

/// Stored fields of the control register, bits 9:0.
pub(super) const CONTROL: u64 = 0x3FF;
const FRZ_MODE: u64 = 1 << 3;
const WRAP_MODE: u64 = 1 << 2;
const FREEZE: u64 = 1 << 1;
pub(super) const EN: u64 = 1 << 0;

/// A counter of the Z-Box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counter {
    /// The count, 40 bits.
    pub count: u64,
    /// Bits 9:0 of the control register.
    pub control: u64,
    /// It has overflowed.
    pub overflowed: bool,
}

/// Result of an increment, before writes by software.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub count: u64,
    pub overflows: bool,
}

impl Counter {
    /// Returns the event code.
    pub fn selected(&self) -> usize {
        (self.control >> 4 & 0x3F) as usize
    }

    /// Whether an overflow freezes the box.
    pub fn freezes_the_box(&self) -> bool {
        self.control & FRZ_MODE != 0
    }

    /// Whether it continues at 0 after an overflow.
    pub fn wraps(&self) -> bool {
        self.control & WRAP_MODE != 0
    }

    /// Whether its own freeze bit stops it.
    pub fn is_frozen(&self) -> bool {
        self.control & FREEZE != 0
    }

    pub fn is_enabled(&self) -> bool {
        self.control & EN != 0
    }

    /// Whether it stays at the maximum until its overflow flag is cleared (ZBOX-A01).
    pub fn is_stopped(&self) -> bool {
        self.overflowed && !self.wraps()
    }

    /// Whether it counts in a box that is not frozen.
    pub fn runs(&self) -> bool {
        self.is_enabled() && !self.is_frozen() && !self.is_stopped()
    }

    /// Returns the count after an increment, and whether it overflows.
    pub fn plus(&self, increment: u64) -> Sum {
        let sum = self.count + increment;
        let overflows = sum > MAX;
        let count = if overflows && !self.wraps() { MAX } else { sum & MAX };
        Sum { count, overflows }
    }

    /// Returns the control register as read: the low byte of the count above the fields.
    pub fn control_register(&self) -> u64 {
        (self.count & 0xFF) << 24 | self.control
    }

    /// Returns the count register as read: bits 39:8 of the count.
    pub fn high(&self) -> u64 {
        self.count >> 8
    }

    pub fn write_high(&mut self, data: u64) {
        self.count = (data & 0xFFFF_FFFF) << 8 | self.count & 0xFF;
    }

    /// Writes bits 7:0 of the count from bits 31:24 of the control register.
    pub fn write_low(&mut self, data: u64) {
        self.count = self.count & !0xFF | data >> 24 & 0xFF;
    }

    pub fn write_control(&mut self, data: u64) {
        self.control = data & CONTROL;
    }
}
