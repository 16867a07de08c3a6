//! Global control: the summary of the overflows of all boxes, the broadcasts,
//! wake-ups and the PMI (2.1).

use crate::common::Broadcasts;

/// Fields of GLOBAL_CTL (Table 2-2).
const FRZ_ALL: u64 = 1 << 31;
const WK_ON_PMI: u32 = 1 << 30;
const UNFRZ_ALL: u64 = 1 << 29;
const PMI_CORE_SEL: u32 = 0x7FFF;

/// The global registers and the outputs of one cycle.
#[derive(Clone, Copy)]
pub(super) struct Global {
    control: u32,
    status: u32,
    config: u32,
    broadcasts: Broadcasts,
    core_wake: u32,
    /// The cores that receive the PMI in the next cycle.
    pmi_s: u32,
    pmi: u32,
}

impl Global {
    /// The state after reset.
    pub fn new() -> Self {
        Self { control: 0, status: 0, config: 8, broadcasts: Broadcasts::default(), core_wake: 0, pmi_s: 0, pmi: 0 }
    }

    /// GLOBAL_CTL as read by software.
    #[inline]
    pub fn control(&self) -> u32 {
        self.control
    }

    /// GLOBAL_STATUS.
    #[inline]
    pub fn status(&self) -> u32 {
        self.status
    }

    /// GLOBAL_CONFIG.
    #[inline]
    pub fn config(&self) -> u32 {
        self.config
    }

    /// The broadcasts to all boxes.
    #[inline]
    pub fn broadcasts(&self) -> Broadcasts {
        self.broadcasts
    }

    /// Wake-up of each core.
    #[inline]
    pub fn core_wake(&self) -> u32 {
        self.core_wake
    }

    /// The cores that receive the PMI in the next cycle.
    #[inline]
    pub fn pmi_s(&self) -> u32 {
        self.pmi_s
    }

    /// PMI of each core.
    #[inline]
    pub fn pmi(&self) -> u32 {
        self.pmi
    }

    /// Executes a cycle in which messages set status bits and software clears status bits.
    #[inline]
    pub fn step(&mut self, messages: u32, cleared: u32, core_awake: u32) {
        let kept = self.status & !cleared;
        let any_new = messages & !kept != 0;
        self.status = kept | messages;
        self.broadcasts = Broadcasts { freeze: any_new, unfreeze: false };
        self.pmi = self.pmi_s;
        let selected = if any_new { self.control & PMI_CORE_SEL } else { 0 };
        (self.core_wake, self.pmi_s) =
            if self.control & WK_ON_PMI != 0 { (selected & !core_awake, selected) } else { (0, selected & core_awake) };
    }

    /// Writes GLOBAL_CTL at the end of a cycle.
    ///
    /// A freeze request is ORed with the freeze of an overflow and takes priority over an
    /// unfreeze request (UBOX-R07).
    pub fn write_control(&mut self, data: u64) {
        self.control = data as u32 & (WK_ON_PMI | PMI_CORE_SEL);
        self.broadcasts.freeze |= data & FRZ_ALL != 0;
        self.broadcasts.unfreeze = data & UNFRZ_ALL != 0 && data & FRZ_ALL == 0;
    }

    /// Writes GLOBAL_CONFIG, which stores only num_c (Table 2-4).
    pub fn write_config(&mut self, data: u64) {
        self.config = data as u32 & 0xF;
    }
}
