//! The match registers and the packets that match (2.4.2.4, 2.4.6).

/// A match register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FilterRegister {
    AddrMatch0,
    AddrMatch1,
    OpcodeMatch,
}

/// The compared properties of a packet.
#[derive(Clone, Copy)]
pub(crate) struct Packet {
    /// Bits 45:6 of the address.
    pub addr: u64,
    /// Class and opcode.
    pub opc: u64,
    /// The ring: bit 0 AD, 1 BL, 2 AK.
    pub ring: u64,
}

/// The match registers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Filter {
    /// Bits 45:6 of an address.
    addr: u64,
    opc: u64,
}

/// Bits of the address in ADDRMATCH0.
const LOW: u32 = 26;

impl Filter {
    /// The stored bits of a register.
    pub fn read(&self, register: FilterRegister) -> u64 {
        match register {
            FilterRegister::AddrMatch0 => (self.addr & ((1 << LOW) - 1)) << 6,
            FilterRegister::AddrMatch1 => self.addr >> LOW,
            FilterRegister::OpcodeMatch => self.opc,
        }
    }

    /// Stores a write.
    pub fn write(&mut self, register: FilterRegister, data: u64) {
        let low = (1 << LOW) - 1;
        match register {
            FilterRegister::AddrMatch0 => self.addr = self.addr & !low | data >> 6 & low,
            FilterRegister::AddrMatch1 => self.addr = self.addr & low | (data & 0x3FFF) << LOW,
            FilterRegister::OpcodeMatch => self.opc = data & 0x3F,
        }
    }

    /// Whether a packet matches by one of the criteria that a umask selects (HA-A07).
    #[inline]
    pub fn matches(&self, umask: u8, packet: Packet) -> bool {
        let (addr, opc) = (packet.addr == self.addr, packet.opc == self.opc);
        let base = match umask & 3 {
            0 => false,
            1 => addr,
            2 => opc,
            _ => addr && opc,
        };
        base || opc && u64::from(umask >> 2) & 7 & packet.ring != 0
    }
}
