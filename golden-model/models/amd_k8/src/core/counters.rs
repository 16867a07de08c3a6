//! The counters of both cores with their select registers, pins and interrupt requests.

use super::controls::Controls;
use super::counter_set::{CounterSet, ALL, OF_CORE, PER_CORE};
use super::coverage::Coverage;
use super::events::EventTable;
use super::occurrences::{Monitored, Occurrences};
use super::ports::CoreInputs;
use golden_model_common::x86::{Bank, Outcome, Qualified, Select};

/// Width of a counter in bits (10.1).
const CTR_WIDTH: u32 = 48;

/// Largest number of events that a counter adds in a cycle (10.2, UNIT_MASK).
const MAX_EVENTS: u8 = 3;

/// State of all counters; array positions are counter numbers.
#[derive(Clone)]
pub(super) struct CounterBank {
    /// PerfCtr and PerfEvtSel.
    registers: Bank,
    /// The event lines that EVENT_SELECT and UNIT_MASK select.
    monitored: [Monitored; ALL],
    /// The fields of PerfEvtSel that the shared register bank does not evaluate.
    controls: Controls,
    /// Levels of the performance monitor pins.
    pins: CounterSet,
    /// Overflows whose interrupt request is given in this cycle.
    interrupts: CounterSet,
    /// Overflows whose request waits; empty unless requests are queued.
    waiting: CounterSet,
    signals: Signals,
}

/// How counters signal overflows: options that the user selects.
#[derive(Clone, Copy)]
pub(super) struct Signals {
    /// K8-A15: a pin is 1 for one cycle; otherwise its level is inverted.
    pub pins_pulse: bool,
    /// K8-A14: each overflow is one request; otherwise those of one cycle share one.
    pub requests_queue: bool,
}

/// What the counters would do in a cycle if none were halted, blocked or written.
pub(super) struct CounterRequest {
    /// The occurrences on the lines of each counter.
    occurrences: [Occurrences; ALL],
    /// The resulting conditions and increments of counters that run.
    pub outcome: Outcome,
    /// The counters that EN, OS and USR enable.
    pub enabled: CounterSet,
}

impl CounterBank {
    /// The state after reset; `select` is the reset value of PerfEvtSel.
    pub fn new(select: &Select, events: &EventTable, signals: Signals) -> Self {
        let mut bank = Self {
            registers: Bank::new(CTR_WIDTH),
            monitored: [events.monitored(select); ALL],
            controls: Controls::default(),
            pins: 0,
            interrupts: 0,
            waiting: 0,
            signals,
        };
        (0..ALL).for_each(|counter| bank.write_select(counter, select, events));
        bank
    }

    /// PerfCtr of a counter, bits 63:48 zero.
    #[inline]
    pub fn counter(&self, counter: usize) -> u64 {
        self.registers.counter(counter)
    }

    /// PerfEvtSel of a counter.
    #[inline]
    pub fn select(&self, counter: usize) -> u64 {
        self.registers.select(counter)
    }

    /// Writes PerfCtr.
    pub fn write_counter(&mut self, counter: usize, data: u64) {
        self.registers.write_counter(counter, data);
    }

    /// Writes PerfEvtSel.
    pub fn write_select(&mut self, counter: usize, select: &Select, events: &EventTable) {
        self.registers.write_select(counter, select);
        self.monitored[counter] = events.monitored(select);
        self.controls.set(counter, select, events);
    }

    /// The conditions of the last cycle in which the core was not halted.
    #[inline]
    pub fn history(&self) -> CounterSet {
        self.registers.history()
    }

    /// Levels of the performance monitor pins.
    #[inline]
    pub fn pins(&self) -> CounterSet {
        self.pins
    }

    /// The counters that request an interrupt.
    #[inline]
    pub fn interrupts(&self) -> CounterSet {
        self.interrupts
    }

    /// The enabled counters that select a northbridge event.
    #[inline]
    pub fn claims(&self) -> CounterSet {
        self.controls.claims
    }

    /// The fields of PerfEvtSel that the shared register bank does not evaluate.
    #[inline]
    pub fn controls(&self) -> &Controls {
        &self.controls
    }

    /// The counters with INT set.
    #[inline]
    pub fn int(&self) -> CounterSet {
        self.registers.interrupt()
    }

    /// Computes what the counters would do in a cycle, without a change of state.
    #[inline]
    pub fn requests(&self, inputs: &[CoreInputs; 2]) -> CounterRequest {
        let occurrences = self.occurrences(inputs);
        let events = self.qualified(&occurrences);
        let enabled = self.controls.enabled([inputs[0].cpl, inputs[1].cpl]);
        CounterRequest { outcome: self.registers.requests(&events), occurrences, enabled }
    }

    /// The counters that would overflow if they ran.
    pub fn carrying(&self, requests: &CounterRequest) -> CounterSet {
        self.registers.carrying(&requests.outcome)
    }

    #[inline]
    fn occurrences(&self, inputs: &[CoreInputs; 2]) -> [Occurrences; ALL] {
        std::array::from_fn(|counter| self.monitored[counter].of(inputs[counter / PER_CORE].events))
    }

    #[inline]
    fn qualified(&self, occurrences: &[Occurrences; ALL]) -> Qualified {
        Qualified { number: occurrences.map(|of| of.sum().min(MAX_EVENTS)), looking: self.controls.selected }
    }

    /// Executes a cycle: the counters of `running` are clocked, those of `held` do not count.
    #[inline]
    pub fn step(&mut self, requests: &CounterRequest, running: CounterSet, held: CounterSet, coverage: &mut Coverage) {
        let CounterRequest { outcome, occurrences, enabled } = requests;
        let controls = self.controls;
        // Privilege level and enable apply after the edge detector: an edge that they
        // suppress is still an edge (10.2).
        let growth = self.registers.step(outcome, running, enabled & running & !held);

        let pin_on_overflow = controls.pin_on_overflow;
        let signalled = (growth.overflowing & pin_on_overflow) | (growth.grown & !pin_on_overflow);
        self.pins = if self.signals.pins_pulse { self.pins & !running | signalled } else { self.pins ^ signalled };
        self.request(growth.overflowing & self.registers.interrupt());
        coverage.record(growth.grown, occurrences, &self.monitored);
    }

    /// Requests interrupts for overflows; the register port has no acknowledge, so a request is a pulse (K8-A14).
    #[inline]
    fn request(&mut self, overflowing: CounterSet) {
        if !self.signals.requests_queue {
            self.interrupts = overflowing;
            return;
        }
        let due = overflowing | self.waiting;
        // A pulse that follows another at once would be one with it, so the core's line is 0 in between.
        let first_of = |core: CounterSet| {
            let own = due & core;
            if self.interrupts & core == 0 {
                own & own.wrapping_neg()
            } else {
                0
            }
        };
        self.interrupts = OF_CORE.map(first_of).into_iter().fold(0, |all, of| all | of);
        self.waiting = due & !self.interrupts;
    }
}
