//! The registers of the PCU and their MSR numbers (Table 2-118).

use crate::common::BankRegister;

/// Counters (2.7.2) and their width in bits.
pub(super) const COUNTERS: usize = 4;
pub(super) const WIDTH: u32 = 48;

/// A register of the PCU.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Register {
    /// PCU_MSR_PMON_BOX_CTL.
    BoxCtl,
    /// PCU_MSR_PMON_CTL or PCU_MSR_PMON_CTR of a counter, or PCU_MSR_PMON_BOX_STATUS.
    Bank(BankRegister),
    /// PCU_MSR_PMON_BOX_FILTER.
    Filter,
    /// PCU_MSR_CORE_C3_CTR or PCU_MSR_CORE_C6_CTR.
    Residency(CState),
}

/// A core state whose residency is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CState {
    C3,
    C6,
}

impl Register {
    /// The register at an MSR number.
    #[inline]
    pub fn at(addr: u32) -> Option<Self> {
        match addr {
            0x3FC => Some(Register::Residency(CState::C3)),
            0x3FD => Some(Register::Residency(CState::C6)),
            0xC24 => Some(Register::BoxCtl),
            0xC30..=0xC33 => Some(Register::Bank(BankRegister::Control(addr as usize - 0xC30))),
            0xC34 => Some(Register::Filter),
            0xC35 => Some(Register::Bank(BankRegister::Status)),
            0xC36..=0xC39 => Some(Register::Bank(BankRegister::Counter(addr as usize - 0xC36))),
            _ => None,
        }
    }

    /// Whether a write can change state that only software changes.
    pub fn is_setting(self) -> bool {
        matches!(self, Register::BoxCtl | Register::Filter | Register::Bank(BankRegister::Control(_)))
    }
}
