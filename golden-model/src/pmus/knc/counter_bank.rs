//! The counters of all threads with their select registers.

use super::condition::{Conditions, Qualified};
use super::coverage::Coverage;
use super::event_table::Event;
use super::occurrences::Monitored;
use super::qualifier::{Qualifier, Threads};
use super::select::Select;
use super::sets::{has, put, CounterSet, ALL, PER_THREAD};

/// Bits of a counter that exist, 39:0 (1.4.3.2).
const CNT: u64 = (1 << 40) - 1;

/// State of all counters; in arrays the position is the counter's number.
#[derive(Clone)]
pub(super) struct CounterBank {
    /// IA32_PerfCnt, 40 bits.
    counters: [u64; ALL],
    /// IA32_PerfEvtSel as software reads it.
    selects: [u64; ALL],
    /// The lines of the selected events.
    monitored: [Monitored; ALL],
    /// Thread and privilege filters.
    qualifiers: [Qualifier; ALL],
    /// CMASK, INV and E.
    conditions: Conditions,
    /// INT.
    interrupt: CounterSet,
    /// The conditions of the last clock, whether they counted or not.
    history: CounterSet,
}

/// The inputs of a clock.
#[derive(Clone, Copy)]
pub(super) struct Inputs<'a> {
    /// What the threads do.
    pub threads: Threads,
    /// The frame, in which the lanes of the events lie.
    pub frame: &'a [u64],
}

impl CounterBank {
    /// All registers 0; the select registers select nothing until they are written.
    pub fn new() -> Self {
        Self {
            counters: [0; ALL],
            selects: [0; ALL],
            monitored: [Monitored::Nothing; ALL],
            qualifiers: [Qualifier::default(); ALL],
            conditions: Conditions::default(),
            interrupt: 0,
            history: 0,
        }
    }

    /// IA32_PerfCnt of a counter, bits 63:40 zero.
    #[inline]
    pub fn counter(&self, counter: usize) -> u64 {
        self.counters[counter]
    }

    /// IA32_PerfEvtSel of a counter.
    #[inline]
    pub fn select(&self, counter: usize) -> u64 {
        self.selects[counter]
    }

    /// The conditions of the last clock.
    #[inline]
    pub fn history(&self) -> CounterSet {
        self.history
    }

    /// The counters with INT = 1.
    #[inline]
    pub fn interrupt(&self) -> CounterSet {
        self.interrupt
    }

    /// Writes IA32_PerfCnt. Bits 63:40 have no place in it (KNC-A13).
    pub fn write_counter(&mut self, counter: usize, data: u64) {
        self.counters[counter] = data & CNT;
    }

    /// Writes IA32_PerfEvtSel, given the event that it selects.
    pub fn write_select(&mut self, counter: usize, select: &Select, event: Option<&Event>) {
        self.selects[counter] = select.value;
        let thread = counter / PER_THREAD;
        self.monitored[counter] = Monitored::new(select, event, thread);
        self.qualifiers[counter] = Qualifier::new(select, event, thread);
        self.conditions.set(counter, select);
        put(&mut self.interrupt, counter, select.int);
    }

    /// One clock, in which only the counters of `counting` can grow; those that overflow.
    #[inline]
    pub fn clock(&mut self, inputs: Inputs, counting: CounterSet, coverage: &mut Coverage) -> CounterSet {
        let events = self.qualified(inputs);
        let outcome = self.conditions.outcome(&events, self.history);
        // What does not count is sampled as well: a condition that holds already makes no edge when its counter is
        // enabled (KNC-A09).
        self.history = outcome.condition;

        let (mut grown, mut overflowing) = (0, 0);
        for (counter, value) in self.counters.iter_mut().enumerate() {
            let increment = if has(counting, counter) { u64::from(outcome.increment[counter]) } else { 0 };
            let sum = *value + increment;
            *value = sum & CNT;
            grown |= CounterSet::from(increment != 0) << counter;
            overflowing |= CounterSet::from(sum > CNT) << counter;
        }
        coverage.note(grown);
        overflowing
    }

    /// The events that pass the filters.
    #[inline]
    fn qualified(&self, inputs: Inputs) -> Qualified {
        let mut events = Qualified { number: [0; ALL], looking: 0 };
        for (counter, number) in events.number.iter_mut().enumerate() {
            let threads = self.qualifiers[counter].qualified(inputs.threads);
            *number = self.monitored[counter].number(inputs.frame, threads);
            events.looking |= CounterSet::from(threads != 0) << counter;
        }
        events
    }
}
