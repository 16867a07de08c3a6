//! The architectural state of the PMU.

use super::counter_set::{number, put, to_register, CounterSet, ALL, PER_THREAD};
use super::counters::{CounterBank, Inputs};
use super::coverage::Coverage;
use super::enables::Enables;
use super::events::{Event, EventTable};
use super::overflow::{Overflowing, Overflows};
use super::registers::{Access, Register};
use golden_model_common::x86::{Outcome, SelectFormat};

/// The state of all threads.
#[derive(Clone)]
pub(super) struct State {
    /// IA32_TIME_STAMP_COUNTER.
    pub tsc: u64,
    /// The counters and their select registers.
    pub bank: CounterBank,
    /// IA32_PERF_GLOBAL_CTRL and PERF_SPFLT_CONTROL.
    pub enables: Enables,
    /// IA32_PERF_GLOBAL_STATUS and the interrupt requests.
    pub overflows: Overflows,
    /// The counters whose interrupt goes to the thread in the execution stage (KNC-A04).
    to_executing: CounterSet,
}

/// Decodes the select registers.
#[derive(Clone)]
pub(super) struct Selection {
    /// Format of the fields.
    pub format: SelectFormat,
    /// Events by EVENT and UMASK.
    pub events: EventTable,
    /// Whether the interrupt of an event without a thread goes to the thread in the execution stage (KNC-A04).
    pub interrupts_executing: bool,
}

impl State {
    /// The reset state (1.4.4).
    pub fn new(selection: &Selection, coverage: &mut Coverage) -> Self {
        let mut state = Self {
            tsc: 0,
            bank: CounterBank::new(),
            enables: Enables::default(),
            overflows: Overflows::default(),
            to_executing: 0,
        };
        (0..ALL).for_each(|counter| state.write_select(counter, 0, selection, coverage));
        state
    }

    /// The value that a read of a thread's register returns.
    pub fn read(&self, thread: usize, register: Register) -> u64 {
        match register {
            Register::TimeStampCounter => self.tsc,
            Register::Counter(index) => self.bank.counter(number(thread, index)),
            Register::Select(index) => self.bank.select(number(thread, index)),
            Register::SpfltControl => self.enables.spflt_control(thread),
            Register::GlobalStatus => to_register(self.overflows.status(), thread),
            Register::GlobalOvfCtrl => 0,
            Register::GlobalCtrl => to_register(self.enables.global_ctrl(), thread),
        }
    }

    /// Executes a cycle with the requests of the counters, an access, and the inputs.
    #[inline]
    pub fn step(
        &mut self,
        requests: &Outcome,
        access: Access,
        inputs: Inputs,
        selection: &Selection,
        coverage: &mut Coverage,
    ) {
        // A written counter does not count, so that it keeps the written value and
        // does not overflow (KNC-A16).
        let counting = self.enables.counting() & !access.written_counters();
        let overflowing = Overflowing {
            counters: self.bank.step(requests, counting, coverage),
            interrupt: self.bank.interrupt(),
            to_executing: self.to_executing,
            executing: inputs.threads.executing,
        };
        coverage.record_refused(counting, inputs);
        self.overflows.step(overflowing, access.cleared());
        self.tsc = self.tsc.wrapping_add(1);
        // Writes take effect last: the cycle of a write counts with the previous configuration.
        match access {
            Access::Write { thread, register, data } => self.write(thread, register, data, selection, coverage),
            Access::Prefer { thread, counting } => self.enables.prefer(thread, counting),
            Access::None | Access::Refused | Access::Read { .. } => {}
        }
    }

    fn write(&mut self, thread: usize, register: Register, data: u64, selection: &Selection, coverage: &mut Coverage) {
        match register {
            Register::TimeStampCounter => self.tsc = data,
            Register::Counter(index) => self.bank.write_counter(number(thread, index), data),
            Register::Select(index) => self.write_select(number(thread, index), data, selection, coverage),
            Register::SpfltControl => self.enables.write_spflt_control(thread, data),
            Register::GlobalCtrl => self.enables.write_global_ctrl(thread, data),
            // The status is read only; a write to the clear register has already taken
            // effect in `overflows.cycle`.
            Register::GlobalStatus | Register::GlobalOvfCtrl => {}
        }
    }

    fn write_select(&mut self, counter: usize, data: u64, selection: &Selection, coverage: &mut Coverage) {
        let select = selection.format.decode(data);
        let found = selection.events.find(select.event, select.unit_mask);
        let event = found.filter(|event| event.counts_on(counter % PER_THREAD));
        self.bank.write_select(counter, &select, event);
        let is_redirected = selection.interrupts_executing && event.is_some_and(Event::is_without_thread);
        put(&mut self.to_executing, counter, is_redirected);
        self.enables.write_en(counter, select.en);
        coverage.reselect(counter, event.map(|event| event.row));
        coverage.refuse(counter, &select, found.filter(|_| event.is_none()));
    }
}
