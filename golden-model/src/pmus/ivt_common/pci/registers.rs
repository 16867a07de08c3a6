//! The registers of a box in configuration space and their offsets (Table 1-3).

use crate::bus::Request;
use crate::pmus::ivt_common::{Access, BankRegister};

/// Configuration space.
const PCI: u32 = 1;
/// Bytes of it that a function of a device has.
const BYTES: u32 = 0x100;

/// What lies at an offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Register {
    /// The box control.
    BoxCtl,
    /// The counters, their controls and the box status.
    Bank(BankRegister),
    /// No register: it reads 0 and ignores writes.
    Nothing,
}

impl Register {
    /// What lies at the offset of a dword in a box of `counters` counters.
    #[inline]
    fn at(offset: u32, counters: usize) -> Self {
        let own = |counter: u32| Some(counter as usize).filter(|&counter| counter < counters);
        let bank = match offset {
            0xA0..=0xBC if offset & 4 == 0 => own((offset - 0xA0) / 8).map(BankRegister::Low),
            0xA0..=0xBC => own((offset - 0xA0) / 8).map(BankRegister::High),
            0xD8..=0xE4 => own((offset - 0xD8) / 4).map(BankRegister::Control),
            0xF4 => return Register::BoxCtl,
            0xF8 => Some(BankRegister::Status),
            _ => None,
        };
        bank.map_or(Register::Nothing, Register::Bank)
    }

    /// What a request does to a box of `counters` counters. Only the offsets of dwords are answered.
    #[inline]
    pub fn accessed(request: Option<Request>, counters: usize) -> Access<Self> {
        let in_function = |offset: u32| offset < BYTES && offset % 4 == 0;
        let access =
            Access::decode_in(PCI, request, |offset| in_function(offset).then(|| Register::at(offset, counters)));
        match access {
            // A write is one of 32 bits.
            Access::Write(register, data) => Access::Write(register, data & u64::from(u32::MAX)),
            other => other,
        }
    }

    /// The data of a write to this register.
    pub fn data_in(self, written: Option<(Self, u64)>) -> Option<u64> {
        written.filter(|(register, _)| *register == self).map(|(_, data)| data)
    }

    /// A write to a register of the bank.
    pub fn of_bank((register, data): (Self, u64)) -> Option<(BankRegister, u64)> {
        match register {
            Register::Bank(register) => Some((register, data)),
            Register::BoxCtl | Register::Nothing => None,
        }
    }

    /// Whether a write may change what only software changes.
    pub fn is_setting(self) -> bool {
        matches!(self, Register::BoxCtl | Register::Bank(BankRegister::Control(_)))
    }
}
