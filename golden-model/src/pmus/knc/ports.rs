//! Where inputs lie in a frame, and outputs and state in an observation.

use super::qualifier::Threads;
use super::sets::{ThreadSet, ALL, PER_THREAD, THREADS};
use super::state::State;
use crate::bus::{RequestPort, Response, ResponsePort};
use crate::{Bits, Pmu};

/// Places in a frame, event lines apart.
#[derive(Clone)]
pub(super) struct InputPorts {
    pub register_port: RequestPort,
    cpl: [Bits; THREADS],
    exec_tid: Bits,
}

impl InputPorts {
    /// The places in the PMU's frame.
    pub fn new(pmu: &Pmu) -> Self {
        Self {
            register_port: RequestPort::new(pmu),
            cpl: std::array::from_fn(|thread| pmu.input(&format!("thread{thread}.cpl"))),
            exec_tid: pmu.input("exec_tid"),
        }
    }

    /// What the threads do.
    #[inline]
    pub fn threads(&self, frame: &[u64]) -> Threads {
        let user = |thread: usize| ThreadSet::from(self.cpl[thread].get(frame) != 0) << thread;
        Threads {
            user: (0..THREADS).fold(0, |set, thread| set | user(thread)),
            executing: 1 << self.exec_tid.get(frame),
        }
    }
}

/// Places in an observation.
#[derive(Clone)]
pub(super) struct OutputPorts {
    register_port: ResponsePort,
    pmi: Bits,
    tsc: Bits,
    counters: [Bits; ALL],
    selects: [Bits; ALL],
    spflt_control: [Bits; THREADS],
    global_status: Bits,
    global_ctrl: Bits,
    edge_history: Bits,
    pmi_request: Bits,
}

impl OutputPorts {
    /// The places in the PMU's observation.
    ///
    /// # Panics
    /// When what has a bit for each counter or thread does not lie side by side.
    pub fn new(pmu: &Pmu) -> Self {
        let by_thread = |name: &str| [0, 1, 2, 3].map(|thread| format!("thread{thread}.{name}"));
        let by_counter = |name: &str| -> [String; ALL] {
            std::array::from_fn(|counter| format!("thread{}.{name}{}", counter / PER_THREAD, counter % PER_THREAD))
        };
        Self {
            register_port: ResponsePort::new(pmu),
            pmi: together(pmu, &by_thread("pmi")),
            tsc: pmu.observed("IA32_TIME_STAMP_COUNTER"),
            counters: by_counter("IA32_PerfCnt").map(|name| pmu.observed(&name)),
            selects: by_counter("IA32_PerfEvtSel").map(|name| pmu.observed(&name)),
            spflt_control: by_thread("PERF_SPFLT_CONTROL").map(|name| pmu.observed(&name)),
            global_status: together(pmu, &by_thread("IA32_PERF_GLOBAL_STATUS")),
            global_ctrl: together(pmu, &by_thread("IA32_PERF_GLOBAL_CTRL")),
            edge_history: together(pmu, &by_counter("edge_history")),
            pmi_request: together(pmu, &by_counter("pmi_request")),
        }
    }

    /// Writes the observation of a clock, given the state at its start.
    #[inline]
    pub fn observe(&self, words: &mut [u64], response: Response, state: &State) {
        words.fill(0);
        self.register_port.put(words, response);
        self.pmi.put(words, state.overflows.pmi());
        self.tsc.put(words, state.tsc);
        for counter in 0..ALL {
            self.counters[counter].put(words, state.bank.counter(counter));
            self.selects[counter].put(words, state.bank.select(counter));
        }
        for thread in 0..THREADS {
            self.spflt_control[thread].put(words, state.enables.spflt_control(thread));
        }
        self.global_status.put(words, state.overflows.status());
        self.global_ctrl.put(words, state.enables.global_ctrl());
        self.edge_history.put(words, state.bank.history());
        self.pmi_request.put(words, state.overflows.requests());
    }
}

/// The place of observed values that lie side by side, the first in the lowest bits.
///
/// # Panics
/// When they do not.
fn together(pmu: &Pmu, names: &[String]) -> Bits {
    let first = pmu.observation.slot(&names[0]);
    let mut width = 0;
    for name in names {
        let next = pmu.observation.slot(name);
        assert_eq!((next.word, next.shift), (first.word, first.shift + width), "place of {name}");
        width += next.width;
    }
    first.part(0, width)
}
