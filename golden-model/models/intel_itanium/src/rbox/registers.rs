//! Addresses of the registers (5.6.3, Table 5-24).

/// Number of ports.
pub(super) const PORTS: usize = 12;
/// Number of counters; the first half is on the left side.
pub(super) const COUNTERS: usize = 16;

/// The ports of each side in the order of `pt_sel`.
const LEFT: [usize; 6] = [0, 1, 2, 3, 4, 11];
const RIGHT: [usize; 6] = [5, 6, 7, 8, 9, 10];

/// Returns the port that a counter's `pt_sel` selects, if any (Table 5-27; RBOX-A03).
pub(super) fn port_of(counter: usize, pt_sel: usize) -> Option<usize> {
    let side = if counter < COUNTERS / 2 { LEFT } else { RIGHT };
    side.get(pt_sel).copied()
}

/// The registers of a match set, in the order of their addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    MatchLow,
    MatchHigh,
    MaskLow,
    MaskHigh,
    Control,
}

const PARTS: [Part; 5] = [Part::MatchLow, Part::MatchHigh, Part::MaskLow, Part::MaskHigh, Part::Control];

/// A register of the R-Box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Register {
    /// GBLCFG.
    Global,
    /// CNT of a counter.
    Count(usize),
    /// CTRL of a counter.
    Control(usize),
    /// IPERF of a port and number.
    Iperf(usize, usize),
    /// ARB_PERF of a port.
    Arb(usize),
    /// A register of a match set: port, set, part.
    Set(usize, usize, Part),
}

impl Register {
    /// Returns the register at an offset.
    pub fn at(offset: u32) -> Option<Self> {
        let offset = offset as usize;
        if offset % 8 != 0 {
            return None;
        }
        match offset {
            0x4F00 => Some(Self::Global),
            0x4E00..=0x4EFF => {
                let counter = (offset - 0x4E00) / 0x10;
                Some(if offset % 0x10 == 0 { Self::Count(counter) } else { Self::Control(counter) })
            }
            0x7080..=0x7BFF => {
                let (port, number) = ((offset - 0x7080) / 0x100, (offset - 0x7080) % 0x100 / 8);
                (number < 2).then_some(Self::Iperf(port, number))
            }
            0x4290..=0x42BF => Some(Self::Arb(LEFT[(offset - 0x4290) / 8])),
            0x4490..=0x44BF => Some(Self::Arb(RIGHT[(offset - 0x4490) / 8])),
            0x4A00..=0x4BFF => Self::in_sets(&LEFT, offset - 0x4A00),
            0x4C00..=0x4DFF => Self::in_sets(&RIGHT, offset - 0x4C00),
            _ => None,
        }
    }

    /// Returns the register at an offset in the match sets of a side.
    fn in_sets(side: &[usize; 6], offset: usize) -> Option<Self> {
        let (set, within) = (offset / 0x100, offset % 0x100);
        Some(Self::Set(*side.get(within / 0x28)?, set, PARTS[within % 0x28 / 8]))
    }
}
