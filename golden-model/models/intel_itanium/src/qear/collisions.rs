//! Records which causes act on which state in a cycle. It does not change the state; [`Qear::step`] does.

use super::state::{Cycle, Qear};
use golden_model_core::collisions::{CollisionCoverage, CollisionSite, CollisionTable};

/// Causes that act on a measurement in a cycle, regardless of priority.
#[derive(Clone, Copy)]
pub(crate) struct Acting {
    /// A measurement is open.
    pub open: bool,
    /// CTL is written.
    pub write: bool,
    /// The response that ends the measurement arrives.
    pub response: bool,
    /// That response arrives, and the measurement is an event.
    pub event: bool,
    /// The selected thread is frozen.
    pub frozen: bool,
    /// A request that could be captured is sent.
    pub request: bool,
}

impl Acting {
    pub(super) fn of(qear: &Qear, cycle: &Cycle) -> Self {
        let answer = qear.open && cycle.response.is_some_and(|response| qear.is_response(response) && qear.ends());
        Self {
            open: qear.open,
            write: cycle.write.is_some(),
            response: answer,
            event: answer && qear.qualifies(),
            frozen: qear.is_frozen(cycle.frozen),
            request: qear.captures(&Cycle { frozen: 0, ..*cycle }).is_some(),
        }
    }
}

/// The collision sites, one for each field of the collision table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    inprog: CollisionSite<5>,
    event: CollisionSite<4>,
    op: CollisionSite<2>,
}

impl CollisionSites {
    /// Finds the fields of the table by name.
    pub fn new(table: &CollisionTable) -> Self {
        Self {
            inprog: table.site("inprog", ["reset", "write", "answer", "frozen", "request"]),
            event: table.site("qear_evt", ["reset", "write", "answer", "frozen"]),
            op: table.site("op", ["reset", "write"]),
        }
    }

    /// Records the collisions of a cycle, given the state at its start.
    pub fn record(&self, qear: &Qear, rst: bool, cycle: &Cycle, collisions: &mut CollisionCoverage) {
        let Acting { open, write, response: answer, event, frozen, request } = Acting::of(qear, cycle);
        collisions.record(&self.inprog, [rst, write, answer, frozen, request], open.into());
        collisions.record(&self.event, [rst, write, event, frozen], qear.event.into());
        collisions.record(&self.op, [rst, write], qear.configuration >> 6 & 0xF);
    }
}
