//! The numbering of threads and counters, and sets of them: in a set of counters, bits 2t + 1 and 2t
//! are counters 1 and 0 of thread t.
//!
//! The bit's position is the counter's number, also in [`golden_model_core::EventCoverage`].

pub(super) use golden_model_common::counter_set::{has, put, CounterSet};
pub(super) use golden_model_common::x86::ALL;

/// Hardware threads of a core (1.2).
pub(super) const THREADS: usize = 4;

/// Counters of one thread (1.2).
pub(super) const PER_THREAD: usize = 2;

/// A set of threads, 4 bits: bit t is thread t.
pub(super) type ThreadSet = u8;

/// Every thread.
pub(super) const EVERY_THREAD: ThreadSet = 0xF;

/// The number of a thread's counter.
#[inline]
pub(super) fn number(thread: usize, index: usize) -> usize {
    PER_THREAD * thread + index
}

/// Both counters of a thread.
#[inline]
pub(super) fn of_thread(thread: usize) -> CounterSet {
    0b11 << (PER_THREAD * thread)
}

/// The counters of a thread whose bits are set in register data, bit n for counter n.
#[inline]
pub(super) fn from_register(thread: usize, data: u64) -> CounterSet {
    (data as CounterSet & 0b11) << (PER_THREAD * thread)
}

/// The register value for a thread's counters in a set, bit n for counter n.
#[inline]
pub(super) fn to_register(set: CounterSet, thread: usize) -> u64 {
    u64::from(set >> (PER_THREAD * thread) & 0b11)
}

/// The threads that have a counter in the set.
#[inline]
pub(super) fn owners(set: CounterSet) -> ThreadSet {
    let either = set | set >> 1;
    either & 1 | either >> 1 & 2 | either >> 2 & 4 | either >> 3 & 8
}

/// The set with the counters of `thread` taken from `new` and all others from `set`.
#[inline]
pub(super) fn replace(set: CounterSet, thread: usize, new: CounterSet) -> CounterSet {
    (set & !of_thread(thread)) | (new & of_thread(thread))
}
