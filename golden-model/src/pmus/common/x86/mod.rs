//! What the counters of x86 cores have in common: the layout of the event select register, and how the number of events
//! in a clock becomes an increment.
//!
//! What makes an event count for a counter is each core's own, and so is where that stands: before the condition, or
//! behind it.

mod bank;
mod condition;
mod lanes;
mod select;

use crate::pmus::common::counter_set::CounterSet;
pub(in crate::pmus) use bank::Bank;
pub(in crate::pmus) use condition::{Outcome, Qualified};
pub(in crate::pmus) use lanes::Lanes;
pub(in crate::pmus) use select::{FieldNames, Select, SelectFormat};

/// Counters of one PMU.
pub(in crate::pmus) const ALL: usize = CounterSet::BITS as usize;
