//! The control register of a counter.

/// A counter control register: the stored bits, all others 0 (Tables 2-6, 2-14).
///
/// Its fields have the same position in every box; the stored bits determine which fields a box has.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Control(u32);

impl Control {
    /// Bits that every box stores in addition to `thresh`: en, edge_det, umask, ev_sel.
    pub const STORED: u32 = 0x0044_FFFF;
    /// The 8 bits of `thresh`.
    pub const THRESH: u32 = 0xFF << 24;
    /// Bit 23: the comparison is inverted.
    pub const INVERT: u32 = 1 << 23;
    /// Bit 21: the extra select bit.
    pub const EXTRA: u32 = 1 << 21;
    /// Bit 20: an overflow is reported.
    pub const OV_EN: u32 = 1 << 20;
    /// Bit 19: only requests of the thread in the filter count.
    pub const TID_EN: u32 = 1 << 19;
    /// Bit 17 of a write: clears the paired counter. Never stored.
    pub const RST: u64 = 1 << 17;

    /// Creates a register value from the stored bits.
    pub fn new(bits: u32) -> Self {
        Self(bits)
    }

    /// The stored bits.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The threshold, 8 bits, of which the U-Box has 5; 0 disables the comparison.
    #[inline]
    pub fn thresh(self) -> u32 {
        self.0 >> 24
    }

    /// The comparison is true below the threshold.
    #[inline]
    pub fn invert(self) -> bool {
        self.0 & Self::INVERT != 0
    }

    /// The counter is enabled.
    #[inline]
    pub fn en(self) -> bool {
        self.0 & 1 << 22 != 0
    }

    /// An overflow is reported.
    #[inline]
    pub fn ov_en(self) -> bool {
        self.0 & Self::OV_EN != 0
    }

    /// Only requests of the thread in the filter count.
    #[inline]
    pub fn tid_en(self) -> bool {
        self.0 & Self::TID_EN != 0
    }

    /// Only rising edges of the threshold's result count.
    #[inline]
    pub fn edge_det(self) -> bool {
        self.0 & 1 << 18 != 0
    }

    /// Sub-event select, 8 bits.
    #[inline]
    pub fn umask(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// Event select, 8 bits.
    #[inline]
    pub fn ev_sel(self) -> u8 {
        self.0 as u8
    }

    /// Event code: event select with the extra select bit above it, which is 0 in boxes without that bit.
    #[inline]
    pub fn code(self) -> u16 {
        u16::from(self.0 & Self::EXTRA != 0) << 8 | u16::from(self.ev_sel())
    }
}

/// Decodes the fields of a control register that determine the comparison, and compares.
pub(crate) trait Compares {
    /// What occurs in a cycle.
    type Raw: Copy;

    /// The increment of the event without a comparison.
    fn value(raw: Self::Raw) -> u32;

    /// The threshold.
    fn thresh(control: Control) -> u32;

    /// Whether only rising edges of the comparison's result count.
    fn edge(control: Control) -> bool;

    /// Whether the comparison is true below the threshold.
    fn inverted(control: Control) -> bool;

    /// Whether the condition is false in every cycle.
    #[inline]
    fn never_reached(control: Control) -> bool {
        Self::thresh(control) == 0
    }

    /// The condition of a cycle.
    #[inline]
    fn reached(control: Control, raw: Self::Raw) -> bool {
        let thresh = Self::thresh(control);
        thresh != 0 && (Self::value(raw) >= thresh) != Self::inverted(control)
    }

    /// The increment of a running counter; `rises` means that the condition is true and was false in the previous cycle.
    #[inline]
    fn increment(control: Control, raw: Self::Raw, reached: bool, rises: bool) -> u32 {
        if Self::thresh(control) == 0 {
            Self::value(raw)
        } else {
            (if Self::edge(control) { rises } else { reached }).into()
        }
    }
}

/// The comparison of all boxes except the PCU. Only the iMC can have an inversion (IVT-R33, IVT-A06); in other boxes the bit is not
/// stored.
#[derive(Clone, Copy)]
pub(crate) struct PlainCompare;

impl Compares for PlainCompare {
    type Raw = u32;

    #[inline]
    fn value(raw: u32) -> u32 {
        raw
    }

    #[inline]
    fn thresh(control: Control) -> u32 {
        control.thresh()
    }

    #[inline]
    fn edge(control: Control) -> bool {
        control.edge_det()
    }

    #[inline]
    fn inverted(control: Control) -> bool {
        control.invert()
    }
}
