//! How long the register port of a DUT takes.

/// The timing of the register port of a DUT. Without a bus, an access takes one cycle and is answered in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortTiming {
    /// Least number of cycles from the start of an access to the start of the next one, at least 1.
    pub spacing: u64,
    /// Number of frames after those of a batch that the DUT needs to answer it: an access has its effect, and its answer arrives, this
    /// many cycles after its frame.
    pub ahead: usize,
}

impl Default for PortTiming {
    fn default() -> Self {
        Self { spacing: 1, ahead: 0 }
    }
}

impl PortTiming {
    /// Whether an access takes one cycle and is answered in it, as on the register port of the descriptions.
    pub fn is_one_cycle(self) -> bool {
        self == Self::default()
    }
}
