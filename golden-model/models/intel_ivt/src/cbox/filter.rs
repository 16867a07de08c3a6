//! The two filter registers that all counters of a C-Box share.

use golden_model_core::Description;

/// Thread id that selects requests without a thread (Table 2-16).
const UNASSOCIATED: u64 = 0x1F;

/// BOX_FILTER and BOX_FILTER1.
#[derive(Clone, Copy)]
pub(crate) struct Filters {
    filter: u32,
    filter1: u32,
    /// Whether link 8:5 and c6 29 are stored, without effect (CBOX-A29).
    with_link_and_c6: bool,
}

impl Filters {
    /// The state after reset.
    pub fn new(description: &Description) -> Self {
        Self { filter: 0, filter1: 0, with_link_and_c6: description.chooses("CBOX-A29", "stored") }
    }

    /// The state after reset.
    pub fn reset(self) -> Self {
        Self { filter: 0, filter1: 0, ..self }
    }

    /// BOX_FILTER as read by software.
    #[inline]
    pub fn filter(self) -> u32 {
        self.filter
    }

    /// BOX_FILTER1 as read by software.
    #[inline]
    pub fn filter1(self) -> u32 {
        self.filter1
    }

    /// Writes BOX_FILTER, which stores state 22:17 and tid 4:0 (Table 2-16).
    pub fn write_filter(&mut self, data: u64) {
        let link = if self.with_link_and_c6 { 0x1E0 } else { 0 };
        self.filter = data as u32 & (0x007E_001F | link);
    }

    /// Writes BOX_FILTER1, which stores isoc 31, nc 30, opc 28:20 and nid 15:0 (Table 2-17).
    pub fn write_filter1(&mut self, data: u64) {
        let c6 = if self.with_link_and_c6 { 1 << 29 } else { 0 };
        self.filter1 = data as u32 & (0xDFF0_FFFF | c6);
    }

    /// States of a lookup that count, 6 bits.
    #[inline]
    pub fn state(self) -> u64 {
        u64::from(self.filter >> 17)
    }

    /// The thread that counts in counters with `tid_en`, 5 bits.
    #[inline]
    pub fn tid(self) -> u64 {
        u64::from(self.filter & 0x1F)
    }

    /// Only isochronous requests match an opcode.
    #[inline]
    pub fn isoc(self) -> bool {
        self.filter1 & 1 << 31 != 0
    }

    /// Only non-coherent requests match an opcode.
    #[inline]
    pub fn nc(self) -> bool {
        self.filter1 & 1 << 30 != 0
    }

    /// The opcode, 9 bits.
    #[inline]
    pub fn opc(self) -> u64 {
        u64::from(self.filter1 >> 20 & 0x1FF)
    }

    /// The nodes that match, a mask of 16 bits (CBOX-R52).
    #[inline]
    pub fn nid(self) -> u64 {
        u64::from(self.filter1 & 0xFFFF)
    }

    /// Whether requests to this node match.
    #[inline]
    pub fn nid_hit(self, node: u64) -> bool {
        self.nid() >> node & 1 != 0
    }

    /// Whether a thread passes the filter of a counter with this `tid_en`.
    #[inline]
    pub fn tid_ok(self, tid_en: bool, thread: u64) -> bool {
        !tid_en || thread == self.tid()
    }

    /// Whether requests without a thread pass (CBOX-R56).
    #[inline]
    pub fn unassociated_ok(self, tid_en: bool) -> bool {
        self.tid_ok(tid_en, UNASSOCIATED)
    }
}
