//! The match and mask registers and the packet headers that match (2.8.3.3).

/// Flits in a cycle in each direction.
pub(super) const SLOTS: u32 = 2;

/// A match or mask register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FilterRegister {
    Match0,
    Match1,
    Mask0,
    Mask1,
}

/// Usable bits, with the low register in the lower 32 bits.
const USED: u64 = 0x000F_000F << 32 | 0x8003_FFF8;
/// Response data state (RDS) in the high register.
const RDS: u64 = 0xF << (32 + 16);
/// The message class of data responses, and the last opcode of that class with a
/// response data state (QPI-A07).
const DRS: u64 = 0b1110;
const LAST_WITH_RDS: u64 = 2;

/// Fields of a packet header.
#[derive(Clone, Copy)]
pub(crate) struct Header {
    pub rnid: u64,
    pub dnid: u64,
    pub mc: u64,
    pub opc: u64,
    pub vnw: u64,
    pub rds: u64,
}

impl Header {
    /// The header fields at their positions in the registers.
    #[inline]
    fn packed(self) -> u64 {
        let low = self.rnid >> 4 << 31 | self.dnid << 13 | self.mc << 9 | self.opc << 5 | self.vnw << 3;
        let high = self.rds << 16 | self.rnid & 0xF;
        high << 32 | low
    }
}

/// The registers, with the high register of each pair above the low one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Filter {
    value: u64,
    mask: u64,
}

impl Filter {
    /// The stored bits of a register.
    pub fn read(&self, register: FilterRegister) -> u64 {
        match register {
            FilterRegister::Match0 => self.value & u64::from(u32::MAX),
            FilterRegister::Match1 => self.value >> 32,
            FilterRegister::Mask0 => self.mask & u64::from(u32::MAX),
            FilterRegister::Mask1 => self.mask >> 32,
        }
    }

    /// Stores a write.
    pub fn write(&mut self, register: FilterRegister, data: u64) {
        let low = |pair: u64| pair >> 32 << 32 | data & USED & u64::from(u32::MAX);
        let high = |pair: u64| pair & u64::from(u32::MAX) | data << 32 & USED;
        match register {
            FilterRegister::Match0 => self.value = low(self.value),
            FilterRegister::Match1 => self.value = high(self.value),
            FilterRegister::Mask0 => self.mask = low(self.mask),
            FilterRegister::Mask1 => self.mask = high(self.mask),
        }
    }

    /// Whether a header matches.
    #[inline]
    pub fn matches(&self, header: Header) -> bool {
        let has_rds = header.mc == DRS && header.opc <= LAST_WITH_RDS;
        (header.packed() ^ self.value) & self.mask == 0 && (self.mask & RDS == 0 || has_rds)
    }
}
