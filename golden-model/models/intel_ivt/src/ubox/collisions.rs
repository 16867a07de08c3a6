//! Records which causes act on which state of the U-Box in a cycle; changes no state of the model.

use super::ports::Inputs;
use super::registers::{Register, COUNTERS};
use super::state::{UBox, STORED};
use crate::common::{ActiveCauses, BankRegister, BoxFreeze, Control, CounterCauses, FreezeLatch, StartState};
use golden_model_core::collisions::{in_several, CollisionCoverage, CollisionSite, CollisionTable};

/// The fields of the U-Box's collision table.
#[derive(Clone)]
pub(crate) struct CollisionSites {
    ctr: CollisionSite<8>,
    fixed_ctr: CollisionSite<7>,
    box_status: CollisionSite<8>,
    u_msg: CollisionSite<6>,
    uf_msg: CollisionSite<4>,
    global_status: CollisionSite<5>,
    ov_u: CollisionSite<5>,
    ov_u_fixed: CollisionSite<5>,
    frz_lat: CollisionSite<5>,
    frz_bcast: CollisionSite<6>,
    unfrz_bcast: CollisionSite<4>,
    pmi_s: CollisionSite<5>,
    core_wake: CollisionSite<5>,
    pmi: CollisionSite<4>,
    ctl: CollisionSite<3>,
    global_ctl: CollisionSite<3>,
    wk_on_pmi: CollisionSite<4>,
    num_c: CollisionSite<2>,
    fixed_ctl: CollisionSite<4>,
    cond_q: CollisionSite<7>,
}

/// Reset, inputs and write in one cycle.
#[derive(Clone, Copy)]
pub(crate) struct Cycle<'c> {
    pub rst: bool,
    pub inputs: &'c Inputs,
    pub written: Option<(Register, u64)>,
}

impl Cycle<'_> {
    /// The data of a write to this register, if there is one.
    fn to(&self, register: Register) -> Option<u64> {
        self.written.filter(|(written, _)| *written == register).map(|(_, data)| data)
    }
}

impl CollisionSites {
    /// Looks up the fields by name.
    ///
    /// # Panics
    /// Panics if the table has other fields.
    pub fn new(table: &CollisionTable) -> Self {
        let summary = ["reset", "message", "clear", "freeze", "unfreeze"];
        let cond_q = ["reset", "rst", "select", "write", "freeze", "unfreeze", "condition"];
        Self {
            ctr: table.site("CTR", ["reset", "rst", "write", "unfreeze", "enable", "freeze", "select", "increment"]),
            fixed_ctr: table.site("FIXED_CTR", ["reset", "write", "unfreeze", "enable", "freeze", "disable", "clock"]),
            box_status: table
                .site("BOX_STATUS", ["reset", "write", "rst", "unfreeze", "overflow", "clear", "freeze", "disable"]),
            u_msg: table.site("u_msg", ["reset", "write", "rst", "overflow", "again", "clear"]),
            uf_msg: table.site("uf_msg", ["reset", "write", "overflow", "disable"]),
            global_status: table.site("GLOBAL_STATUS", summary),
            ov_u: table.site("ov_u", summary),
            ov_u_fixed: table.site("ov_u_fixed", summary),
            frz_lat: table.site("frz_lat", ["reset", "own", "freeze", "unfreeze", "clear"]),
            frz_bcast: table.site("frz_bcast", ["reset", "message", "frz_all", "unfrz_all", "again", "clear"]),
            unfrz_bcast: table.site("unfrz_bcast", ["reset", "frz_all", "unfrz_all", "message"]),
            pmi_s: table.site("pmi_s", ["reset", "sleep", "message", "deselect", "again"]),
            core_wake: table.site("core_wake", ["reset", "awake", "message", "deselect", "again"]),
            pmi: table.site("pmi", ["reset", "pending", "sleep", "deselect"]),
            ctl: table.site("CTL", ["reset", "write", "rst"]),
            global_ctl: table.site("GLOBAL_CTL", ["reset", "write", "message"]),
            wk_on_pmi: table.site("wk_on_pmi", ["reset", "wake", "sleep", "message"]),
            num_c: table.site("num_c", ["reset", "write"]),
            fixed_ctl: table.site("FIXED_CTL", ["reset", "enable", "disable", "freeze"]),
            cond_q: table.site("cond_q", cond_q),
        }
    }

