//! Which causes act on which state in a clock. It only looks; what happens is in [`DBox::clock`].

use super::dbox::{Clock, DBox};
use crate::collisions::{CollisionTable, Collisions, Site};

/// The fields of the table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    ov_box: Site<3>,
    frz: Site<4>,
    unfrz: Site<4>,
    ubox_int: Site<3>,
    frz_en: Site<2>,
}

impl CollisionSites {
    /// The fields by name.
    pub fn new(table: &CollisionTable) -> Self {
        Self {
            ov_box: table.site("ov_box", ["reset", "overflow", "write"]),
            frz: table.site("frz", ["reset", "overflow", "freeze", "unfreeze"]),
            unfrz: table.site("unfrz", ["reset", "unfreeze", "freeze", "overflow"]),
            ubox_int: table.site("ubox_int", ["reset", "request", "freeze"]),
            frz_en: table.site("frz_en", ["reset", "write"]),
        }
    }

    /// Notes the collisions of a clock, given the state at its start.
    pub fn note(&self, dbox: &DBox, rst: bool, clock: Clock, met: &mut Collisions) {
        let recorded = if dbox.records() { clock.recorded() } else { 0 };
        let write = clock.write.is_some();
        for bit in 8..14 {
            met.note(&self.ov_box, [rst, recorded >> bit & 1 == 1, write], dbox.misc >> bit & 1);
        }
        let overflow = clock.overflows != 0 && dbox.forwards();
        let (freeze, unfreeze) = (dbox.freezes(clock.write), dbox.unfreezes(clock.write));
        met.note(&self.frz, [rst, overflow, freeze, unfreeze], dbox.freeze.into());
        met.note(&self.unfrz, [rst, unfreeze, freeze, overflow], dbox.unfreeze.into());
        met.note(&self.ubox_int, [rst, clock.interrupts != 0, freeze], dbox.interrupt.into());
        met.note(&self.frz_en, [rst, write], dbox.misc & 1);
    }
}
