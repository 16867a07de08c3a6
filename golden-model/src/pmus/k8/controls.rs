//! The fields of all PerfEvtSel registers by what they do, and what they make of the events.

use super::counter_set::{by_core, put, CounterSet};
use super::numbers::Numbers;
use super::select::Select;

/// The counters that a field, or a combination of fields, puts into a mode.
#[derive(Clone, Copy, Default)]
pub(super) struct Controls {
    /// EN with OS or USR: the counter may count at CPL 0, 1, 2, 3.
    enabled_at: [CounterSet; 4],
    /// The event is not reserved.
    listed: CounterSet,
    /// The condition is N >= 1, 2, 3. A CNT_MASK above 3 is never reached.
    threshold: [CounterSet; 3],
    /// The condition is the opposite.
    inverted: CounterSet,
    /// The counter grows by N, not by 1 for its condition.
    summing: CounterSet,
    /// E: the counter grows only when the condition becomes true.
    edge: CounterSet,
    /// PC: the pin follows overflows, not increments.
    pub pin_on_overflow: CounterSet,
    /// INT: an overflow requests an interrupt.
    pub interrupt: CounterSet,
    /// An enabled counter selects a northbridge event.
    pub claims: CounterSet,
}

/// What the events of a clock amount to, before enables.
pub(super) struct Outcome {
    /// The counters whose condition holds.
    pub condition: CounterSet,
    /// The increments of 0 to 3 in binary: bit 0 and bit 1 of each.
    pub increment: [CounterSet; 2],
}

impl Controls {
    /// Takes over a counter's register.
    pub fn set(&mut self, counter: usize, select: &Select) {
        let set = |mode: &mut CounterSet, on: bool| put(mode, counter, on);
        set(&mut self.enabled_at[0], select.en && select.os);
        for above in &mut self.enabled_at[1..] {
            set(above, select.en && select.usr);
        }
        set(&mut self.listed, select.listed);
        for (threshold, least) in self.threshold.iter_mut().zip(1..) {
            set(threshold, select.cnt_mask.max(1) == least);
        }
        set(&mut self.inverted, select.inv && select.cnt_mask != 0);
        set(&mut self.summing, select.cnt_mask == 0 && !select.e);
        set(&mut self.edge, select.e);
        set(&mut self.pin_on_overflow, select.pc);
        set(&mut self.interrupt, select.int);
        set(&mut self.claims, select.en && select.northbridge);
    }

    /// The counters that EN, OS and USR let count, given the CPL of each core.
    #[inline]
    pub fn enabled(&self, cpl: [usize; 2]) -> CounterSet {
        by_core(cpl.map(|cpl| self.enabled_at[cpl]))
    }

    /// Threshold, inversion and edge detection (10.2, CNT_MASK, INV, E). `history` are the
    /// counters whose condition held in the clock before.
    #[inline]
    pub fn outcome(&self, numbers: Numbers, history: CounterSet) -> Outcome {
        let [one, two, three] = [1, 2, 3].map(|least| numbers.at_least(least));
        let reached = (one & self.threshold[0]) | (two & self.threshold[1]) | (three & self.threshold[2]);
        let condition = (reached ^ self.inverted) & self.listed;
        let by_one = condition & !(self.edge & history);
        Outcome {
            condition,
            increment: [(by_one & !self.summing) | ((one ^ two ^ three) & self.summing), two & self.summing],
        }
    }
}
