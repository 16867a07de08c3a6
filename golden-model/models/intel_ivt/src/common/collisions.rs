//! Records which causes act on which state of a box in a cycle, for the tables that all boxes share.

use super::causes::{ActiveCauses, CounterCauses, StartState};
use super::{Broadcasts, Compares};
use golden_model_core::collisions::{CollisionCoverage, CollisionSite, CollisionTable};

/// The fields of the tables.
#[derive(Clone)]
pub(crate) struct BoxSites {
    ctr: CollisionSite<12>,
    ctl: CollisionSite<6>,
    frz: CollisionSite<6>,
    cond_q: CollisionSite<9>,
    /// The sites of a box that reports its overflows.
    report: Option<StatusSites>,
}

#[derive(Clone)]
struct StatusSites {
    freeze: FreezeSites,
    box_status: CollisionSite<8>,
}

/// Sites of the global freeze of a box.
#[derive(Clone)]
enum FreezeSites {
    /// The box is also frozen by its own overflow message.
    Message { frz_lat: CollisionSite<6>, ovf_msg: CollisionSite<7> },
    /// The box is frozen by broadcasts only; it sends no message.
    Broadcast { frz_lat: CollisionSite<5> },
}

impl BoxSites {
    /// Looks up the fields by name.
    ///
    /// # Panics
    /// Panics if the table has other fields.
    pub fn new(table: &CollisionTable) -> Self {
        let ctr = ["reset", "rst_ctrs", "rst", "write", "unfreeze", "release", "enable", "freeze", "stop"];
        let [a, b, c, d, e, f, g, h, i] = ctr;
        let cond_q = ["reset", "rst_ctrs", "rst_ctrl", "rst", "select", "write", "freeze", "unfreeze", "condition"];
        let reports = table.fields.iter().any(|field| field.name == "BOX_STATUS");
        Self {
            ctr: table.site("CTR", [a, b, c, d, e, f, g, h, i, "rst_ctrl", "select", "increment"]),
            ctl: table.site("CTL", ["reset", "rst_ctrl", "write", "rst_ctrs", "stop", "freeze"]),
            frz: table.site("frz", ["reset", "stop", "release", "rst_ctrs", "freeze", "unfreeze"]),
            cond_q: table.site("cond_q", cond_q),
            report: reports.then(|| StatusSites::new(table)),
        }
    }

    /// Records the collisions of a cycle. `raw` returns the increment of a counter's event, `None` if it may not count it.
    pub fn record<const N: usize, const W: u32, C: Compares>(
        &self,
        before: &StartState<N, W, C>,
        acts: ActiveCauses,
        raw: impl Fn(usize) -> Option<C::Raw>,
        collisions: &mut CollisionCoverage,
    ) {
        let StartState { bank, freeze: box_freeze, .. } = *before;
        let (frz, latch) = (box_freeze.frz(), box_freeze.latch().frozen());
        let ActiveCauses { rst: reset, broadcasts: Broadcasts { freeze, unfreeze }, .. } = acts;
        let [rst_ctrl, rst_ctrs, stop, release] = acts.box_control();
        collisions.record(&self.frz, [reset, stop, release, rst_ctrs, freeze, unfreeze], frz.into());
        let counters: [_; N] = std::array::from_fn(|counter| CounterCauses::of(counter, before, acts, raw(counter)));
        let (thaw, released) = (latch && unfreeze, frz && release);
        for (counter, at) in counters.iter().enumerate() {
            let CounterCauses { write, control, rst, enable, select, increment, condition, .. } = *at;
            let causes =
                [reset, rst_ctrs, rst, write, thaw, released, enable, freeze, stop, rst_ctrl, select, increment];
            collisions.record(&self.ctr, causes, bank.count(counter));
            let event = bank.control(counter).ev_sel();
            collisions.record(&self.ctl, [reset, rst_ctrl, control, rst_ctrs, stop, freeze], event.into());
            let causes = [reset, rst_ctrs, rst_ctrl, rst, select, write, freeze, thaw, condition];
            collisions.record(&self.cond_q, causes, bank.cond_q(counter).into());
        }
        if let Some(report) = &self.report {
            report.record(bank.status().message(), latch, acts, &counters, collisions);
        }
    }
}

impl StatusSites {
    fn new(table: &CollisionTable) -> Self {
        let status = ["reset", "write", "rst_ctrs", "rst", "overflow", "clear", "freeze", "rst_ctrl"];
        let causes = ["reset", "write", "rst_ctrs", "rst", "overflow", "again", "clear"];
        let sends = table.fields.iter().any(|field| field.name == "ovf_msg");
        let freeze = if sends {
            FreezeSites::Message {
                frz_lat: table.site("frz_lat", ["reset", "own", "freeze", "unfreeze", "release", "stop"]),
                ovf_msg: table.site("ovf_msg", causes),
            }
        } else {
            FreezeSites::Broadcast {
                frz_lat: table.site("frz_lat", ["reset", "freeze", "unfreeze", "release", "stop"]),
            }
        };
        Self { freeze, box_status: table.site("BOX_STATUS", status) }
    }

    /// Records the collisions of the freeze, of the status and of the message, which is `message` in this cycle.
    fn record<const N: usize>(
        &self,
        message: bool,
        latch: bool,
        acts: ActiveCauses,
        counters: &[CounterCauses; N],
        collisions: &mut CollisionCoverage,
    ) {
        let ActiveCauses { rst: reset, broadcasts: Broadcasts { freeze, unfreeze }, .. } = acts;
        let [rst_ctrl, rst_ctrs, stop, release] = acts.box_control();
        for at in counters {
            let causes = [reset, at.write, rst_ctrs, at.rst, at.overflow, at.clear, freeze, rst_ctrl];
            collisions.record(&self.box_status, causes, at.status.into());
        }
        let ovf_msg = match &self.freeze {
            FreezeSites::Broadcast { frz_lat } => {
                collisions.record(frz_lat, [reset, freeze, unfreeze, release, stop], latch.into());
                return;
            }
            FreezeSites::Message { frz_lat, ovf_msg } => {
                collisions.record(frz_lat, [reset, message, freeze, unfreeze, release, stop], latch.into());
                ovf_msg
            }
        };
        // The counters share one message: if exactly one of them overflows, only the
        // causes at that counter count.
        let mut overflowing = counters.iter().filter(|at| at.sends);
        let causes = match (overflowing.next(), overflowing.next()) {
            (None, _) => {
                let any = |of: fn(&CounterCauses) -> bool| counters.iter().any(of);
                [reset, any(|at| at.write), rst_ctrs, any(|at| at.rst), false, false, any(|at| at.clear)]
            }
            (Some(at), None) => [reset, at.write, rst_ctrs, at.rst, !at.status, at.status, at.clear],
            _ => return,
        };
        collisions.record(ovf_msg, causes, message.into());
    }
}
