//! The control register of a counter.

/// A counter control register: the bits that are stored, all others 0 (Tables 2-6, 2-14).
///
/// Its fields have the same place in every box; which of them a box has is told by the bits that it stores.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Control(u32);

impl Control {
    /// Bits that every box stores besides `thresh`: en, edge_det, umask, ev_sel.
    pub const STORED: u32 = 0x0044_FFFF;
    /// Bit 20: an overflow is reported.
    pub const OV_EN: u32 = 1 << 20;
    /// Bit 19: only requests of the thread in the filter count.
    pub const TID_EN: u32 = 1 << 19;
    /// Bit 17 of a write: the paired counter becomes 0. Never stored.
    pub const RST: u64 = 1 << 17;

    /// The register with these bits.
    pub fn new(bits: u32) -> Self {
        Self(bits)
    }

    /// The stored bits.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The threshold; 0 switches the comparison off. 8 bits, of which the U-Box has 5.
    #[inline]
    pub fn thresh(self) -> u32 {
        self.0 >> 24
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
}
