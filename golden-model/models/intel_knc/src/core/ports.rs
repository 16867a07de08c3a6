//! Positions of inputs in a frame, and of outputs and state in an observation.

use super::counter_set::{ThreadSet, ALL, PER_THREAD, THREADS};
use super::registers::Threads;
use super::state::State;
use golden_model_core::register_port::{RequestPort, Response, ResponsePort};
use golden_model_core::{Bits, Pmu, WordPosition};

/// Slots of the inputs in a frame, except event lines.
#[derive(Clone)]
pub(super) struct InputPorts {
    pub register_port: RequestPort,
    cpl: [Bits; THREADS],
    exec_tid: Bits,
}

impl InputPorts {
    /// Binds the inputs to the slots of the PMU's frame.
    pub fn new(pmu: &Pmu) -> Self {
        Self {
            register_port: RequestPort::new(pmu),
            cpl: std::array::from_fn(|thread| pmu.input(&format!("thread{thread}.cpl"))),
            exec_tid: pmu.input("exec_tid"),
        }
    }

    /// The rings of the threads, and the executing thread.
    #[inline]
    pub fn threads(&self, frame: &[u64]) -> Threads {
        let user = |thread: usize| ThreadSet::from(self.cpl[thread].get(frame) != 0) << thread;
        Threads {
            user: (0..THREADS).fold(0, |set, thread| set | user(thread)),
            executing: 1 << self.exec_tid.get(frame),
        }
    }
}

/// Slots of outputs and state in an observation.
#[derive(Clone)]
pub(super) struct OutputPorts {
    register_port: ResponsePort,
    pmi: WordPosition,
    tsc: WordPosition,
    counters: [WordPosition; ALL],
    selects: [WordPosition; ALL],
    spflt_control: [WordPosition; THREADS],
    global_status: WordPosition,
    global_ctrl: WordPosition,
    edge_history: WordPosition,
    pmi_request: WordPosition,
}

impl OutputPorts {
    /// Binds the outputs to the slots of the PMU's observation.
    ///
    /// # Panics
    /// Panics if values with a bit for each counter or thread are not adjacent.
    pub fn new(pmu: &Pmu) -> Self {
        let by_thread = |name: &str| [0, 1, 2, 3].map(|thread| format!("thread{thread}.{name}"));
        let by_counter = |name: &str| -> [String; ALL] {
            std::array::from_fn(|counter| format!("thread{}.{name}{}", counter / PER_THREAD, counter % PER_THREAD))
        };
        Self {
            register_port: ResponsePort::new(pmu),
            pmi: together(pmu, &by_thread("pmi")),
            tsc: pmu.output("IA32_TIME_STAMP_COUNTER"),
            counters: by_counter("IA32_PerfCnt").map(|name| pmu.output(&name)),
            selects: by_counter("IA32_PerfEvtSel").map(|name| pmu.output(&name)),
            spflt_control: by_thread("PERF_SPFLT_CONTROL").map(|name| pmu.output(&name)),
            global_status: together(pmu, &by_thread("IA32_PERF_GLOBAL_STATUS")),
            global_ctrl: together(pmu, &by_thread("IA32_PERF_GLOBAL_CTRL")),
            edge_history: together(pmu, &by_counter("edge_history")),
            pmi_request: together(pmu, &by_counter("pmi_request")),
        }
    }

    /// Writes the words of an observation that stay constant until an instruction changes a register.
    pub fn settings(&self, state: &State, words: &mut [u64]) {
        words.fill(0);
        for (counter, select) in self.selects.iter().enumerate() {
            select.put(words, state.bank.select(counter));
        }
        for (thread, spflt_control) in self.spflt_control.iter().enumerate() {
            spflt_control.put(words, state.enables.spflt_control(thread));
        }
        self.global_ctrl.put(words, state.enables.global_ctrl());
    }

    /// Writes the remaining values of a cycle's observation over the settings,
    /// given the state at its start.
    #[inline]
    pub fn observe(&self, words: &mut [u64], response: Response, state: &State) {
        self.register_port.put(words, response);
        self.pmi.put(words, state.overflows.pmi());
        self.tsc.put(words, state.tsc);
        for (number, counter) in self.counters.iter().enumerate() {
            counter.put(words, state.bank.counter(number));
        }
        self.global_status.put(words, state.overflows.status());
        self.edge_history.put(words, state.bank.history());
        self.pmi_request.put(words, state.overflows.requests());
    }
}

/// The common slot of adjacent observed values, the first in the lowest bits.
///
/// # Panics
/// Panics if the values are not adjacent.
fn together(pmu: &Pmu, names: &[String]) -> WordPosition {
    let first = pmu.observation.slot(&names[0]);
    let mut width = 0;
    for name in names {
        let next = pmu.observation.slot(name);
        assert_eq!((next.word, next.shift), (first.word, first.shift + width), "position of {name}");
        width += next.width;
    }
    first.position()
}
