//! Conditions of mutants.

use super::candidates::Bit;
use super::event::Event;
use std::fmt;

/// When a count or a timer starts again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Since {
    /// With the start of the program.
    PowerOn,
    /// Also after each cycle with `rst`.
    Reset,
}

/// The cycles in which a delay acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// In one cycle; events before it do not start the timer again.
    Once,
    /// From then on until the next event; each event starts the timer again.
    UntilNext,
}

/// When a mutant acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// In cycles in which every bit has its value.
    Conjunction(Vec<(Bit, bool)>),
    /// From occurrence number `count` of the event on.
    Occurrences { event: Event, count: u64, since: Since },
    /// `cycles` cycles after the event.
    Delay { event: Event, cycles: u64, form: Form, since: Since },
}

impl fmt::Display for Since {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::PowerOn => "power-on",
            Self::Reset => "reset",
        })
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conjunction(terms) => {
                let terms: Vec<String> =
                    terms.iter().map(|(bit, value)| format!("{bit}={}", u8::from(*value))).collect();
                formatter.write_str(&terms.join(" "))
            }
            Self::Occurrences { event, count, since } => {
                write!(formatter, "from occurrence {count} on since {since}: {event}")
            }
            Self::Delay { event, cycles, form: Form::Once, since } => {
                write!(formatter, "in cycle {cycles} after, timer cleared by {since}: {event}")
            }
            Self::Delay { event, cycles, form: Form::UntilNext, since } => {
                write!(formatter, "from cycle {cycles} after until the next, timer cleared by {since}: {event}")
            }
        }
    }
}
