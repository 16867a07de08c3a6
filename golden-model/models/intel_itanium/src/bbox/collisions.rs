//! Records which causes act on which state in a cycle. It does not change the state; [`BBox::step`] does.

use super::queues::{Selected, SUM0, SUM1};
use super::registers::{Ctl0, ARB_CNT0, ARB_CNT1, BZ_CNT, COUNTERS, CTL0, CTL1, CTL2, CTL3, IMT_CNT, IOB_CNT};
use super::state::{BBox, Cycle, CycleEffects};
use super::{commands, imt, iob};
use golden_model_common::counter_set::has;
use golden_model_core::collisions::{CollisionCoverage, CollisionSite, CollisionTable};

/// The collision sites, one for each field of the collision table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    cnt: CollisionSite<7>,
    ov: CollisionSite<6>,
    frz: CollisionSite<6>,
    request: CollisionSite<5>,
    imt_live: CollisionSite<6>,
    iob_live: CollisionSite<7>,
    snp_live: CollisionSite<7>,
    age: CollisionSite<6>,
    bz_open: CollisionSite<8>,
    fill2b_due: CollisionSite<5>,
    /// Conflict queues, queues with 32 entries, queues with 512 entries.
    occupancies: [CollisionSite<5>; 3],
    /// IMT, Z-Box commands, IOB, and the two of the arbiter.
    accumulators: [CollisionSite<6>; 5],
    /// IOB and arbiter.
    flags: [CollisionSite<5>; 3],
    z_op: CollisionSite<4>,
    sov: CollisionSite<3>,
}

/// Causes that act on more than one field.
#[derive(Clone, Copy)]
struct SharedCauses {
    rst: bool,
    reset_bit: bool,
    frozen: bool,
}

impl CollisionSites {
    /// Finds the fields of the table by name.
    pub fn new(table: &CollisionTable) -> Self {
        let occupancy = |name: &str| table.site(name, ["reset", "insert", "remove", "reset_bit", "frozen"]);
        let accumulator = |name: &str| table.site(name, ["reset", "reset_bit", "write", "frozen", "off", "add"]);
        let flag = |name: &str| table.site(name, ["reset", "reset_bit", "write", "frozen", "add"]);
        Self {
            cnt: table.site("cnt", ["reset", "reset_bit", "write", "frozen", "event", "select", "freeze"]),
            ov: table.site("ov", ["reset", "write", "reset_bit", "frozen", "overflow", "unfreeze"]),
            frz: table.site("frz", ["reset", "pulse", "overflow", "freeze", "release", "unfreeze"]),
            request: table.site("request", ["reset", "overflow", "pulse", "release", "freeze"]),
            imt_live: table.site("imt_live", ["reset", "alloc", "pop", "release", "reset_bit", "frozen"]),
            iob_live: table.site("iob_live", ["reset", "restart", "write", "begin", "end", "reset_bit", "frozen"]),
            snp_live: table.site("snp_live", ["reset", "sent", "answered", "restart", "write", "reset_bit", "frozen"]),
            age: table.site("age", ["reset", "restart", "write", "begin", "reset_bit", "frozen"]),
            bz_open: table
                .site("bz_open", ["reset", "select", "command", "ack", "local", "same", "reset_bit", "frozen"]),
            fill2b_due: table.site("fill2b_due", ["reset", "select", "command", "ack", "frozen"]),
            occupancies: ["occ_conflict", "occ_small", "occ_large"].map(occupancy),
            accumulators: ["imt_accum", "bz_accum", "iob_accum", "arb0_accum", "arb1_accum"].map(accumulator),
            flags: ["iob_flag", "arb0_flag", "arb1_flag"].map(flag),
            z_op: table.site("z_op", ["reset", "write", "reset_bit", "frozen"]),
            sov: table.site("sov", ["reset", "write", "frozen"]),
        }
    }

    /// Records the collisions of a cycle, given the state at its start.
    pub fn record(
        &self,
        state: &BBox,
        rst: bool,
        cycle: &Cycle,
        effects: &CycleEffects,
        collisions: &mut CollisionCoverage,
    ) {
        let common = SharedCauses { rst, reset_bit: state.ctl0.reset(), frozen: state.ctl0.frz() };
        self.counters(state, common, cycle, effects, collisions);
        self.freeze(state, rst, cycle, effects, collisions);
        self.live(state, common, cycle, collisions);
        self.commands(state, common, cycle, collisions);
        self.queues(state, common, cycle, collisions);
        self.accumulators(state, common, cycle, collisions);
        let SharedCauses { rst, reset_bit, frozen } = common;
        let written = |offset: u32| BBox::written(cycle, offset).is_some();
        collisions.record(&self.z_op, [rst, written(CTL2), reset_bit, frozen], state.ctl2.z_op());
        collisions.record(&self.sov, [rst, written(CTL0), frozen], state.ctl0.sov().into());
    }

    fn counters(
        &self,
        state: &BBox,
        common: SharedCauses,
        cycle: &Cycle,
        effects: &CycleEffects,
        collisions: &mut CollisionCoverage,
    ) {
        let SharedCauses { rst, reset_bit, frozen } = common;
        let written = BBox::counter_written(cycle);
        let select = BBox::written(cycle, CTL1).is_some();
        let events = effects.occurring & state.counters.enabled(state.ctl0);
        for counter in 0..COUNTERS {
            let event = has(events, counter);
            let write = written == Some(counter);
            let count = state.counters.counts[counter];
            collisions.record(&self.cnt, [rst, reset_bit, write, frozen, event, select, cycle.freeze], count);
            let overflow = event && state.counters.is_full(counter);
            let ov = has(state.counters.overflowed, counter);
            collisions.record(&self.ov, [rst, write, reset_bit, frozen, overflow, cycle.unfreeze], ov.into());
        }
    }