    /// Records the collisions of a cycle, given the state at its start.
    #[inline]
    pub fn record(&self, ubox: &UBox, cycle: Cycle, collisions: &mut CollisionCoverage) {
        let sent = ubox.broadcasts();
        let rare = cycle.rst || cycle.written.is_some() || sent.freeze || sent.unfreeze;
        if rare || ubox.u_msg() || ubox.uf_msg() || cycle.inputs.messages.status_bits() != 0 {
            self.counters(ubox, cycle, collisions);
            self.fixed(ubox, cycle, collisions);
            self.global(ubox, cycle, collisions);
        }
    }

    fn counters(&self, ubox: &UBox, cycle: Cycle, collisions: &mut CollisionCoverage) {
        let Cycle { rst, inputs, .. } = cycle;
        let (bank, broadcasts, frozen) = (ubox.bank(), ubox.broadcasts(), ubox.latch().frozen());
        let (freeze, unfreeze) = (broadcasts.freeze, frozen && broadcasts.unfreeze);
        let written = match cycle.written {
            Some((Register::Bank(register), data)) => Some((register, data)),
            _ => None,
        };
        // An overflow in the cycle of an unfreeze collides with it at the status.
        let freeze_now = BoxFreeze::of_latch(FreezeLatch::new(frozen && !unfreeze));
        let before = StartState { bank, freeze: freeze_now, stored: STORED, status_bit: 0, source: ubox.source() };
        let acts = ActiveCauses { rst, broadcasts, box_ctl: None, written };
        let counters: [_; COUNTERS] =
            std::array::from_fn(|counter| CounterCauses::of(counter, &before, acts, Some(ubox.raw(counter, inputs))));
        for (counter, at) in counters.iter().enumerate() {
            let causes = [rst, at.rst, at.write, unfreeze, at.enable, freeze, at.select, at.increment];
            collisions.record(&self.ctr, causes, bank.count(counter));
            let event = bank.control(counter).ev_sel();
            collisions.record(&self.ctl, [rst, at.control && !at.rst, at.rst], event.into());
            let causes = [rst, at.rst, at.select, at.write, freeze, unfreeze, at.condition];
            collisions.record(&self.cond_q, causes, bank.cond_q(counter).into());
            let causes = [rst, at.write, at.rst, unfreeze, at.overflow, at.clear, freeze, at.disable];
            collisions.record(&self.box_status, causes, at.status.into());
        }
        // The counters share one message: if exactly one of them overflows, only the
        // causes at that counter count.
        let mut overflowing = counters.iter().filter(|at| at.sends && !frozen);
        let causes = match (overflowing.next(), overflowing.next()) {
            (Some(at), None) => [rst, at.write, at.rst, !at.status, at.status, at.clear],
            _ => {
                let any = |of: fn(&CounterCauses) -> bool| counters.iter().any(of);
                [rst, any(|at| at.write), any(|at| at.rst), false, false, any(|at| at.clear)]
            }
        };
        collisions.record(&self.u_msg, causes, ubox.u_msg().into());
    }

    fn fixed(&self, ubox: &UBox, cycle: Cycle, collisions: &mut CollisionCoverage) {
        let (fixed, sent, frozen) = (ubox.fixed(), ubox.broadcasts(), ubox.latch().frozen());
        let unfreeze = frozen && sent.unfreeze;
        let (old, data) = (fixed.control(), cycle.to(Register::FixedCtl));
        let written = |en: bool| data.is_some_and(|data| Control::new(data as u32).en() == en);
        let (enable, disable) = (!old.en() && written(true), old.en() && written(false));
        collisions.record(&self.fixed_ctl, [cycle.rst, written(true), written(false), sent.freeze], old.en().into());
        let write = cycle.to(Register::FixedCtr).is_some();
        let ticks = (old.en() || enable) && (!frozen || unfreeze);
        collisions.record(
            &self.fixed_ctr,
            [cycle.rst, write, unfreeze, enable, sent.freeze, disable, ticks],
            fixed.count(),
        );
        let overflow = fixed.overflows(frozen);
        collisions.record(&self.uf_msg, [cycle.rst, write, overflow, disable], fixed.message().into());
    }

