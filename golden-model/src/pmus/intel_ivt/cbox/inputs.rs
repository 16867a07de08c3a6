//! The inputs of a C-Box.

/// Entries of the ingress request queue and of the table of requests.
pub(super) const ENTRIES: usize = 20;

macro_rules! pins {
    ($($pin:ident $name:literal,)*) => {
        /// The inputs that are one value of up to 64 bits and do not concern the register port.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Pin { $(#[doc = $name] $pin,)* }

        impl Pin {
            /// Their names in the description, in order.
            pub const NAMES: &[&str] = &[$($name,)*];
        }
    };
}

pins! {
    LkV "lk_v",
    LkKind "lk_kind",
    LkState "lk_state",
    LkNid "lk_nid",
    TLk "t_lk",
    VicV "vic_v",
    VicFlags "vic_flags",
    VicNid "vic_nid",
    EMisc "e_misc",
    TMisc "t_misc",
    ERingAd "e_ring_ad",
    ERingAk "e_ring_ak",
    ERingBl "e_ring_bl",
    ERingIv "e_ring_iv",
    ERingBounces "e_ring_bounces",
    ERingSrcThrtl "e_ring_src_thrtl",
    ERxrExtStarved "e_rxr_ext_starved",
    ERxrInserts "e_rxr_inserts",
    TIrqIns "t_irq_ins",
    EIpqRetry "e_ipq_retry",
    EIrqRetry "e_irq_retry",
    TIrqRetry "t_irq_retry",
    EIsmqRetry "e_ismq_retry",
    TIsmqRetry "t_ismq_retry",
    ETxrAds "e_txr_ads",
    ETxrInserts "e_txr_inserts",
    IrqV "irq_v",
    IrqRej "irq_rej",
    IpqOcc "ipq_occ",
    VfifoOcc "vfifo_occ",
    TorV "tor_v",
    TorInsV "tor_ins_v",
    TorIns "tor_ins",
}

/// The inputs of a clock. They are fetched where an event needs them: most clocks need few.
pub(crate) trait Inputs {
    /// A value.
    fn pin(&self, pin: Pin) -> u64;
    /// Thread id of an entry of the ingress request queue, 5 bits.
    fn irq_tid(&self, entry: usize) -> u64;
    /// Attributes of an entry of the table of requests, 26 bits.
    fn tor_entry(&self, entry: usize) -> u64;

    /// Whether the pin is 1.
    #[inline]
    fn is_set(&self, pin: Pin) -> bool {
        self.pin(pin) != 0
    }
}
