//! Which causes act on which state in a clock. It only looks; what happens is in [`Qear::clock`].

use super::qear::{Clock, Qear};
use crate::collisions::{CollisionTable, Collisions, Site};

/// The fields of the table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    inprog: Site<5>,
    event: Site<4>,
    op: Site<2>,
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
    pub fn note(&self, qear: &Qear, rst: bool, clock: &Clock, met: &mut Collisions) {
        let write = clock.write.is_some();
        let answer = qear.open && clock.response.is_some_and(|response| qear.is_answer(response) && qear.ends());
        let frozen = qear.is_held(clock.frozen);
        let request = qear.captures(&Clock { frozen: 0, ..*clock }).is_some();
        met.note(&self.inprog, [rst, write, answer, frozen, request], qear.open.into());
        met.note(&self.event, [rst, write, answer && qear.qualifies(), frozen], qear.event.into());
        met.note(&self.op, [rst, write], qear.configuration >> 6 & 0xF);
    }
}
