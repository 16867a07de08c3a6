//! Threshold, inversion and edge detection of one counter.

use super::select::Select;

/// The fields of a select register that turn the events of a cycle into an increment.
#[derive(Clone, Copy, Default)]
pub struct Condition {
    /// 8 bits; 0 disables the comparison.
    threshold: u8,
    invert: bool,
    edge: bool,
}

impl Condition {
    /// The fields of a select register.
    pub fn new(select: &Select) -> Self {
        Self { threshold: select.threshold, invert: select.inv, edge: select.e }
    }

    /// Whether the condition is true in a cycle with that number of events: the threshold is reached or, inverted, not
    /// reached. Without a threshold it is true if there is any event, and INV has no effect.
    #[inline]
    pub fn is_true(self, events: u8) -> bool {
        match self.threshold {
            0 => events != 0,
            threshold => (events >= threshold) != self.invert,
        }
    }

    /// The increment in a cycle with that number of events, given whether the condition is true in it and was true when it
    /// was last sampled.
    #[inline]
    pub fn increment(self, events: u8, is_true: bool, was_true: bool) -> u8 {
        match (self.threshold, self.edge) {
            (0, false) => events,
            (_, edge) => u8::from(is_true && !(edge && was_true)),
        }
    }
}
