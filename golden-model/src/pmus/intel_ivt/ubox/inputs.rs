//! The inputs of the U-Box.

/// Everything that the U-Box sees of a clock besides the register port.
#[derive(Clone, Copy, Default)]
pub(crate) struct Inputs {
    /// Messages received, one bit for each kind, 5 bits.
    pub evt_msg: u64,
    /// A lock sequence starts.
    pub evt_lock: bool,
    /// PHOLD is asserted and not yet acknowledged.
    pub evt_phold: bool,
    /// A RACU request.
    pub evt_racu: bool,
    /// Overflow messages of the other boxes.
    pub messages: Messages,
    /// The cores that are awake, 15 bits.
    pub core_awake: u32,
}

/// The overflow messages of the other boxes, one bit each.
#[derive(Clone, Copy, Default)]
pub(crate) struct Messages {
    /// C-Boxes, 15 bits.
    pub c: u32,
    /// PCU, 1 bit.
    pub p: u32,
    /// Home agents, 2 bits.
    pub h: u32,
    /// Memory controllers, 2 bits.
    pub m: u32,
    /// QPI, 2 bits.
    pub q: u32,
    /// R3QPI, 2 bits.
    pub rq: u32,
    /// R2PCIe, 1 bit.
    pub rp: u32,
}

impl Messages {
    /// The bits of GLOBAL_STATUS that they set (Table 2-3, UBOX-R12).
    #[inline]
    pub fn status_bits(&self) -> u32 {
        self.p << 2 | self.c << 3 | self.h << 18 | self.m << 20 | self.q << 22 | self.rq << 24 | self.rp << 26
    }
}
