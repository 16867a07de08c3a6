//! The global freeze at a box.

/// The broadcasts of the U-Box that arrive at a box in a cycle.
#[derive(Clone, Copy, Default)]
pub(crate) struct Broadcasts {
    /// Freeze all counters.
    pub freeze: bool,
    /// Release the global freeze.
    pub unfreeze: bool,
}

/// The latch that stops a box's counters between a freeze and an unfreeze: `frz_lat`.
#[derive(Clone, Copy, Default)]
pub(crate) struct FreezeLatch(bool);

impl FreezeLatch {
    /// A latch in this state.
    #[inline]
    pub fn new(frozen: bool) -> Self {
        Self(frozen)
    }

    /// Whether the counters are frozen.
    #[inline]
    pub fn frozen(self) -> bool {
        self.0
    }

    /// Executes a cycle; `own` is the box's own overflow message. A freeze takes priority
    /// over an unfreeze (IVT-R73).
    #[inline]
    pub fn step(&mut self, own: bool, broadcasts: Broadcasts) {
        self.0 = own || broadcasts.freeze || self.0 && !broadcasts.unfreeze;
    }
}
