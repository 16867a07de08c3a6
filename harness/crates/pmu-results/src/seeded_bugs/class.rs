//! Bug classes.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A class of bugs that real PMUs have had. The list is closed: every PMU has a bug of each or a reason why it cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BugClass {
    /// A write and an increment of a counter occur in one cycle.
    WriteAndIncrement,
    /// A write to one register loses what another counter counts in that cycle.
    WriteLosesEvent,
    /// The halves of a wide register are inconsistent after a write of one half at a carry into the other.
    HalfWrite,
    /// A bit is set and cleared in one cycle, with either priority.
    SetAndClear,
    /// Clearing a bit that is not set prevents the hardware from setting it.
    IdleClear,
    /// An overflow interrupt is early, late, lost, not sticky, or kept while disabled and fired on enabling.
    OverflowInterrupt,
    /// A freeze does not stop the count but only hides it, comes too late, or stops too much or too little.
    Freeze,
    /// Enables, masks and sticky bits that should be independent are not, or the other way round.
    EnableMaskSticky,
    /// Something is counted although no event is selected.
    NoEventSelected,
    /// An inverted comparison bypasses its enable.
    InvertedComparison,
    /// A change of the selection, an enable or a qualifier is mistaken for an edge of the event.
    FalseEdge,
    /// Zero means off in one place and never in another.
    ZeroMeaning,
    /// A sum, a comparison or a field is a bit too narrow.
    TooNarrow,
    /// A value at a boundary is treated wrongly: 0, 1, the largest and the one before it, bit 32.
    BoundaryValue,
    /// A reset during operation misses some state, or has too low a priority.
    ResetInMidRun,
    /// The second of two consecutive accesses fails.
    BackToBack,
    /// A rule is implemented in one unit and broken in another instance.
    BrokenTwin,
}

impl BugClass {
    /// All classes.
    pub const ALL: [Self; 17] = [
        Self::WriteAndIncrement,
        Self::WriteLosesEvent,
        Self::HalfWrite,
        Self::SetAndClear,
        Self::IdleClear,
        Self::OverflowInterrupt,
        Self::Freeze,
        Self::EnableMaskSticky,
        Self::NoEventSelected,
        Self::InvertedComparison,
        Self::FalseEdge,
        Self::ZeroMeaning,
        Self::TooNarrow,
        Self::BoundaryValue,
        Self::ResetInMidRun,
        Self::BackToBack,
        Self::BrokenTwin,
    ];

    /// Short description for a table.
    pub fn text(self) -> &'static str {
        match self {
            Self::WriteAndIncrement => "write and increment in one cycle",
            Self::WriteLosesEvent => "write that loses another counter's event",
            Self::HalfWrite => "half of a wide register at a carry",
            Self::SetAndClear => "set and clear in one cycle",
            Self::IdleClear => "clear of an unset bit blocks a set",
            Self::OverflowInterrupt => "overflow interrupt",
            Self::Freeze => "freeze",
            Self::EnableMaskSticky => "independence of enable, mask and sticky bits",
            Self::NoEventSelected => "counting without an event",
            Self::InvertedComparison => "inverted comparison",
            Self::FalseEdge => "false edge",
            Self::ZeroMeaning => "meaning of zero",
            Self::TooNarrow => "one bit too narrow",
            Self::BoundaryValue => "boundary value",
            Self::ResetInMidRun => "reset in mid-run",
            Self::BackToBack => "back-to-back accesses",
            Self::BrokenTwin => "fault in one of several instances",
        }
    }
}

impl fmt::Display for BugClass {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text())
    }
}
