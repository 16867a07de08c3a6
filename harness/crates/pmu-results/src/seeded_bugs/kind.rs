//! Kinds of seeded bugs of higher order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What must coincide before a bug of higher order has an effect. Random programs alone must find such a bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HigherOrderKind {
    /// A particular set of counters overflows in one cycle.
    SimultaneousOverflow,
    /// Two particular inputs change in one cycle.
    TwoInputs,
    /// A state lasts for a long time, or a time passes without an access.
    LongTime,
    /// Something occurs for the n-th time, or a state is late in a long sequence.
    Count,
    /// A particular value of a counter, or of an increment at that value.
    CounterData,
    /// A comparison is wrong for few operands.
    Comparator,
    /// An access has two mistakes, of which each alone is detected.
    TwoMistakes,
    /// A reset of a particular length, or two resets in a row.
    ResetLength,
    /// Three causes coincide, or occur in successive cycles.
    ThreeCauses,
    /// A register without a reset has an effect at particular values after power-on.
    PowerOn,
    /// Rare values of several fields, of one register or of several.
    RareValues,
}

impl HigherOrderKind {
    /// All kinds.
    pub const ALL: [Self; 11] = [
        Self::SimultaneousOverflow,
        Self::TwoInputs,
        Self::LongTime,
        Self::Count,
        Self::CounterData,
        Self::Comparator,
        Self::TwoMistakes,
        Self::ResetLength,
        Self::ThreeCauses,
        Self::PowerOn,
        Self::RareValues,
    ];

    /// Short description for a table.
    pub fn text(self) -> &'static str {
        match self {
            Self::SimultaneousOverflow => "simultaneous overflows",
            Self::TwoInputs => "two inputs change in one cycle",
            Self::LongTime => "long time",
            Self::Count => "number of occurrences",
            Self::CounterData => "counter data",
            Self::Comparator => "comparator",
            Self::TwoMistakes => "two mistakes in one access",
            Self::ResetLength => "length of a reset",
            Self::ThreeCauses => "three causes, or successive cycles",
            Self::PowerOn => "power-on value",
            Self::RareValues => "rare values of several fields",
        }
    }

    /// An example, for the documentation.
    pub fn example(self) -> &'static str {
        match self {
            Self::SimultaneousOverflow => "the message is lost if exactly counters 2 and 3 overflow",
            Self::TwoInputs => "the first cycle after a halt still has the privilege level from before it",
            Self::LongTime => "a freeze ends without a cause after 2,048 cycles",
            Self::Count => "the 65th overflow sends no message",
            Self::CounterData => "a carry into bits 39:36 = Ah gives Ch",
            Self::Comparator => "two address bits that both differ cancel out",
            Self::TwoMistakes => "an access with a wrong unit and a wrong space is accepted",
            Self::ResetLength => "a bit survives a reset of exactly four cycles",
            Self::ThreeCauses => {
                "overflows of counters 0 and 1, and of 2 one cycle later: the second interrupt is lost"
            }
            Self::PowerOn => "a byte that no reset clears stops a counter if it is A5h after power-on",
            Self::RareValues => "threshold 15 with the edge bit, and without inversion",
        }
    }
}

impl fmt::Display for HigherOrderKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text())
    }
}
