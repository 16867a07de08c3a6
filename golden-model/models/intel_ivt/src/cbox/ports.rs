//! The inputs of a C-Box and their positions in a frame; its output and state in an observation.

use golden_model_core::{Bits, Pmu};

/// Entries of the ingress request queue and of the table of outstanding requests.
pub(super) const ENTRIES: usize = 20;

macro_rules! pins {
    ($($pin:ident $name:literal,)*) => {
        /// The inputs of up to 64 bits that do not belong to the register port.
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

/// The inputs of a cycle. Each is fetched only if an event needs it, because most cycles need few.
pub(crate) trait Inputs {
    /// A value.
    fn pin(&self, pin: Pin) -> u64;
    /// Thread id of an entry of the ingress request queue, 5 bits.
    fn irq_tid(&self, entry: usize) -> u64;
    /// Attributes of an entry of the table of outstanding requests, 26 bits.
    fn tor_entry(&self, entry: usize) -> u64;

    /// Whether the pin is 1.
    #[inline]
    fn is_set(&self, pin: Pin) -> bool {
        self.pin(pin) != 0
    }
}

/// Slots of a C-Box's inputs, except those that a socket connects.
#[derive(Clone)]
pub(super) struct InputPorts {
    pins: [Bits; Pin::NAMES.len()],
    irq_tids: [Bits; ENTRIES],
    tor_entries: [Bits; ENTRIES],
}

impl InputPorts {
    /// Binds the inputs of the C-Box named `unit`.
    pub fn new(pmu: &Pmu, unit: &str) -> Self {
        let one = |name: String| pmu.input(&format!("{unit}.{name}"));
        Self {
            pins: std::array::from_fn(|pin| one(Pin::NAMES[pin].to_owned())),
            irq_tids: std::array::from_fn(|entry| one(format!("irq_tid{entry}"))),
            tor_entries: std::array::from_fn(|entry| one(format!("tor{entry}"))),
        }
    }

    /// The inputs in a frame.
    #[inline]
    pub fn of<'a>(&'a self, frame: &'a [u64]) -> FrameInputs<'a> {
        FrameInputs { ports: self, frame }
    }
}

/// The inputs of a C-Box in a cycle.
pub(super) struct FrameInputs<'a> {
    ports: &'a InputPorts,
    frame: &'a [u64],
}

impl Inputs for FrameInputs<'_> {
    #[inline]
    fn pin(&self, pin: Pin) -> u64 {
        self.ports.pins[pin as usize].get(self.frame)
    }

    #[inline]
    fn irq_tid(&self, entry: usize) -> u64 {
        self.ports.irq_tids[entry].get(self.frame)
    }

    #[inline]
    fn tor_entry(&self, entry: usize) -> u64 {
        self.ports.tor_entries[entry].get(self.frame)
    }
}
