//! The state of the U-Box and its update in each cycle.

use super::events::occurs;
use super::fixed::Fixed;
use super::global::Global;
use super::ports::Inputs;
use super::registers::{Register, COUNTERS};
use crate::common::{
    Bank, BankInputs, Broadcasts, Control, CountResult, CounterSet, FreezeLatch, Overflows, StatusSource,
};
use golden_model_core::Description;

/// The stored bits of a control register: thresh has 5 bits, and ov_en exists (Table 2-6).
pub(super) const STORED: u32 = Control::STORED | 0x1F00_0000 | Control::OV_EN;

/// The state of the U-Box.
#[derive(Clone)]
pub(crate) struct UBox {
    bank: Bank<COUNTERS>,
    fixed: Fixed,
    global: Global,
    latch: FreezeLatch,
    /// The overflows of programmable counters that set their status bit.
    source: StatusSource,
}

impl UBox {
    /// The state after reset.
    pub fn new(description: &Description) -> Self {
        Self::with(Fixed::new(description), StatusSource::new(description))
    }

    /// Sets the state after reset.
    pub fn reset(&mut self) {
        *self = Self::with(self.fixed.reset(), self.source);
    }

    fn with(fixed: Fixed, source: StatusSource) -> Self {
        Self { bank: Bank::new(), fixed, global: Global::new(), latch: FreezeLatch::default(), source }
    }

    /// Programmable counters, their control registers and status.
    #[inline]
    pub fn bank(&self) -> &Bank<COUNTERS> {
        &self.bank
    }

    /// The fixed counter.
    pub fn fixed(&self) -> &Fixed {
        &self.fixed
    }

    /// GLOBAL_STATUS.
    pub fn global_status(&self) -> u32 {
        self.global.status()
    }

    /// The increment of a counter's event in a cycle.
    pub fn raw(&self, counter: usize, inputs: &Inputs) -> u32 {
        occurs(self.bank.control(counter), inputs).into()
    }

    /// The value that software reads.
    pub fn read(&self, register: Register) -> u64 {
        match register {
            Register::GlobalCtl => self.global.control().into(),
            Register::GlobalStatus => self.global.status().into(),
            Register::GlobalConfig => self.global.config().into(),
            Register::FixedCtl => self.fixed.control().bits().into(),
            Register::FixedCtr => self.fixed.count(),
            Register::Bank(register) => self.bank.read(register),
        }
    }

    /// The broadcasts to all boxes.
    #[inline]
    pub fn broadcasts(&self) -> Broadcasts {
        self.global.broadcasts()
    }

    /// Wake-up of each core.
    #[inline]
    pub fn core_wake(&self) -> u32 {
        self.global.core_wake()
    }

    /// The cores that receive the PMI in the next cycle.
    #[inline]
    pub fn pmi_s(&self) -> u32 {
        self.global.pmi_s()
    }

    /// PMI of each core.
    #[inline]
    pub fn pmi(&self) -> u32 {
        self.global.pmi()
    }

    /// The global freeze latch of the U-Box's counters.
    #[inline]
    pub fn latch(&self) -> FreezeLatch {
        self.latch
    }

    /// The overflows of programmable counters that set their status bit.
    #[inline]
    pub fn source(&self) -> StatusSource {
        self.source
    }

    /// The message of the programmable counters.
    #[inline]
    pub fn u_msg(&self) -> bool {
        self.bank.status().message()
    }

    /// The message of the fixed counter.
    #[inline]
    pub fn uf_msg(&self) -> bool {
        self.fixed.message()
    }

    /// The messages of the U-Box itself, as bits of the global status.
    #[inline]
    pub fn own_messages(&self) -> u32 {
        u32::from(self.u_msg()) << 1 | u32::from(self.uf_msg())
    }

    /// The messages of all boxes, as bits of the global status.
    #[inline]
    pub fn messages(&self, inputs: &Inputs) -> u32 {
        inputs.messages.status_bits() | self.own_messages()
    }

    /// Executes a cycle with an optional register write.
    #[inline]
    pub fn step(&mut self, inputs: &Inputs, written: Option<(Register, u64)>) -> CountResult {
        let frozen = self.latch.frozen();
        self.latch.step(self.own_messages() != 0, self.broadcasts());

        let cleared = match written {
            Some((Register::GlobalStatus, data)) => data as u32,
            _ => 0,
        };
        self.global.step(self.messages(inputs), cleared, inputs.core_awake);
        self.fixed.step(frozen, matches!(written, Some((Register::FixedCtr, _))));
        let terms = BankInputs {
            frozen,
            status_source: self.source,
            first_bit: 0,
            sends: true,
            others: Overflows::default(),
            written: match written {
                Some((Register::Bank(register), data)) => Some((register, data)),
                _ => None,
            },
            reset: false,
            refused: 0,
            requested: 0,
        };
        let controls: [Control; COUNTERS] = std::array::from_fn(|counter| self.bank.control(counter));
        let mut result = self.bank.step(terms, |counter| occurs(controls[counter], inputs).into());
        // Writes take effect last: the cycle of a write counts with the previous configuration (IVT-R04).
        if let Some((register, data)) = written {
            result.selected = self.write(register, data);
        }
        result
    }

    /// Stores a write; returns the counters with a new control register.
    fn write(&mut self, register: Register, data: u64) -> CounterSet {
        match register {
            Register::GlobalCtl => self.global.write_control(data),
            // The bits were already cleared in this cycle.
            Register::GlobalStatus => {}
            Register::GlobalConfig => self.global.write_config(data),
            Register::FixedCtl => self.fixed.write_control(data),
            Register::FixedCtr => self.fixed.write_count(data),
            Register::Bank(register) => {
                self.bank.write(register, data, STORED);
                return register.selected();
            }
        }
        0
    }
}
