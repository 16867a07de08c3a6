//! The registers of a C-Box and their MSR numbers.

use crate::common::BankRegister;

/// Counters of a C-Box (2.3.2).
pub(crate) const COUNTERS: usize = 4;

/// Base address of C-Box 0, and the distance between adjacent C-Boxes (Table 2-12).
const FIRST_BASE: u32 = 0xD00;
const DISTANCE: u32 = 0x20;

/// A register of a C-Box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Register {
    /// Cn_MSR_PMON_BOX_CTL.
    BoxCtl,
    /// Cn_MSR_PMON_BOX_FILTER.
    Filter,
    /// Cn_MSR_PMON_CTL or Cn_MSR_PMON_CTR of a counter, or Cn_MSR_PMON_BOX_STATUS, which exists only in
    /// the configuration with overflow reporting.
    Bank(BankRegister),
    /// Cn_MSR_PMON_BOX_FILTER1.
    Filter1,
}

impl Register {
    /// The register of C-Box `box_id` at an MSR number; `status` is true if the box has a status register.
    #[inline]
    pub fn at(addr: u32, box_id: u32, status: bool) -> Option<Self> {
        let offset = addr.wrapping_sub(FIRST_BASE + DISTANCE * box_id);
        match offset {
            0x04 => Some(Register::BoxCtl),
            0x10..=0x13 => Some(Register::Bank(BankRegister::Control(offset as usize - 0x10))),
            0x14 => Some(Register::Filter),
            0x15 if status => Some(Register::Bank(BankRegister::Status)),
            0x16..=0x19 => Some(Register::Bank(BankRegister::Counter(offset as usize - 0x16))),
            0x1A => Some(Register::Filter1),
            _ => None,
        }
    }

    /// The register of the counter bank, if it is one.
    pub fn of_bank(self) -> Option<BankRegister> {
        match self {
            Register::Bank(register) => Some(register),
            _ => None,
        }
    }

    /// Whether a write can change state that only software changes.
    pub fn is_setting(self) -> bool {
        !matches!(self, Register::Bank(BankRegister::Counter(_) | BankRegister::Status))
    }

    /// The number of the only C-Box, without an upper limit, that can have a register at an MSR number.
    #[inline]
    pub fn owner(addr: u32) -> u32 {
        addr.wrapping_sub(FIRST_BASE) / DISTANCE
    }
}
