//! Which box of the socket answers at an MSR number.

use crate::pmus::{ivt_cbox, ivt_ubox};

/// A register of the socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Register {
    /// One of the U-Box.
    UBox(ivt_ubox::Register),
    /// One of the C-Box of that number.
    CBox(usize, ivt_cbox::Register),
}

impl Register {
    /// The register at an MSR number in a socket with that many C-Boxes; `status` tells whether they have a status
    /// register.
    #[inline]
    pub fn at(addr: u32, cboxes: usize, status: bool) -> Option<Self> {
        let number = ivt_cbox::Register::owner(addr);
        if (number as usize) < cboxes {
            let register = ivt_cbox::Register::at(addr, number, status)?;
            return Some(Register::CBox(number as usize, register));
        }
        ivt_ubox::Register::at(addr).map(Register::UBox)
    }

    /// The register of the U-Box that it is, if it is one.
    #[inline]
    pub fn of_ubox(self) -> Option<ivt_ubox::Register> {
        match self {
            Register::UBox(register) => Some(register),
            Register::CBox(..) => None,
        }
    }

    /// The register of that C-Box that it is, if it is one.
    #[inline]
    pub fn of_cbox(self, number: usize) -> Option<ivt_cbox::Register> {
        match self {
            Register::CBox(owner, register) if owner == number => Some(register),
            _ => None,
        }
    }
}
