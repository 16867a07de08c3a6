//! The registers of a box in configuration space and their offsets (Table 1-3).

use crate::common::{BankRegister, BoxCtl};

/// Bytes of configuration space that a function has.
const BYTES: u32 = 0x100;

/// The register at an offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Register<O> {
    /// The box control.
    BoxCtl,
    /// The counters, their controls and the box status.
    Bank(BankRegister),
    /// A register that only this kind of box has.
    Own(O),
    /// No register: it reads 0 and ignores writes.
    Nothing,
}

/// Whether an offset is that of a dword within a function.
pub(crate) fn in_function(offset: u32) -> bool {
    offset < BYTES && offset % 4 == 0
}

/// The register at an offset in a box of `counters` counters with the common registers only;
/// `None` if there is no dword.
pub(crate) fn standard<O>(offset: u32, counters: usize) -> Option<Register<O>> {
    in_function(offset).then(|| standard_at(offset, counters))
}

/// The register at the offset of a dword; see [`standard`].
#[inline]
pub(crate) fn standard_at<O>(offset: u32, counters: usize) -> Register<O> {
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

impl<O: Copy + PartialEq> Register<O> {
    /// The data of a write to this register.
    pub fn data_in(self, written: Option<(Self, u64)>) -> Option<u64> {
        written.filter(|(register, _)| *register == self).map(|(_, data)| data)
    }

    /// The data of a write to the box control, if there is one.
    pub fn box_ctl(written: Option<(Self, u64)>) -> Option<BoxCtl> {
        Register::BoxCtl.data_in(written).map(BoxCtl)
    }

    /// A write to a register of the bank, if it is one.
    pub fn of_bank((register, data): (Self, u64)) -> Option<(BankRegister, u64)> {
        match register {
            Register::Bank(register) => Some((register, data)),
            Register::BoxCtl | Register::Own(_) | Register::Nothing => None,
        }
    }
}

impl<O> Register<O> {
    /// Whether a write can change state that only software changes.
    pub fn is_setting(&self) -> bool {
        matches!(self, Register::BoxCtl | Register::Own(_) | Register::Bank(BankRegister::Control(_)))
    }
}
