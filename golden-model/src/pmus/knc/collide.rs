//! Which causes act on which state in a clock. It only looks; what happens is in [`State::clock`].

use super::bus::{Access, Register};
use super::counter_bank::Inputs;
use super::sets::{has, to_register, CounterSet, ALL, PER_THREAD, THREADS};
use super::state::{Selection, State};
use crate::collisions::{CollisionTable, Collisions, Site};
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
    pub inputs: Inputs<'c>,
    pub access: Access,
    pub selection: &'c Selection,
}

impl Clock<'_> {
    /// What a register of a thread is written with by WRMSR.
    fn written(&self, of: usize, wanted: Register) -> Option<u64> {
        match self.access {
            Access::Write { thread, register, data } if thread == of && register == wanted => Some(data),
            _ => None,
        }
    }

    fn changes(&self) -> bool {
        matches!(self.access, Access::Write { .. } | Access::Prefer { .. })
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

    /// Notes the collisions of a clock, given the state at its start.
    #[inline]
    pub fn note(&self, state: &State, clock: Clock, met: &mut Collisions) {
        let init = self.init.get(clock.inputs.frame) != 0;
        if clock.rst || init || clock.changes() {
            self.counters(state, clock, init, met);
            self.threads(state, clock, init, met);
        }
    }

    fn counters(&self, state: &State, clock: Clock, init: bool, met: &mut Collisions) {
        let Clock { rst, access, .. } = clock;
        let wanted = state.bank.wanted(clock.inputs);
        let counting = state.enables.counting();
        let after = after(state, clock);
        for counter in 0..ALL {
            let (thread, index) = (counter / PER_THREAD, counter % PER_THREAD);
            let select = clock.written(thread, Register::Select(index));
            let is_select = select.is_some();
            let changed = |data: u64| clock.selection.format.decode(data).value != state.bank.select(counter);
            let changes = has(counting, counter) && select.is_some_and(changed);
            let write = clock.written(thread, Register::Counter(index)).is_some();
            let gate = clock.written(thread, Register::GlobalCtrl).is_some();
            let spflt = matches!(access, Access::Prefer { thread: of, .. } if of == thread);
            let (was, is) = (has(counting, counter), has(after, counter));
            let (on, off) = (!was && is, was && !is);
            let increment = if was || on { wanted.increment[counter] } else { 0 };
            let causes = [
                rst,
                write,
                on && is_select,
                on && gate,
                on && spflt,
                changes,
                off && gate,
                off && spflt,
                init,
                increment != 0,
            ];
            met.note(&self.cnt, causes, state.bank.counter(counter));

            let overflow = was && state.bank.carries(counter, increment);
            let clear = has(access.cleared(), counter);
            let value = u64::from(has(state.overflows.status(), counter));
            met.note(&self.status, [rst, write, overflow, clear, changes, init], value);
            let int = has(state.bank.interrupt(), counter);
            let causes = [rst, write, overflow && int, clear, overflow && !int, changes, init];
            met.note(&self.request, causes, u64::from(has(state.overflows.requests(), counter)));

            let condition = has(wanted.condition, counter);
            let causes = [rst, changes, write, off && gate, init, condition];
            met.note(&self.history, causes, u64::from(has(state.bank.history(), counter)));
            let event = clock.selection.format.decode(state.bank.select(counter)).event;
            met.note(&self.evtsel, [rst, is_select, init], event.into());
        }
    }

    fn threads(&self, state: &State, clock: Clock, init: bool, met: &mut Collisions) {
        let Clock { rst, access, .. } = clock;
        let of_any = |register| (0..THREADS).any(|thread| clock.written(thread, register).is_some());
        met.note(&self.tsc, [rst, of_any(Register::TimeStampCounter), init, true], state.tsc);
        for thread in 0..THREADS {
            let write = clock.written(thread, Register::SpfltControl).is_some();
            let spflt = matches!(access, Access::Prefer { thread: of, .. } if of == thread);
            let pref = state.enables.spflt_control(thread) >> super::enables::USER_PREF;
            met.note(&self.user_pref, [rst, write, spflt, init], pref);
            let gate = clock.written(thread, Register::GlobalCtrl).is_some();
            let value = to_register(state.enables.global_ctrl(), thread);
            met.note(&self.global_ctrl, [rst, gate, init], value);
        }
    }
}

/// The counters that may count after the access of a clock.
fn after(state: &State, clock: Clock) -> CounterSet {
    let mut enables = state.enables;
    match clock.access {
        Access::Write { thread, register: Register::Select(index), data } => {
            enables.write_en(super::sets::number(thread, index), clock.selection.format.decode(data).en);
        }
        Access::Write { thread, register: Register::GlobalCtrl, data } => enables.write_global_ctrl(thread, data),
        Access::Prefer { thread, counting } => enables.prefer(thread, counting),
        _ => {}
    }
    enables.counting()
}
