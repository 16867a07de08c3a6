//! Occurrences on the event lines that one counter monitors.

use super::counter_set::{ThreadSet, THREADS};
use super::events::{Event, Lines};
use golden_model_common::x86::Select;
use golden_model_core::Bits;

/// The lines of a selection, as positions in a frame.
#[derive(Clone, Copy)]
pub(super) enum Monitored {
    /// No line: the selection is illegal.
    Nothing,
    /// One line: that of the counter's own thread, or that of an event without a thread.
    One(Bits),
    /// The line of each thread.
    Each([Bits; THREADS]),
}

impl Monitored {
    /// The lines for a counter of `thread`, given the event that its register selects.
    pub fn new(select: &Select, event: Option<&Event>, thread: usize) -> Self {
        match event.map(|event| event.lines) {
            None => Self::Nothing,
            Some(Lines::OfNoThread(line)) => Self::One(line),
            Some(Lines::OfThreads(lines)) if select.any_thread => Self::Each(lines),
            Some(Lines::OfThreads(lines)) => Self::One(lines[thread]),
        }
    }

    /// The number of occurrences that count, given the threads that pass the filters.
    #[inline]
    pub fn number(&self, frame: &[u64], threads: ThreadSet) -> u8 {
        let counted = |line: Bits, on: bool| line.get(frame) as u8 * u8::from(on);
        match *self {
            Self::Nothing => 0,
            Self::One(line) => counted(line, threads != 0),
            Self::Each(ref lines) => {
                let of = |thread: usize| counted(lines[thread], threads >> thread & 1 != 0);
                (0..THREADS).fold(0, |sum, thread| sum + of(thread))
            }
        }
    }
}
