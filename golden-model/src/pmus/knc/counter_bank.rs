//! The counters of all threads with their select registers.

use super::coverage::Coverage;
use super::event_table::Event;
use super::occurrences::Monitored;
use super::qualifier::{Qualifier, Threads};
use super::sets::{CounterSet, ALL, PER_THREAD};
use crate::pmus::x86_common::{Bank, Lanes, Outcome, Qualified, Select};

/// Bits of a counter (1.4.3.2).
const CNT_WIDTH: u32 = 40;

/// Every counter.
const EVERY: CounterSet = CounterSet::MAX;

/// State of all counters; in arrays the position is the counter's number.
#[derive(Clone)]
pub(super) struct CounterBank {
    /// IA32_PerfCnt and IA32_PerfEvtSel.
    registers: Bank,
    /// The lines of the selected events.
    monitored: [Monitored; ALL],
    /// Thread and privilege filters.
    qualifiers: [Qualifier; ALL],
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
            registers: Bank::new(CNT_WIDTH),
            monitored: [Monitored::Nothing; ALL],
            qualifiers: [Qualifier::default(); ALL],
        }
    }

    /// IA32_PerfCnt of a counter, bits 63:40 zero.
    #[inline]
    pub fn counter(&self, counter: usize) -> u64 {
        self.registers.counter(counter)
    }

    /// IA32_PerfEvtSel of a counter.
    #[inline]
    pub fn select(&self, counter: usize) -> u64 {
        self.registers.select(counter)
    }

    /// The conditions of the last clock.
    #[inline]
    pub fn history(&self) -> CounterSet {
        self.registers.history()
    }

    /// The counters with INT = 1.
    #[inline]
    pub fn interrupt(&self) -> CounterSet {
        self.registers.interrupt()
    }

    /// Writes IA32_PerfCnt (KNC-A13).
    pub fn write_counter(&mut self, counter: usize, data: u64) {
        self.registers.write_counter(counter, data);
    }

    /// Writes IA32_PerfEvtSel, given the event that it selects.
    pub fn write_select(&mut self, counter: usize, select: &Select, event: Option<&Event>) {
        self.registers.write_select(counter, select);
        let thread = counter / PER_THREAD;
        self.monitored[counter] = Monitored::new(select, event, thread);
        self.qualifiers[counter] = Qualifier::new(select, event, thread);
    }

    /// What a clock amounts to for counters that run; it changes nothing.
    #[inline]
    pub fn wanted(&self, inputs: Inputs) -> Outcome {
        self.registers.wanted(&self.qualified(inputs))
    }

    /// The counters that would overflow if they ran.
    pub fn carrying(&self, wanted: &Outcome) -> CounterSet {
        self.registers.carrying(wanted)
    }

    /// One clock that amounts to `wanted`, in which only the counters of `counting` can grow; those that overflow.
    #[inline]
    pub fn clock(&mut self, wanted: &Outcome, counting: CounterSet, coverage: &mut Coverage) -> CounterSet {
        // The edge detectors look at every clock (KNC-A09).
        let growth = self.registers.clock(wanted, EVERY, counting);
        coverage.note(growth.grown);
        growth.overflowing
    }

    /// The events that pass the filters, which stand before the condition: their changes make edges (KNC-A08).
    #[inline]
    fn qualified(&self, inputs: Inputs) -> Qualified {
        let (mut number, mut looking) = ([0; ALL], 0);
        for (counter, number) in number.iter_mut().enumerate() {
            let threads = self.qualifiers[counter].qualified(inputs.threads);
            *number = self.monitored[counter].number(inputs.frame, threads);
            looking |= CounterSet::from(threads != 0) << counter;
        }
        Qualified { number: Lanes::new(number), looking }
    }
}
