//! The fixed counter of UCLK cycles.

use crate::common::Control;
use golden_model_core::Description;

/// The fixed counter with its control register and its message.
#[derive(Clone, Copy)]
pub(crate) struct Fixed {
    control: Control,
    count: u64,
    /// All bits of the counter: 44, or 48 (UBOX-A02).
    max: u64,
    message: bool,
}

impl Fixed {
    /// The state after reset, with the width that is selected.
    pub fn new(description: &Description) -> Self {
        let width = if description.chooses("UBOX-A02", "48") { 48 } else { 44 };
        Self { control: Control::default(), count: 0, max: (1 << width) - 1, message: false }
    }

    /// The state after reset.
    pub fn reset(self) -> Self {
        Self { control: Control::default(), count: 0, message: false, ..self }
    }

    /// U_MSR_PMON_UCLK_FIXED_CTL.
    #[inline]
    pub fn control(&self) -> Control {
        self.control
    }

    /// U_MSR_PMON_UCLK_FIXED_CTR.
    #[inline]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether the counter overflows in a cycle and reports it, unless it is written.
    #[inline]
    pub fn overflows(&self, frozen: bool) -> bool {
        self.control.en() && !frozen && self.control.ov_en() && self.count == self.max
    }

    /// Whether the counter wrapped at the start of this cycle and reports it.
    ///
    /// No status bit suppresses repeated messages (UBOX-R44).
    #[inline]
    pub fn message(&self) -> bool {
        self.message
    }

    /// Writes the control register, which stores only en and ov_en (Table 2-8).
    pub fn write_control(&mut self, data: u64) {
        self.control = Control::new(data as u32 & 0x0050_0000);
    }

    /// Writes the counter.
    pub fn write_count(&mut self, data: u64) {
        self.count = data & self.max;
    }

    /// Executes a cycle; `held` is true if the counter is written.
    #[inline]
    pub fn step(&mut self, frozen: bool, held: bool) {
        self.message = self.overflows(frozen) && !held;
        if self.control.en() && !frozen && !held {
            self.count = (self.count + 1) & self.max;
        }
    }
}
