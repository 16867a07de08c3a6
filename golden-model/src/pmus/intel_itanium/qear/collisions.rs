//! Which causes act on which state in a clock. It only looks; what happens is in [`Qear::clock`].

use super::state::{Cycle, Qear};
use crate::collisions::{CollisionCoverage, CollisionSite, CollisionTable};

/// What acts on a measurement in a clock, whichever of it decides.
#[derive(Clone, Copy)]
pub(in crate::pmus) struct Acting {
    /// One is open.
    pub open: bool,
    /// CTL is written.
    pub write: bool,
    /// The response arrives that ends it.
    pub response: bool,
    /// The same, and it is an event.
    pub event: bool,
    /// The thread whose freeze matters is frozen.
    pub frozen: bool,
    /// A request leaves that could be captured.
    pub request: bool,
}

impl Acting {
    pub(super) fn of(qear: &Qear, cycle: &Cycle) -> Self {
        let answer = qear.open && cycle.response.is_some_and(|response| qear.is_answer(response) && qear.ends());
        Self {
            open: qear.open,
            write: cycle.write.is_some(),
            response: answer,
            event: answer && qear.qualifies(),
            frozen: qear.is_held(cycle.frozen),
            request: qear.captures(&Cycle { frozen: 0, ..*cycle }).is_some(),
        }
    }
}

/// The fields of the table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    inprog: CollisionSite<5>,
    event: CollisionSite<4>,
    op: CollisionSite<2>,
}

impl CollisionSites {
    /// The fields by name.
    pub fn new(table: &CollisionTable) -> Self {
        Self {
            inprog: table.site("inprog", ["reset", "write", "answer", "frozen", "request"]),
            event: table.site("qear_evt", ["reset", "write", "answer", "frozen"]),
            op: table.site("op", ["reset", "write"]),
        }
    }

    /// Notes the collisions of a clock, given the state at its start.
    pub fn record(&self, qear: &Qear, rst: bool, cycle: &Cycle, collisions: &mut CollisionCoverage) {
        let Acting { open, write, response: answer, event, frozen, request } = Acting::of(qear, cycle);
        collisions.record(&self.inprog, [rst, write, answer, frozen, request], open.into());
        collisions.record(&self.event, [rst, write, event, frozen], qear.event.into());
        collisions.record(&self.op, [rst, write], qear.configuration >> 6 & 0xF);
    }
}
