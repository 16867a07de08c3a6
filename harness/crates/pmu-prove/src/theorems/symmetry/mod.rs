//! Counters that are alike, and units of one kind, behave alike.

mod counters;
mod exchange;
mod units;

pub(super) use self::counters::theorems as counters;
pub(super) use self::units::theorems as units;
