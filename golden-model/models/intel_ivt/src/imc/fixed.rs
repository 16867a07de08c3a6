//! The fixed counter of DCLK cycles.

use super::WIDTH;
use crate::common::pci::{Cycle, Register};
use crate::common::{Control, Count};

/// A register of the fixed counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FixedRegister {
    Control,
    Low,
    High,
}

/// The stored bits of its control register: en and ov_en (Table 2-75).
const STORED: u32 = 1 << 22 | Control::OV_EN;
/// Its counter reset bit, two bits above that of the other controls (IMC-A02).
const RST: u64 = 1 << 19;

/// The fixed counter with its control register.
#[derive(Clone, Copy, Default)]
pub(crate) struct Fixed {
    control: Control,
    count: Count<WIDTH>,
}

impl Fixed {
    /// MC_CHy_PCI_PMON_FIXED_CTL.
    pub fn control(&self) -> Control {
        self.control
    }

    /// MC_CHy_PCI_PMON_FIXED_CTR.
    #[inline]
    pub fn count(&self) -> u64 {
        self.count.value()
    }

    /// The value that software reads.
    pub fn read(&self, register: FixedRegister) -> u64 {
        match register {
            FixedRegister::Control => self.control.bits().into(),
            FixedRegister::Low => self.count.low(),
            FixedRegister::High => self.count.high(),
        }
    }

    /// Executes a cycle; returns whether the counter overflows.
    ///
    /// A counter that software writes or resets does not count (IVT-R14).
    #[inline]
    pub fn step(&mut self, cycle: Cycle<FixedRegister>) -> bool {
        let held = match cycle.written {
            _ if cycle.reset => true,
            Some((Register::Own(FixedRegister::Control), data)) => data & RST != 0,
            Some((Register::Own(_), _)) => true,
            _ => false,
        };
        let counts = self.control.en() && !cycle.frozen && !held;
        counts && self.count.add(1)
    }

    /// Stores a write at the end of the cycle.
    pub fn write(&mut self, register: Register<FixedRegister>, data: u64, resets: [bool; 2]) {
        let [counters, controls] = resets;
        match register {
            Register::Own(FixedRegister::Control) => {
                self.control = Control::new(data as u32 & STORED);
                if data & RST != 0 {
                    self.count = Count::default();
                }
            }
            Register::Own(FixedRegister::Low) => self.count.write_low(data),
            Register::Own(FixedRegister::High) => self.count.write_high(data),
            _ => {
                if counters {
                    self.count = Count::default();
                }
                if controls {
                    self.control = Control::default();
                }
            }
        }
    }
}
