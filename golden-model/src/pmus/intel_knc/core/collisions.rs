//! Records which causes act on which state in a cycle; changes no state of the model.

use super::counter_set::{has, number, of_thread, to_register, CounterSet, ThreadSet, ALL, THREADS};
use super::registers::{Access, Register};
use super::state::{Selection, State};
use crate::collisions::{CollisionCoverage, CollisionSite, CollisionTable, FlagSite};
use crate::pmus::common::x86::{Outcome, Select};
use crate::{Bits, Pmu};

/// The fields of the collision table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    /// The INIT input, which has no effect.
    init: Bits,
    cnt: FlagSite,
    status: FlagSite,
    request: FlagSite,
    tsc: CollisionSite<4>,
    user_pref: CollisionSite<4>,
    history: FlagSite,
    evtsel: FlagSite,
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

    /// The counter whose select register is written, and the new value.
    fn selected(&self) -> Option<(usize, Select)> {
        match self.access {
            Access::Write { thread, register: Register::Select(index), data } => {
                Some((number(thread, index), self.selection.format.decode(data)))
            }
            _ => None,
        }
    }
}

/// Causes that act on a counter in a cycle, as flags.
mod cause {
    pub const RESET: u16 = 1 << 0;
    pub const INIT: u16 = 1 << 1;
    pub const WRITE: u16 = 1 << 2;
    /// The select register is written.
    pub const SELECTED: u16 = 1 << 3;
    /// The write changes the select register of a counting counter.
    pub const SELECT: u16 = 1 << 4;
    /// ENABLE, GATE_ON and PREFER: the counter starts in the next cycle, by its select register,
    /// IA32_PERF_GLOBAL_CTRL or SPFLT.
    pub const ENABLE: u16 = 1 << 5;
    pub const GATE_ON: u16 = 1 << 6;
    pub const PREFER: u16 = 1 << 7;
    /// GATE_OFF and REFUSE: the counter stops in the next cycle, by IA32_PERF_GLOBAL_CTRL or SPFLT.
    pub const GATE_OFF: u16 = 1 << 8;
    pub const REFUSE: u16 = 1 << 9;
    /// The counter would increment, with its current configuration or with the one written in this cycle.
    pub const GROW: u16 = 1 << 10;
    pub const OVERFLOW: u16 = 1 << 11;
    /// An overflow with INT = 1, and one with INT = 0.
    pub const REQUEST: u16 = 1 << 12;
    pub const SILENT: u16 = 1 << 13;
    /// The overflow status is cleared.
    pub const CLEAR: u16 = 1 << 14;
    pub const CONDITION: u16 = 1 << 15;
}

impl CollisionSites {
    /// Looks up the fields by name.
    ///
    /// # Panics
    /// Panics if the table has other fields.
    pub fn new(pmu: &Pmu) -> Self {
        let table: &CollisionTable = &pmu.collisions;
        let (reset, init) = (("reset", cause::RESET), ("init", cause::INIT));
        let (write, select) = (("write", cause::WRITE), ("select", cause::SELECT));
        let gate_off = ("gate_off", cause::GATE_OFF);
        let on = [("enable", cause::ENABLE), ("gate_on", cause::GATE_ON), ("prefer", cause::PREFER)];
        let refuse = ("refuse", cause::REFUSE);
        let grow = ("increment", cause::GROW);
        let cnt = [reset, write, on[0], on[1], on[2], select, gate_off, refuse, init, grow];
        let (overflow, clear) = (("overflow", cause::OVERFLOW), ("clear", cause::CLEAR));
        let (request, silent) = (("request", cause::REQUEST), ("silent", cause::SILENT));
        let condition = ("condition", cause::CONDITION);
        Self {
            init: pmu.input("init"),
            cnt: table.flag_site("IA32_PerfCnt", cnt),
            status: table.flag_site("IA32_PERF_GLOBAL_STATUS", [reset, write, overflow, clear, select, init]),
            request: table.flag_site("pmi_request", [reset, write, request, clear, silent, select, init]),
            tsc: table.site("IA32_TIME_STAMP_COUNTER", ["reset", "write", "init", "clock"]),
            user_pref: table.site("USER_PREF", ["reset", "write", "spflt", "init"]),
            history: table.flag_site("edge_history", [reset, select, write, gate_off, init, condition]),
            evtsel: table.flag_site("IA32_PerfEvtSel", [reset, ("write", cause::SELECTED), init]),
            global_ctrl: table.site("IA32_PERF_GLOBAL_CTRL", ["reset", "write", "init"]),
        }
    }

    /// Records the collisions of a cycle, given the state at its start and the requests of the counters.
    #[inline]
    pub fn record(&self, state: &State, requests: &Outcome, cycle: Cycle, collisions: &mut CollisionCoverage) {
        let init = self.init.get(cycle.frame) != 0;
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
        let (was, is) = (state.enables.counting(), after(state, cycle));
        let (on, off) = (!was & is, was & !is);
        let (selected, changes) = match cycle.selected() {
            Some((counter, new)) => {
                let changes = has(was, counter) && state.bank.select(counter) != new.value;
                (1 << counter, CounterSet::from(changes) << counter)
            }
            None => (0, 0),
        };
        let (write, clear) = (cycle.access.written_counters(), cycle.access.cleared());
        let (gate, spflt) = (of_threads(cycle.writer(Register::GlobalCtrl)), of_threads(cycle.preferring()));
        let (overflow, int) = (was & state.bank.carrying(requests), state.bank.interrupt());
        let sets = [
            (write, cause::WRITE),
            (selected, cause::SELECTED),
            (changes, cause::SELECT),
            (on & selected, cause::ENABLE),
            (on & gate, cause::GATE_ON),
            (on & spflt, cause::PREFER),
            (off & gate, cause::GATE_OFF),
            (off & spflt, cause::REFUSE),
            (requests.growing & (was | on), cause::GROW),
            (overflow, cause::OVERFLOW),
            (overflow & int, cause::REQUEST),
            (overflow & !int, cause::SILENT),
            (clear, cause::CLEAR),
            (requests.condition, cause::CONDITION),
        ];
        let common = if cycle.rst { cause::RESET } else { 0 } | if init { cause::INIT } else { 0 };
        // An access coincides with other causes only at the counters that it reaches.
        let requested = if common != 0 { CounterSet::MAX } else { write | selected | gate | spflt | clear };
        for counter in (0..ALL).filter(|&counter| has(requested, counter)) {
            let flag = |&(set, flag): &(CounterSet, u16)| if has(set, counter) { flag } else { 0 };
            let active = sets.iter().fold(common, |active, set| active | flag(set));
            let of = |set: CounterSet| move || u64::from(has(set, counter));
            collisions.record_flags(&self.cnt, active, || state.bank.counter(counter));
            collisions.record_flags(&self.status, active, of(state.overflows.status()));
            collisions.record_flags(&self.request, active, of(state.overflows.requests()));
            collisions.record_flags(&self.history, active, of(state.bank.history()));
            collisions.record_flags(&self.evtsel, active, || {
                cycle.selection.format.decode(state.bank.select(counter)).event.into()
            });
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
fn after(state: &State, cycle: Cycle) -> CounterSet {
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
