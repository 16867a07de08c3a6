//! Counters of x86 cores: the event select register, and the increment in a cycle.
//!
//! Each core defines its own qualification of events, and whether it comes before or after the condition.

mod condition;
mod counters;
mod select;

use crate::pmus::common::counter_set::CounterSet;
pub(in crate::pmus) use counters::{Bank, Outcome, Qualified};
pub(in crate::pmus) use select::{FieldNames, Select, SelectFormat};

/// Counters of one PMU.
pub(in crate::pmus) const ALL: usize = CounterSet::BITS as usize;
