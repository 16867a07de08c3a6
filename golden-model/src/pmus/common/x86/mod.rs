//! Counters of x86 cores: the event select register, and the increment in a cycle.
//!
//! Each core defines its own qualification of events, and whether it comes before or after the condition.

mod condition;
mod counters;
mod select;
mod swar;

use crate::pmus::common::counter_set::CounterSet;
pub(in crate::pmus) use condition::{Outcome, Qualified};
pub(in crate::pmus) use counters::Bank;
pub(in crate::pmus) use select::{FieldNames, Select, SelectFormat};
pub(in crate::pmus) use swar::Lanes;

/// Counters of one PMU.
pub(in crate::pmus) const ALL: usize = CounterSet::BITS as usize;
