//! The numbering of the eight counters, and sets of them: bits 3:0 are PerfCtr0-3 of core 0,
//! bits 7:4 those of core 1.
//!
//! The bit's position is the counter's number, also in [`golden_model_core::EventCoverage`].

pub(super) use golden_model_common::counter_set::{has, put, CounterSet};
pub(super) use golden_model_common::x86::ALL;

/// Counters of one core (10.1).
pub(super) const PER_CORE: usize = 4;

/// The counters of each core.
pub(super) const OF_CORE: [CounterSet; 2] = [0x0F, 0xF0];

/// Combines one set for each core, of which only that core's counters are used.
#[inline]
pub(super) fn by_core(sets: [CounterSet; 2]) -> CounterSet {
    (sets[0] & OF_CORE[0]) | (sets[1] & OF_CORE[1])
}
