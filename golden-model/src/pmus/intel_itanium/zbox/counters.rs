//! One counter with its control register (5.7.3, Tables 5-47 and 5-48).

/// All bits of a counter, 40.
pub(super) const MAX: u64 = (1 << 40) - 1;

/// Bits of a control register: the half of the counter's low byte, and what only writes have.
pub(super) const CNT_LO_WE: u64 = 1 << 23;
pub(super) const CLR_ALL: u64 = 1 << 22;

/// Fields of its control half, bits 9:0, all of which are stored.
const CONTROL: u64 = 0x3FF;
const FRZ_MODE: u64 = 1 << 3;
const WRAP_MODE: u64 = 1 << 2;
const FREEZE: u64 = 1 << 1;
const EN: u64 = 1 << 0;

/// A counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counter {
    /// 40 bits.
    pub count: u64,
    /// Bits 9:0 of the control register.
    pub control: u64,
    /// It has overflowed.
    pub overflowed: bool,
}

/// What a clock makes of a counter before software has its say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub count: u64,
    pub overflows: bool,
}

impl Counter {
    /// The event code.
    pub fn selected(&self) -> usize {
        (self.control >> 4 & 0x3F) as usize
    }

    /// Whether an overflow freezes the box.
    pub fn freezes_the_box(&self) -> bool {
        self.control & FRZ_MODE != 0
    }

    /// Whether it starts again at 0 after an overflow.
    pub fn wraps(&self) -> bool {
        self.control & WRAP_MODE != 0
    }

    /// Whether its own freeze bit holds it.
    pub fn is_held(&self) -> bool {
        self.control & FREEZE != 0
    }

    pub fn is_enabled(&self) -> bool {
        self.control & EN != 0
    }

    /// Whether it stands at its end until the flag is cleared (ZBOX-A01).
    pub fn is_stopped(&self) -> bool {
        self.overflowed && !self.wraps()
    }

    /// Whether it counts in a box that does.
    pub fn runs(&self) -> bool {
        self.is_enabled() && !self.is_held() && !self.is_stopped()
    }

    /// The count and whether it overflows when so much is added.
    pub fn plus(&self, increment: u64) -> Sum {
        let sum = self.count + increment;
        let overflows = sum > MAX;
        let count = if overflows && !self.wraps() { MAX } else { sum & MAX };
        Sum { count, overflows }
    }

    /// What software reads in the control register: the fields below the low byte of the count.
    pub fn control_register(&self) -> u64 {
        (self.count & 0xFF) << 24 | self.control
    }

    /// What software reads at the counter's own address: bits 39:8.
    pub fn high(&self) -> u64 {
        self.count >> 8
    }

    pub fn write_high(&mut self, data: u64) {
        self.count = (data & 0xFFFF_FFFF) << 8 | self.count & 0xFF;
    }

    /// Bits 7:0 come from bits 31:24 of the control register.
    pub fn write_low(&mut self, data: u64) {
        self.count = self.count & !0xFF | data >> 24 & 0xFF;
    }

    pub fn write_control(&mut self, data: u64) {
        self.control = data & CONTROL;
    }
}
