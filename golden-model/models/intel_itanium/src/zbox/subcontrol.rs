//! The sub-control registers: filters of the event codes, common to all counters (5.7.4.4).

/// Offsets of the registers.
const PGT: u32 = 0xF00;
const DSP: u32 = 0xEA8;
const ISS: u32 = 0xE38;
const THR: u32 = 0xCA8;
const PLD: u32 = 0xB08;
const FVC: u32 = 0x818;

/// The registers, with their stored bits only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SubControl {
    pub pgt: u64,
    pub dsp: u64,
    pub iss: u64,
    pub thr: u64,
    pub pld: u64,
    pub fvc: u64,
}

fn bits(value: u64, high: u32, low: u32) -> u64 {
    value >> low & ((2 << (high - low)) - 1)
}

fn bit(value: u64, at: u32) -> bool {
    value >> at & 1 == 1
}

impl SubControl {
    /// Returns the register at an offset, and the bits that it stores.
    fn at(&mut self, offset: u32) -> Option<(&mut u64, u64)> {
        match offset {
            PGT => Some((&mut self.pgt, 0x3BF)),
            DSP => Some((&mut self.dsp, 0x500)),
            ISS => Some((&mut self.iss, 0x3FF)),
            THR => Some((&mut self.thr, 0x7F8)),
            PLD => Some((&mut self.pld, 0x3FFF)),
            FVC => Some((&mut self.fvc, 0xFF_FFE0)),
            _ => None,
        }
    }

    /// Applies a write; it is ignored if no register is at the offset.
    pub fn write(&mut self, offset: u32, data: u64) {
        if let Some((register, stored)) = self.at(offset) {
            *register = data & stored;
        }
    }

    /// Returns the value that software reads, or 0 if no register is at the offset.
    pub fn read(mut self, offset: u32) -> u64 {
        self.at(offset).map_or(0, |(register, _)| *register)
    }

    /// Event 12h: 0 all commands, 1 writes, 2 reads, 3 nothing.
    pub fn inserts(&self) -> u64 {
        bits(self.pgt, 9, 8)
    }

    /// Event 11h: whether it counts cycles in open-page mode.
    pub fn open_time(&self) -> bool {
        bit(self.pgt, 7)
    }

    /// Event 19h: the rank, or `None` for all ranks.
    pub fn rank(&self) -> Option<u64> {
        bit(self.pgt, 1).then(|| bits(self.pgt, 5, 2))
    }

    /// Event 16h: whether it counts changes from closed to open.
    pub fn closed_to_open(&self) -> bool {
        bit(self.pgt, 0)
    }

    /// Event 20h: whether it counts cycles with an empty queue.
    pub fn empty_queue(&self) -> bool {
        bit(self.dsp, 10)
    }

    /// Event 0Ah: the scheduling mode for its filter.
    pub fn command_mode(&self) -> u64 {
        bits(self.iss, 9, 7)
    }

    /// Event 24h: the scheduling mode.
    pub fn mode(&self) -> u64 {
        bits(self.iss, 6, 4)
    }

    /// Event 09h: the frame type.
    pub fn frame(&self) -> u64 {
        bits(self.iss, 3, 0)
    }

    /// Event 04h: the condition; event 05h has a separate one (ZBOX-A08).
    pub fn up(&self) -> u64 {
        bits(self.thr, 8, 7)
    }

    pub fn down(&self) -> u64 {
        bits(self.thr, 10, 9)
    }

    /// Events 04h and 05h: the DIMM, or `None` for all DIMMs.
    pub fn dimm(&self) -> Option<u64> {
        (!bit(self.thr, 3)).then(|| bits(self.thr, 6, 4))
    }

    /// Event 0Ah: whether the address must match.
    pub fn address(&self) -> bool {
        bit(self.pld, 13)
    }

    /// Event 0Ah: the command.
    pub fn dram_command(&self) -> u64 {
        bits(self.pld, 12, 8)
    }

    /// Event 0Ah: whether the scheduling mode must be that of ISS.
    pub fn in_mode(&self) -> bool {
        bit(self.pld, 0)
    }

    /// Event 0Bh: the FVID, or `None` for all FVIDs.
    pub fn fvid(&self) -> Option<u64> {
        bit(self.pld, 7).then(|| bits(self.pld, 6, 1))
    }

    /// Events 0Dh to 10h: the selection of the slot.
    pub fn slot(&self, slot: u32) -> u64 {
        bits(self.fvc, 14 + 3 * slot, 12 + 3 * slot)
    }

    /// The response of all slots.
    pub fn response(&self) -> u64 {
        bits(self.fvc, 11, 9)
    }

    /// The command of all slots.
    pub fn command(&self) -> u64 {
        bits(self.fvc, 8, 5)
    }
}
