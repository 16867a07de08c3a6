//! Counters that are alike behave alike.

mod counters;
mod exchange;

pub(super) use self::counters::theorems;
