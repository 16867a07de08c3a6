//! Which causes act on which state in a clock. It only looks; what happens is in [`State::clock`].

use super::bus::{Access, Register};
use super::sets::{has, number, of_thread, to_register, CounterSet, ThreadSet, EVERY_THREAD, THREADS};
use super::state::{Selection, State};
use crate::collisions::{CollisionTable, Collisions, Site};
use crate::pmus::x86_common::{Outcome, Select};
use crate::{Bits, Pmu};

/// The fields of the table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    /// The input that changes nothing.
    init: Bits,
    cnt: Site<10>,
    status: Site<6>,
    request: Site<7>,
    tsc: Site<4>,
    user_pref: Site<4>,
    history: Site<6>,
    evtsel: Site<3>,
    global_ctrl: Site<3>,
}

/// A clock as software and the surroundings make it.
#[derive(Clone, Copy)]
pub(super) struct Clock<'c> {
    pub rst: bool,
    pub frame: &'c [u64],
    pub access: Access,
    pub selection: &'c Selection,
}

impl Clock<'_> {
    /// The thread that writes a register with WRMSR.
    fn writer(&self, wanted: Register) -> ThreadSet {
        match self.access {
            Access::Write { thread, register, .. } if register == wanted => 1 << thread,
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

    /// The counter whose select register is written, and the new register.
    fn selected(&self) -> Option<(usize, Select)> {
        match self.access {
            Access::Write { thread, register: Register::Select(index), data } => {
                Some((number(thread, index), self.selection.format.decode(data)))
            }
            _ => None,
        }
    }
}

impl CollisionSites {
    /// The fields by name.
    ///
    /// # Panics
    /// When the table has others.
    pub fn new(pmu: &Pmu) -> Self {
        let table: &CollisionTable = &pmu.collisions;
        let on = ["enable", "gate_on", "prefer"];
        let off = ["select", "gate_off", "refuse"];
        Self {
            init: pmu.input("init"),
            cnt: table.site(
                "IA32_PerfCnt",
                ["reset", "write", on[0], on[1], on[2], off[0], off[1], off[2], "init", "increment"],
            ),
            status: table.site("IA32_PERF_GLOBAL_STATUS", ["reset", "write", "overflow", "clear", "select", "init"]),
            request: table.site("pmi_request", ["reset", "write", "request", "clear", "silent", "select", "init"]),
            tsc: table.site("IA32_TIME_STAMP_COUNTER", ["reset", "write", "init", "clock"]),
            user_pref: table.site("USER_PREF", ["reset", "write", "spflt", "init"]),
            history: table.site("edge_history", ["reset", "select", "write", "gate_off", "init", "condition"]),
            evtsel: table.site("IA32_PerfEvtSel", ["reset", "write", "init"]),
            global_ctrl: table.site("IA32_PERF_GLOBAL_CTRL", ["reset", "write", "init"]),
        }
    }

    /// Notes the collisions of a clock, given the state at its start and what the clock amounts to.
    #[inline]
    pub fn note(&self, state: &State, wanted: &Outcome, clock: Clock, met: &mut Collisions) {
        let init = self.init.get(clock.frame) != 0;
        if clock.rst || init || clock.access.changes() {
            self.counters(state, wanted, clock, init, met);
            self.threads(state, clock, init, met);
        }
    }

    fn counters(&self, state: &State, wanted: &Outcome, clock: Clock, init: bool, met: &mut Collisions) {
        let all_if = |acts: bool| if acts { CounterSet::MAX } else { 0 };
        let (reset, init) = (all_if(clock.rst), all_if(init));
        let (was, is) = (state.enables.counting(), after(state, clock));
        let (on, off) = (!was & is, was & !is);
        let (selected, changes) = match clock.selected() {
            Some((counter, new)) => {
                let changes = has(was, counter) && state.bank.select(counter) != new.value;
                (1 << counter, CounterSet::from(changes) << counter)
            }
            None => (0, 0),
        };
        let write = clock.access.written_counters();
        let (gate, spflt) = (of_threads(clock.writer(Register::GlobalCtrl)), of_threads(clock.preferring()));
        let growing = wanted.growing & (was | on);
        let causes =
            [reset, write, on & selected, on & gate, on & spflt, changes, off & gate, off & spflt, init, growing];
        met.note_each(&self.cnt, causes, |counter| state.bank.counter(counter));

        let overflow = was & state.bank.carrying(wanted);
        let (int, clear) = (state.bank.interrupt(), clock.access.cleared());
        let of = |set: CounterSet| move |counter: usize| u64::from(has(set, counter));
        let causes = [reset, write, overflow, clear, changes, init];
        met.note_each(&self.status, causes, of(state.overflows.status()));
        let causes = [reset, write, overflow & int, clear, overflow & !int, changes, init];
        met.note_each(&self.request, causes, of(state.overflows.requests()));
        let causes = [reset, changes, write, off & gate, init, wanted.condition];
        met.note_each(&self.history, causes, of(state.bank.history()));
        let event = |counter: usize| clock.selection.format.decode(state.bank.select(counter)).event.into();
        met.note_each(&self.evtsel, [reset, selected, init], event);
    }

    fn threads(&self, state: &State, clock: Clock, init: bool, met: &mut Collisions) {
        let tsc_write = clock.writer(Register::TimeStampCounter) != 0;
        met.note(&self.tsc, [clock.rst, tsc_write, init, true], state.tsc);
        let all_if = |acts: bool| if acts { EVERY_THREAD } else { 0 };
        let (reset, init) = (all_if(clock.rst), all_if(init));
        let causes = [reset, clock.writer(Register::SpfltControl), clock.preferring(), init];
        let pref = |thread: usize| state.enables.spflt_control(thread) >> super::enables::USER_PREF;
        met.note_each(&self.user_pref, causes, pref);
        let causes = [reset, clock.writer(Register::GlobalCtrl), init];
        let value = |thread: usize| to_register(state.enables.global_ctrl(), thread);
        met.note_each(&self.global_ctrl, causes, value);
    }
}

/// The counters of some threads.
fn of_threads(threads: ThreadSet) -> CounterSet {
    (0..THREADS).filter(|thread| threads >> thread & 1 != 0).fold(0, |set, thread| set | of_thread(thread))
}

/// The counters that may count after the access of a clock.
fn after(state: &State, clock: Clock) -> CounterSet {
    let mut enables = state.enables;
    match clock.access {
        Access::Write { thread, register: Register::Select(index), data } => {
            enables.write_en(number(thread, index), clock.selection.format.decode(data).en);
        }
        Access::Write { thread, register: Register::GlobalCtrl, data } => enables.write_global_ctrl(thread, data),
        Access::Prefer { thread, counting } => enables.prefer(thread, counting),
        _ => {}
    }
    enables.counting()
}
