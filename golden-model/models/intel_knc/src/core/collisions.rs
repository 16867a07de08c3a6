//! Records which causes act on which state in a cycle; changes no state of the model.

use super::counter_set::{has, number, of_thread, put, to_register, CounterSet, ThreadSet, ALL, THREADS};
use super::registers::{Access, Register};
use super::state::{Selection, State};
use golden_model_common::x86::Outcome;
use golden_model_core::collisions::{CollisionCoverage, CollisionSite};
use golden_model_core::{Bits, Pmu};

/// The collision sites, one for each field of the collision table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    /// The INIT input, which has no effect.
    init: Bits,
    cnt: CollisionSite<10>,
    status: CollisionSite<6>,
    request: CollisionSite<7>,
    history: CollisionSite<6>,
    evtsel: CollisionSite<3>,
    tsc: CollisionSite<4>,
    user_pref: CollisionSite<4>,
    global_ctrl: CollisionSite<3>,
}

/// Reset, frame and access in one cycle.
#[derive(Clone, Copy)]
pub(super) struct Cycle<'c> {
    pub rst: bool,
    pub frame: &'c [u64],
    pub access: Access,
    pub selection: &'c Selection,
}

impl Cycle<'_> {
    /// The thread that writes a register with WRMSR.
    fn writer(&self, requests: Register) -> ThreadSet {
        match self.access {
            Access::Write { thread, register, .. } if register == requests => 1 << thread,
            _ => 0,
        }
    }

    /// The thread that executes SPFLT.
    fn preferring(&self) -> ThreadSet {
        match self.access {
            Access::Prefer { thread, .. } => 1 << thread,
            _ => 0,
        }
    }
}

/// The counters on which the access of a cycle acts.
#[derive(Default)]
struct AccessCauses {
    /// Their counter register is written.
    write: CounterSet,
    /// Their select register is written.
    selected: CounterSet,
    /// They count, and the write changes their select register.
    select: CounterSet,
    /// Their overflow is cleared.
    clear: CounterSet,
    /// IA32_PERF_GLOBAL_CTRL of their thread is written.
    gate: CounterSet,
    /// Their thread executes SPFLT.
    spflt: CounterSet,
    /// The access enables them, so that they count from the next cycle on.
    on: CounterSet,
    /// The access disables them.
    off: CounterSet,
}

impl AccessCauses {
    fn new(state: &State, cycle: Cycle) -> Self {
        let (was, is) = (state.enables.counting(), enabled_after(state, cycle));
        let mut causes = Self {
            write: cycle.access.written_counters(),
            clear: cycle.access.cleared(),
            gate: of_threads(cycle.writer(Register::GlobalCtrl)),
            spflt: of_threads(cycle.preferring()),
            on: !was & is,
            off: was & !is,
            ..Self::default()
        };
        if let Access::Write { thread, register: Register::Select(index), data } = cycle.access {
            let counter = number(thread, index);
            let changes = state.bank.select(counter) != cycle.selection.format.decode(data).value;
            put(&mut causes.selected, counter, true);
            put(&mut causes.select, counter, changes && has(was, counter));
        }
        causes
    }
}

impl CollisionSites {
    /// Finds the fields of the table by name.
    pub fn new(pmu: &Pmu) -> Self {
        let table = &pmu.collisions;
        let cnt =
            ["reset", "write", "enable", "gate_on", "prefer", "select", "gate_off", "refuse", "init", "increment"];
        Self {
            init: pmu.input("init"),
            cnt: table.site("IA32_PerfCnt", cnt),
            status: table.site("IA32_PERF_GLOBAL_STATUS", ["reset", "write", "overflow", "clear", "select", "init"]),
            request: table.site("pmi_request", ["reset", "write", "request", "clear", "silent", "select", "init"]),
            history: table.site("edge_history", ["reset", "select", "write", "gate_off", "init", "condition"]),
            evtsel: table.site("IA32_PerfEvtSel", ["reset", "write", "init"]),
            tsc: table.site("IA32_TIME_STAMP_COUNTER", ["reset", "write", "init", "clock"]),
            user_pref: table.site("USER_PREF", ["reset", "write", "spflt", "init"]),
            global_ctrl: table.site("IA32_PERF_GLOBAL_CTRL", ["reset", "write", "init"]),
        }
    }