    fn freeze(
        &self,
        state: &BBox,
        rst: bool,
        cycle: &Cycle,
        effects: &CycleEffects,
        collisions: &mut CollisionCoverage,
    ) {
        let overflow = effects.triggers;
        let manual = BBox::written(cycle, CTL0).map(|data| Ctl0::written(data).frz());
        let (freeze, unfreeze) = (manual == Some(true), manual == Some(false));
        let acting = [rst, cycle.freeze, overflow, freeze, cycle.unfreeze, unfreeze];
        collisions.record(&self.frz, acting, state.ctl0.frz().into());
        let acting = [rst, overflow, cycle.freeze, cycle.unfreeze, freeze];
        collisions.record(&self.request, acting, state.request.into());
    }

    fn live(&self, state: &BBox, common: SharedCauses, cycle: &Cycle, collisions: &mut CollisionCoverage) {
        let SharedCauses { rst, reset_bit, frozen } = common;
        let imt = [rst, cycle.imt.allocated, cycle.imt.popped, cycle.imt.released, reset_bit, frozen];
        collisions.record(&self.imt_live, imt, state.imt.live);
        let written = |offset: u32| BBox::written(cycle, offset).is_some();
        let (restart, write) = (written(CTL3), written(IOB_CNT));
        let (begin, end) = (state.begins(cycle), state.ends(cycle));
        collisions.record(&self.iob_live, [rst, restart, write, begin, end, reset_bit, frozen], state.iob.live);
        for (side, live) in state.iob.snoops.into_iter().enumerate() {
            let is = |snoops: u64| snoops >> side & 1 == 1;
            let (sent, answered) = (is(cycle.snoops.sent), is(cycle.snoops.answered));
            collisions.record(&self.snp_live, [rst, sent, answered, restart, write, reset_bit, frozen], live);
        }
        collisions.record(&self.age, [rst, restart, write, begin, reset_bit, frozen], state.iob.age.into());
    }

    fn commands(&self, state: &BBox, common: SharedCauses, cycle: &Cycle, collisions: &mut CollisionCoverage) {
        let SharedCauses { rst, reset_bit, frozen } = common;
        let select = state.selects_other_commands(cycle);
        let same = BBox::written(cycle, CTL2).is_some() && !select;
        let commands = &state.commands;
        let command = cycle.command.filter(|command| state.ctl2.z_op() >> command.op & 1 == 1);
        for id in 0..32 {
            let begins = command.is_some_and(|command| command.id == id);
            let ack = cycle.ack == Some(id);
            let local = commands.local_due && commands.local_id == id;
            let acting = [rst, select, begins, ack, local, same, reset_bit, frozen];
            collisions.record(&self.bz_open, acting, commands.is_first(id).into());
        }
        let fill2b = command.is_some_and(|command| command.op == 6);
        let acting = [rst, select, fill2b, cycle.ack.is_some(), frozen];
        collisions.record(&self.fill2b_due, acting, commands.local_due.into());
    }

    fn queues(&self, state: &BBox, common: SharedCauses, cycle: &Cycle, collisions: &mut CollisionCoverage) {
        let SharedCauses { rst, reset_bit, frozen } = common;
        let [conflict, small, large] = &self.occupancies;
        for (queue, &entries) in state.queues.entries.iter().enumerate() {
            let site = match queue {
                0..=31 => conflict,
                33..=35 | 39 => small,
                36 | 37 => large,
                _ => continue,
            };
            let is = |queues: u64| queues >> queue & 1 == 1;
            collisions.record(site, [rst, is(cycle.inserted), is(cycle.removed), reset_bit, frozen], entries);
        }
    }

    fn accumulators(&self, state: &BBox, common: SharedCauses, cycle: &Cycle, collisions: &mut CollisionCoverage) {
        let SharedCauses { rst, reset_bit, frozen } = common;
        let BBox { ctl0, ctl2, imt, iob, commands, queues, .. } = state;
        let live0 = queues.live(Selected::of(ctl2.arbq_sel0()));
        let live1 = queues.live(Selected::AnyConflict);
        let [sum0, sum1] = queues.sums;
        let of = [
            (IMT_CNT, ctl0.imt_en(), imt.live, imt.sum, imt::SUM),
            (BZ_CNT, ctl0.bz_en(), commands.live(), commands.sum, commands::SUM),
            (IOB_CNT, ctl0.iob_en(), iob.operand(*ctl2), iob.sum, iob::SUM),
            (ARB_CNT0, ctl0.arb_en(), live0, sum0, SUM0),
            (ARB_CNT1, ctl0.arb_en(), live1, sum1, SUM1),
        ];
        for (accumulator, (offset, enabled, live, sum, width)) in of.into_iter().enumerate() {
            let write = BBox::written(cycle, offset).is_some();
            let acting = [rst, reset_bit, write, frozen, !enabled, live == 1];
            // IOB and arbiter have flags; their accumulators come last, in the same order.
            let Some(flag) = accumulator.checked_sub(2) else {
                collisions.record(&self.accumulators[accumulator], acting, sum.read_value(width));
                continue;
            };
            collisions.record(&self.accumulators[accumulator], acting, sum.sum);
            let adds = enabled && !sum.carries(live, width);
            collisions.record(&self.flags[flag], [rst, reset_bit, write, frozen, adds], sum.carry.into());
        }
    }
}
