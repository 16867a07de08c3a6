//! Counters of x86 cores: the event select register, and the increment in a cycle.
//!
//! Each core defines its own qualification of events, and whether it comes before or after the condition.

mod condition;
mod counters;
mod select;

use crate::counter_set::CounterSet;
pub use counters::{Bank, Outcome, Qualified};
pub use select::{FieldNames, Select, SelectFormat};

/// Counters of one PMU.
pub const ALL: usize = CounterSet::BITS as usize;
