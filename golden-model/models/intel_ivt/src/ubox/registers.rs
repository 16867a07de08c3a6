//! The registers of the U-Box and their MSR numbers (2.1.5, 2.2.3).

use crate::common::BankRegister;

/// Programmable counters of the U-Box (2.2.2).
pub(crate) const COUNTERS: usize = 2;

/// A register of the U-Box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Register {
    /// U_MSR_PMON_GLOBAL_CTL.
    GlobalCtl,
    /// U_MSR_PMON_GLOBAL_STATUS.
    GlobalStatus,
    /// U_MSR_PMON_GLOBAL_CONFIG.
    GlobalConfig,
    /// U_MSR_PMON_UCLK_FIXED_CTL.
    FixedCtl,
    /// U_MSR_PMON_UCLK_FIXED_CTR.
    FixedCtr,
    /// U_MSR_PMON_CTL or U_MSR_PMON_CTR of a counter, or U_MSR_PMON_BOX_STATUS.
    Bank(BankRegister),
}

impl Register {
    /// The register at an MSR number.
    #[inline]
    pub fn at(addr: u32) -> Option<Self> {
        match addr {
            0xC00 => Some(Register::GlobalCtl),
            0xC01 => Some(Register::GlobalStatus),
            0xC06 => Some(Register::GlobalConfig),
            0xC08 => Some(Register::FixedCtl),
            0xC09 => Some(Register::FixedCtr),
            0xC10..=0xC11 => Some(Register::Bank(BankRegister::Control(addr as usize - 0xC10))),
            0xC15 => Some(Register::Bank(BankRegister::Status)),
            0xC16..=0xC17 => Some(Register::Bank(BankRegister::Counter(addr as usize - 0xC16))),
            _ => None,
        }
    }
}
