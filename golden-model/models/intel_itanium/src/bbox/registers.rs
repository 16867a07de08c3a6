//! Offsets of the registers, and their fields.

/// Offsets in the window of the B-Box (Table 5-9).
pub const CTL0: u32 = 0x080;
pub const CTL1: u32 = 0x088;
pub const CTL2: u32 = 0x090;
pub const CTL3: u32 = 0x098;
pub const CNT0: u32 = 0x0A8;
pub const IOB_CNT: u32 = 0x128;
pub const BZ_CNT: u32 = 0x130;
pub const ARB_CNT0: u32 = 0x138;
pub const ARB_CNT1: u32 = 0x140;
pub const IMT_CNT: u32 = 0x408;

/// Number of counters of a B-Box.
pub const COUNTERS: usize = 8;

/// Returns `width` bits of a value, starting at bit `low`.
pub fn bits(value: u64, low: u32, width: u32) -> u64 {
    value >> low & (u64::MAX >> (64 - width))
}

fn bit(value: u64, at: u32) -> bool {
    value >> at & 1 == 1
}

/// Returns the counter whose register is at an offset.
pub fn counter_at(offset: u32) -> Option<usize> {
    let at = offset.wrapping_sub(CNT0);
    (at % 8 == 0 && at / 8 < COUNTERS as u32).then_some((at / 8) as usize)
}

/// CTL0 as stored (Table 5-10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ctl0(pub u64);

impl Ctl0 {
    const STORED: u64 = 0x1_FFFF_FFFF;
    const FRZ: u64 = 1 << 32;

    /// Returns the value stored by a write of `data`.
    pub fn written(data: u64) -> Self {
        Self(data & Self::STORED)
    }

    pub fn frz(self) -> bool {
        self.0 & Self::FRZ != 0
    }

    /// Returns the same value with another freeze state.
    pub fn with_frz(self, frz: bool) -> Self {
        Self(if frz { self.0 | Self::FRZ } else { self.0 & !Self::FRZ })
    }

    /// Counters whose overflow freezes the box, one bit each.
    pub fn aov(self) -> u8 {
        bits(self.0, 24, 8) as u8
    }

    /// Counters that stop after their overflow, one bit each.
    pub fn sov(self) -> u8 {
        bits(self.0, 16, 8) as u8
    }

    pub fn ackcnflt_en(self) -> bool {
        bit(self.0, 15)
    }

    pub fn wrdata_en(self) -> bool {
        bit(self.0, 14)
    }

    pub fn iob_en(self) -> bool {
        bit(self.0, 13)
    }

    pub fn bz_en(self) -> bool {
        bit(self.0, 12)
    }

    pub fn arb_en(self) -> bool {
        bit(self.0, 10)
    }

    pub fn imt_en(self) -> bool {
        bit(self.0, 9)
    }

    /// Enabled counters, one bit each.
    pub fn cnt_en(self) -> u8 {
        bits(self.0, 1, 8) as u8
    }

    /// The reset bit, which keeps counts and accumulators at 0.
    pub fn reset(self) -> bool {
        bit(self.0, 0)
    }
}

/// CTL1 as stored (Table 5-11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ctl1(pub u64);

impl Ctl1 {
    pub fn written(data: u64) -> Self {
        Self(bits(data, 0, 48))
    }

    /// Returns the event code of a counter.
    pub fn code(self, counter: usize) -> u64 {
        bits(self.0, 6 * counter as u32, 6)
    }
}

/// CTL2 as stored (Table 5-13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ctl2(pub u64);

/// Transactions that the live count of the IOB counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transactions {
    /// Input and output packets.
    Packets,
    /// Input packets, and completions.
    Completions,
    Snoops,
    Nothing,
}

impl Ctl2 {
    const STORED: u64 = 0xFFF_FFFF_8FFF;

    pub fn written(data: u64) -> Self {
        Self(data & Self::STORED)
    }

    /// Whether this number of open commands reaches the watermark.
    pub fn reaches_watermark(self, commands: u64) -> bool {
        let mark = bits(self.0, 37, 6);
        // IBBOX-A22: equality is included in both cases.
        if bit(self.0, 43) {
            commands >= mark
        } else {
            commands <= mark
        }
    }

    /// Whether the watermark is a minimum.
    pub fn wmark_ge(self) -> bool {
        bit(self.0, 43)
    }

    /// Opcodes of the selected Z-Box commands, one bit each.
    pub fn z_op(self) -> u64 {
        bits(self.0, 21, 16)
    }

    /// Bit 0: local agents; bit 1: remote agents.
    pub fn sides(self) -> u64 {
        bits(self.0, 19, 2)
    }

    /// Returns the same for the live counts: 0 selects both (IBBOX-A07).
    pub fn live_sides(self) -> u64 {
        match self.sides() {
            0 => 3,
            sides => sides,
        }
    }

    pub fn iob_id_out(self) -> bool {
        bit(self.0, 18)
    }

    pub fn iob_id_in(self) -> bool {
        bit(self.0, 17)
    }

    pub fn transactions(self) -> Transactions {
        match bits(self.0, 15, 2) {
            0 => Transactions::Packets,
            1 => Transactions::Completions,
            2 => Transactions::Snoops,
            _ => Transactions::Nothing,
        }
    }

    /// Returns iob_trans_sel, iob_id_in and iob_id_out, from bit 0 up.
    ///
    /// They distinguish the event rows of an IOB event.
    pub fn iob_selection(self) -> u64 {
        bits(self.0, 15, 4)
    }

    pub fn arbq_sel0(self) -> u64 {
        bits(self.0, 0, 6)
    }

    pub fn arbq_sel1(self) -> u64 {
        bits(self.0, 6, 6)
    }
}

/// CTL3 as stored (Table 5-14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ctl3(pub u64);

impl Ctl3 {
    /// Whether input packets with this class bit and opcode match.
    pub fn accepts_in(self, class_bit: u32, op: u64) -> bool {
        bit(self.0, class_bit) && bit(self.0, 16 + op as u32)
    }

    /// Whether output packets with this class bit and opcode match.
    pub fn accepts_out(self, class_bit: u32, op: u64) -> bool {
        bit(self.0, 32 + class_bit) && bit(self.0, 48 + op as u32)
    }
}
