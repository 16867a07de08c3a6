//! What the counters of x86 cores have in common: the layout of the event select register, and how the number of events
//! in a clock becomes an increment.
//!
//! What makes an event count for a counter is each core's own, and so is where that stands: before the condition, or
//! behind it.

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
