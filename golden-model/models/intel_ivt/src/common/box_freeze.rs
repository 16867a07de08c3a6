//! What stops the counters of a box: the freeze by the box control and the global freeze.

use super::{BoxCtl, Broadcasts, FreezeLatch};
use golden_model_core::Description;

/// The freezes of a box.
#[derive(Clone, Copy)]
pub(crate) struct BoxFreeze {
    /// The box freeze.
    frz: bool,
    latch: FreezeLatch,
    enables: BoxEnables,
}

impl BoxFreeze {
    /// The state after reset.
    pub fn new(enables: BoxEnables) -> Self {
        Self { frz: false, latch: FreezeLatch::default(), enables: enables.reset() }
    }

    /// The freezes of a box that has no box control.
    pub fn of_latch(latch: FreezeLatch) -> Self {
        Self { latch, ..Self::new(BoxEnables::absent()) }
    }

    /// The state after a reset of this box.
    pub fn reset(self) -> Self {
        Self::new(self.enables)
    }

    /// The box freeze.
    #[inline]
    pub fn frz(self) -> bool {
        self.frz
    }

    /// The global freeze latch.
    #[inline]
    pub fn latch(self) -> FreezeLatch {
        self.latch
    }

    /// Whether a new status bit sends the message.
    #[inline]
    pub fn sends(self) -> bool {
        self.enables.has(BoxEnables::OVERFLOW)
    }

    /// Whether the box can be frozen.
    #[inline]
    pub fn can_freeze(self) -> bool {
        self.enables.has(BoxEnables::FREEZE)
    }

    /// Whether the counters of the box are frozen.
    #[inline]
    pub fn is_frozen(self) -> bool {
        self.can_freeze() && (self.frz || self.latch.frozen())
    }

    /// Executes a cycle; `own` is the box's own overflow message.
    #[inline]
    pub fn step(&mut self, own: bool, broadcasts: Broadcasts) {
        let can = self.can_freeze();
        self.latch.step(own && can, Broadcasts { freeze: broadcasts.freeze && can, ..broadcasts });
    }

    /// Stores a write of the box control.
    pub fn write(&mut self, written: BoxCtl) {
        self.frz = written.freezes();
        if self.enables.stored {
            self.enables.bits = written.enables();
        }
    }

    /// The value of the box control that software reads.
    pub fn read(self) -> u64 {
        if self.enables.stored {
            u64::from(self.enables.bits) << 16
        } else {
            0
        }
    }
}

/// Bits 17 and 16 of the box control, which an option of IVT-A09 stores: the overflow enable and the freeze enable.
///
/// A box that does not store them works as if they were 1.
#[derive(Clone, Copy)]
pub(crate) struct BoxEnables {
    stored: bool,
    bits: u8,
}

impl BoxEnables {
    const FREEZE: u8 = 1;
    const OVERFLOW: u8 = 2;

    /// Those of a box that stores them with the option.
    pub fn new(description: &Description) -> Self {
        Self { stored: description.chooses("IVT-A09", "enables"), bits: 0 }.reset()
    }

    /// Those of a box that never stores them.
    pub fn absent() -> Self {
        Self { stored: false, bits: 0 }.reset()
    }

    /// The state after reset.
    fn reset(self) -> Self {
        Self { bits: if self.stored { 0 } else { Self::FREEZE | Self::OVERFLOW }, ..self }
    }

    #[inline]
    fn has(self, bit: u8) -> bool {
        self.bits & bit != 0
    }
}
