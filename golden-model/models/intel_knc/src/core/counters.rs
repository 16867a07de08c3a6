//! The counters of all threads with their select registers.

use super::counter_set::{CounterSet, ThreadSet, ALL, PER_THREAD};
use super::coverage::Coverage;
use super::events::Event;
use super::occurrences::Monitored;
use super::qualifier::Qualifier;
use super::registers::Threads;
use golden_model_common::x86::{Bank, Outcome, Qualified, Select};

/// Width of a counter in bits (1.4.3.2).
const CNT_WIDTH: u32 = 40;

/// Every counter.
const EVERY: CounterSet = CounterSet::MAX;

/// State of all counters; array positions are counter numbers.
#[derive(Clone)]
pub(super) struct CounterBank {
    /// IA32_PerfCnt and IA32_PerfEvtSel.
    registers: Bank,
    /// The lines of the selected events.
    monitored: [Monitored; ALL],
    /// Thread and privilege filters.
    qualifiers: [Qualifier; ALL],
    filtered: FilterResult,
}

/// Cached result of the filters; it changes only when a register is written or
/// the thread state changes.
#[derive(Clone, Copy, Default)]
struct FilterResult {
    /// The thread state for which the result was computed.
    threads: Threads,
    /// The threads whose occurrences count, for each counter.
    sets: [ThreadSet; ALL],
    /// The counters that count occurrences of at least one thread.
    looking: CounterSet,
}

/// The inputs of a cycle.
#[derive(Clone, Copy)]
pub(super) struct Inputs<'a> {
    /// Rings of the threads, and the executing thread.
    pub threads: Threads,
    /// The frame, which contains the lanes of the events.
    pub frame: &'a [u64],
}

impl CounterBank {
    /// Creates the bank with all registers 0; no event is selected until a select register is written.
    pub fn new() -> Self {
        Self {
            registers: Bank::new(CNT_WIDTH),
            monitored: [Monitored::Nothing; ALL],
            qualifiers: [Qualifier::default(); ALL],
            filtered: FilterResult::default(),
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

    /// The conditions of the last cycle.
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
        self.update_filters(self.filtered.threads);
    }

    /// Computes what the counters would do in a cycle if they were enabled.
    #[inline]
    pub fn requests(&mut self, inputs: Inputs) -> Outcome {
        if inputs.threads != self.filtered.threads {
            self.update_filters(inputs.threads);
        }
        self.registers.requests(&self.qualified(inputs.frame))
    }

    /// The counters that would overflow if they ran.
    pub fn carrying(&self, requests: &Outcome) -> CounterSet {
        self.registers.carrying(requests)
    }

    /// Executes a cycle in which only the counters of `counting` can increment;
    /// returns those that overflow.
    #[inline]
    pub fn step(&mut self, requests: &Outcome, counting: CounterSet, coverage: &mut Coverage) -> CounterSet {
        // The edge detectors sample in every cycle (KNC-A09).
        let growth = self.registers.step(requests, EVERY, counting);
        coverage.record(growth.grown);
        growth.overflowing
    }

    /// The events that pass the filters.
    ///
    /// The filters come before the condition, so that a change of their result can make an edge (KNC-A08).
    #[inline]
    fn qualified(&self, frame: &[u64]) -> Qualified {
        let mut number = [0; ALL];
        for (number, (monitored, threads)) in number.iter_mut().zip(self.monitored.iter().zip(self.filtered.sets)) {
            *number = monitored.number(frame, threads);
        }
        Qualified { number, looking: self.filtered.looking }
    }

    /// Updates the filters for a new thread state.
    fn update_filters(&mut self, threads: Threads) {
        let sets = self.qualifiers.map(|qualifier| qualifier.qualified(threads));
        let looking = |counter: usize| CounterSet::from(sets[counter] != 0) << counter;
        self.filtered =
            FilterResult { threads, sets, looking: (0..ALL).fold(0, |set, counter| set | looking(counter)) };
    }
}
