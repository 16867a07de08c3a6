//! Thread and privilege filter of a counter, applied before threshold and edge detector.

use super::counter_set::{ThreadSet, EVERY_THREAD};
use super::events::{Event, Lines};
use super::registers::Threads;
use golden_model_common::x86::Select;

/// The filter of one counter.
#[derive(Clone, Copy, Default)]
pub(super) struct Qualifier {
    /// The threads that count whether or not they execute; empty for an illegal selection.
    always: ThreadSet,
    /// The threads that count while they are in the execution stage.
    while_executing: ThreadSet,
    /// The threads that count at ring 0: all or none.
    os: ThreadSet,
    /// The threads that count at rings 1 to 3: all or none.
    usr: ThreadSet,
}

impl Qualifier {
    /// Creates the filter for a counter of `thread`, given the event that its register selects.
    pub fn new(select: &Select, event: Option<&Event>, thread: usize) -> Self {
        let all_if = |on: bool| if on { EVERY_THREAD } else { 0 };
        let (always, while_executing) = match event.map(|event| event.lines) {
            None => (0, 0),
            Some(Lines::OfThreads(_)) => (all_if(select.any_thread) | 1 << thread, 0),
            // An event without a thread has the ring of the thread in the execution stage (KNC-A05).
            Some(Lines::OfNoThread(_)) => (0, EVERY_THREAD),
        };
        Self { always, while_executing, os: all_if(select.os), usr: all_if(select.usr) }
    }

    /// The threads whose occurrences count in a cycle.
    ///
    /// If the set is empty, the condition is false even with an inverted threshold (KNC-A08).
    #[inline]
    pub fn qualified(self, threads: Threads) -> ThreadSet {
        let considered = self.always | (self.while_executing & threads.executing);
        let at_selected_ring = (self.os & !threads.user) | (self.usr & threads.user);
        considered & at_selected_ring
    }
}
