//! The blocks of the PMU of an Itanium 9300 core, each with the registers of one thread. The core has all blocks; each block
//! is also a separate PMU.
//!
//! In the cycle of a write each block uses the old values. The write takes priority over an update of the written register
//! by the block (IPF-A17).

pub(super) mod dear;
pub(super) mod iear;
pub(super) mod monitor;
pub(super) mod tagger;
pub(super) mod trace;

use super::registers::Register;

/// An accepted write to a register of the block's thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Write {
    pub register: Register,
    /// Data, 64 bits.
    pub data: u64,
}

impl Write {
    /// Returns the data if this register is written.
    pub fn to(write: Option<Self>, register: Register) -> Option<u64> {
        write.filter(|write| write.register == register).map(|write| write.data)
    }
}