    /// Records the collisions of a cycle, given the state at its start and the requests of the counters.
    pub fn record(&self, state: &State, requests: &Outcome, cycle: Cycle, collisions: &mut CollisionCoverage) {
        let init = self.init.get(cycle.frame) != 0;
        // The other cycles are skipped for speed: a collision needs two causes, and in them only events and the passing of a cycle act.
        if cycle.rst || init || cycle.access.changes() {
            self.counters(state, requests, cycle, init, collisions);
            self.threads(state, cycle, init, collisions);
        }
    }

    fn counters(
        &self,
        state: &State,
        requests: &Outcome,
        cycle: Cycle,
        init: bool,
        collisions: &mut CollisionCoverage,
    ) {
        let reset = cycle.rst;
        let causes = AccessCauses::new(state, cycle);
        let counting = state.enables.counting();
        let (overflowing, int) = (counting & state.bank.carrying(requests), state.bank.interrupt());
        for counter in 0..ALL {
            let acts = |set: CounterSet| has(set, counter);
            let (write, select, clear) = (acts(causes.write), acts(causes.select), acts(causes.clear));
            let [enable, gate_on, prefer] = [causes.selected, causes.gate, causes.spflt].map(|by| acts(causes.on & by));
            let [gate_off, refuse] = [causes.gate, causes.spflt].map(|by| acts(causes.off & by));
            // With the current configuration or with that of the next cycle.
            let increment = acts(requests.growing & (counting | causes.on));
            collisions.record(
                &self.cnt,
                [reset, write, enable, gate_on, prefer, select, gate_off, refuse, init, increment],
                state.bank.counter(counter),
            );
            let overflow = acts(overflowing);
            collisions.record(
                &self.status,
                [reset, write, overflow, clear, select, init],
                acts(state.overflows.status()).into(),
            );
            let (request, silent) = (overflow && acts(int), overflow && !acts(int));
            collisions.record(
                &self.request,
                [reset, write, request, clear, silent, select, init],
                acts(state.overflows.requests()).into(),
            );
            let condition = acts(requests.condition);
            collisions.record(
                &self.history,
                [reset, select, write, gate_off, init, condition],
                acts(state.bank.history()).into(),
            );
            let event = cycle.selection.format.event(state.bank.select(counter));
            collisions.record(&self.evtsel, [reset, acts(causes.selected), init], event.into());
        }
    }

    fn threads(&self, state: &State, cycle: Cycle, init: bool, collisions: &mut CollisionCoverage) {
        let writes = |register: Register| cycle.writer(register);
        let of_tsc = [cycle.rst, writes(Register::TimeStampCounter) != 0, init, true];
        collisions.record(&self.tsc, of_tsc, state.tsc);
        let (control, gate) = (writes(Register::SpfltControl), writes(Register::GlobalCtrl));
        let spflt = cycle.preferring();
        for thread in 0..THREADS {
            let of = |set: ThreadSet| set >> thread & 1 != 0;
            let pref = state.enables.spflt_control(thread) >> super::enables::USER_PREF;
            collisions.record(&self.user_pref, [cycle.rst, of(control), of(spflt), init], pref);
            let value = to_register(state.enables.global_ctrl(), thread);
            collisions.record(&self.global_ctrl, [cycle.rst, of(gate), init], value);
        }
    }
}

/// The counters of a set of threads.
fn of_threads(threads: ThreadSet) -> CounterSet {
    (0..THREADS).filter(|thread| threads >> thread & 1 != 0).fold(0, |set, thread| set | of_thread(thread))
}

/// The counters that are enabled after the access of a cycle.
fn enabled_after(state: &State, cycle: Cycle) -> CounterSet {
    let mut enables = state.enables;
    match cycle.access {
        Access::Write { thread, register: Register::Select(index), data } => {
            enables.write_en(number(thread, index), cycle.selection.format.decode(data).en);
        }
        Access::Write { thread, register: Register::GlobalCtrl, data } => enables.write_global_ctrl(thread, data),
        Access::Prefer { thread, counting } => enables.prefer(thread, counting),
        _ => {}
    }
    enables.counting()
}