    fn global(&self, ubox: &UBox, cycle: Cycle, collisions: &mut CollisionCoverage) {
        let Cycle { rst, inputs, .. } = cycle;
        let (sent, status) = (ubox.broadcasts(), ubox.global_status());
        let own = ubox.own_messages() != 0;
        let cleared = cycle.to(Register::GlobalStatus).unwrap_or(0) as u32;
        let box_cleared = cycle.to(Register::Bank(BankRegister::Status)).is_some_and(|data| data & 3 != 0);
        collisions.record(
            &self.frz_lat,
            [rst, own, sent.freeze, sent.unfreeze, box_cleared],
            ubox.latch().frozen().into(),
        );

        let others = inputs.messages.status_bits();
        let of = |set: u32, bit: u32| set >> bit & 1 != 0;
        let all_if = |acts: bool| if acts { u32::MAX } else { 0 };
        let sets = [all_if(rst), others, cleared, all_if(sent.freeze), all_if(sent.unfreeze)];
        let several = in_several(sets);
        for bit in (2..27).filter(|&bit| of(several, bit)) {
            let causes = [rst, of(others, bit), of(cleared, bit), sent.freeze, sent.unfreeze];
            collisions.record(&self.global_status, causes, of(status, bit).into());
        }
        for (site, message, bit) in [(&self.ov_u, ubox.u_msg(), 1), (&self.ov_u_fixed, ubox.uf_msg(), 0)] {
            let causes = [rst, message, of(cleared, bit), sent.freeze, sent.unfreeze];
            collisions.record(site, causes, of(status, bit).into());
        }
        let messages = ubox.messages(inputs);
        let (new, again) = (messages & !status != 0, messages & status != 0);
        let clear = cleared & (if messages == 0 { !0 } else { messages }) != 0;
        let control = cycle.to(Register::GlobalCtl);
        let bit = |bit: u32| control.is_some_and(|data| data >> bit & 1 != 0);
        let (frz_all, unfrz_all) = (bit(31), bit(29));
        collisions.record(&self.frz_bcast, [rst, new, frz_all, unfrz_all, again, clear], sent.freeze.into());
        collisions.record(&self.unfrz_bcast, [rst, frz_all, unfrz_all, new], sent.unfreeze.into());
        let selects = ubox.read(Register::GlobalCtl);
        collisions.record(&self.global_ctl, [rst, control.is_some(), new], selects & 0x7FFF);
        let wakes = selects >> 30 & 1 != 0;
        let written = |wake: bool| control.is_some_and(|data| (data >> 30 & 1 != 0) == wake);
        collisions.record(&self.wk_on_pmi, [rst, written(true), written(false), new], wakes.into());
        let num_c = cycle.to(Register::GlobalConfig).is_some();
        collisions.record(&self.num_c, [rst, num_c], ubox.read(Register::GlobalConfig));
        // If a status bit is cleared in the same cycle, the collision is recorded at the status only.
        if messages & cleared == 0 {
            self.cores(ubox, cycle, [new, again], collisions);
        }
    }

    /// Records the collisions at the wake-up and the PMI of each selected core.
    ///
    /// `new` is true if a message of a box arrives whose summary bit is 0, `again` if
    /// one arrives whose bit is 1.
    fn cores(&self, ubox: &UBox, cycle: Cycle, [new, again]: [bool; 2], collisions: &mut CollisionCoverage) {
        let Cycle { rst, inputs, .. } = cycle;
        let selects = ubox.read(Register::GlobalCtl);
        let wakes = selects >> 30 & 1 != 0;
        let control = cycle.to(Register::GlobalCtl);
        for core in (0..15).filter(|core| selects >> core & 1 != 0) {
            let awake = inputs.core_awake >> core & 1 != 0;
            let deselect = control.is_some_and(|data| data >> core & 1 == 0);
            let (at, is) = if wakes { (&self.core_wake, awake) } else { (&self.pmi_s, !awake) };
            let now = if wakes { ubox.core_wake() } else { ubox.pmi_s() };
            collisions.record(at, [rst, is, new, deselect, again], u64::from(now >> core & 1));
            if !wakes {
                let pending = ubox.pmi_s() >> core & 1 != 0;
                collisions.record(&self.pmi, [rst, pending, !awake, deselect], u64::from(ubox.pmi() >> core & 1));
            }
        }
    }
}
