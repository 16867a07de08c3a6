//! What the counters add in a cycle, and their next values (5.6, 5.9, 5.14).

use super::lines::Occurrences;
use super::location::Part;
use super::parameters::{Combine, CycleWrite, HalfWrite, Parameters, WriteOverflow, COUNTERS};
use super::selectors::Selection;
use super::state::State;

/// Number of `mcycle`.
pub(super) const CYCLE: usize = 0;

/// Number of `minstret`.
pub(super) const INSTRET: usize = 2;

/// The rules by which counters count.
#[derive(Clone)]
pub(super) struct Counting {
    /// Width of each counter in bits; 0 for one that does not exist.
    widths: [u32; COUNTERS],
    combine: Combine,
    stop_cycle: bool,
    half_write: HalfWrite,
    cycle_write: CycleWrite,
    write_overflow: WriteOverflow,
}

/// A counter after a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Next {
    pub count: u64,
    /// Whether the increment carries out of the counter and the cycle is one in which it overflows.
    pub overflows: bool,
}

/// A write of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CounterWrite {
    pub counter: usize,
    pub part: Part,
    pub value: u64,
}

impl Counting {
    /// The rules of an instance.
    pub fn new(parameters: &Parameters) -> Self {
        Self {
            widths: std::array::from_fn(|counter| parameters.counter_width(counter)),
            combine: parameters.combine,
            stop_cycle: parameters.stop_cycle,
            half_write: parameters.half_write,
            cycle_write: parameters.cycle_write,
            write_overflow: parameters.write_overflow,
        }
    }

    /// Whether Debug Mode stops a counter in a cycle in which `stopcount` applies (5.13).
    #[inline]
    pub fn stops(&self, counter: usize) -> bool {
        counter != CYCLE || self.stop_cycle
    }

    /// The increment of `mcycle` or `minstret` unless it is stopped (RVHPM-R76, R77).
    #[inline]
    pub fn fixed_increment(&self, counter: usize, state: &State, lines: &Occurrences) -> u128 {
        if state.mcountinhibit >> counter & 1 != 0 {
            return 0;
        }
        let inhibits = state.inhibits[counter];
        u128::from(if counter == CYCLE { lines.cycles(inhibits) } else { lines.retired(inhibits) })
    }

    /// The increment of an hpm counter unless it is stopped (RVHPM-R78).
    #[inline]
    pub fn event_increment(&self, counter: usize, selection: &Selection, state: &State, lines: &Occurrences) -> u128 {
        if state.mcountinhibit >> counter & 1 != 0 {
            return 0;
        }
        let inhibits = state.inhibits[counter];
        let mut passing = selection.lines.iter().map(|&line| lines.passing(line, inhibits));
        match self.combine {
            Combine::Sum => passing.map(u128::from).sum(),
            Combine::Or => passing.any(|number| number != 0).into(),
        }
    }

    /// The bits of a counter.
    #[inline]
    fn mask(&self, counter: usize) -> u64 {
        u64::MAX.checked_shr(64 - self.widths[counter]).unwrap_or(0)
    }

    /// A counter after a cycle without a write to it (RVHPM-R55, R91).
    #[inline]
    pub fn counted(&self, counter: usize, count: u64, increment: u128) -> Next {
        let sum = u128::from(count) + increment;
        Next { count: sum as u64 & self.mask(counter), overflows: sum >> self.widths[counter] != 0 }
    }

    /// A counter after a cycle with a write to it (RVHPM-R134, R136 to R138).
    pub fn written(&self, write: CounterWrite, count: u64, increment: u128) -> Next {
        let CounterWrite { counter, part, value } = write;
        let counted = self.counted(counter, count, increment);
        let ticks = counter == CYCLE && self.cycle_write == CycleWrite::Tick;
        let other_half_counts = self.half_write == HalfWrite::Count && !ticks;
        let other = if other_half_counts { counted.count } else { count };
        let mut next = (other & !part.mask()) | part.place(value);
        if ticks {
            next = next.wrapping_add(increment as u64);
        }
        let keeps_top = part.mask() >> (self.widths[counter] - 1) & 1 == 0;
        let can_overflow = self.write_overflow == WriteOverflow::Flag || other_half_counts && keeps_top;
        Next { count: next & self.mask(counter), overflows: counted.overflows && can_overflow }
    }
}
