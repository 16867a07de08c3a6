//! The blocks of the PMU of an Itanium 9300 core, each with the registers of one thread. Which of them a PMU has is its own
//! affair: the core has all, and each block is also a PMU of its own.
//!
//! In the clock of a write each block works with the old values; the written register then loses what the block itself would
//! have put into it (IPF-A17).

pub(super) mod dear;
pub(super) mod iear;
pub(super) mod monitor;
pub(super) mod tagger;
pub(super) mod trace;

use super::registers::Register;

/// A write that is accepted, to a register of the block's thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Write {
    /// The register.
    pub register: Register,
    /// Data, 64 bits.
    pub data: u64,
}

impl Write {
    /// The data, if this register is written.
    pub fn to(write: Option<Self>, register: Register) -> Option<u64> {
        write.filter(|write| write.register == register).map(|write| write.data)
    }
}
