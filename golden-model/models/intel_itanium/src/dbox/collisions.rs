//! Records which causes act on which state in a cycle. It does not change the state; [`DBox::step`] does.

use super::state::{Cycle, DBox};
use golden_model_core::collisions::{CollisionCoverage, CollisionSite, CollisionTable};

/// Causes that act on the D-Box in a cycle, regardless of priority.
#[derive(Clone, Copy)]
pub(crate) struct Acting {
    /// The bits of `ov_box` that the overflows set, as in DBX_CSR_MISC, if they are recorded.
    pub recorded: u64,
    /// Overflows freeze all boxes.
    pub forwards: bool,
    /// Software writes the register, freezes all boxes, unfreezes all boxes.
    pub write: bool,
    pub freeze: bool,
    pub unfreeze: bool,
}

impl Acting {
    pub(super) fn of(dbox: &DBox, cycle: Cycle) -> Self {
        Self {
            recorded: if dbox.records() { cycle.recorded() } else { 0 },
            forwards: dbox.forwards(),
            write: cycle.write.is_some(),
            freeze: dbox.freezes(cycle.write),
            unfreeze: dbox.unfreezes(cycle.write),
        }
    }
}

/// The collision sites, one for each field of the collision table.
#[derive(Clone)]
pub(super) struct CollisionSites {
    ov_box: CollisionSite<3>,
    frz: CollisionSite<4>,
    unfrz: CollisionSite<4>,
    ubox_int: CollisionSite<3>,
    frz_en: CollisionSite<2>,
}

impl CollisionSites {
    /// Finds the fields of the table by name.
    pub fn new(table: &CollisionTable) -> Self {
        Self {
            ov_box: table.site("ov_box", ["reset", "overflow", "write"]),
            frz: table.site("frz", ["reset", "overflow", "freeze", "unfreeze"]),
            unfrz: table.site("unfrz", ["reset", "unfreeze", "freeze", "overflow"]),
            ubox_int: table.site("ubox_int", ["reset", "request", "freeze"]),
            frz_en: table.site("frz_en", ["reset", "write"]),
        }
    }

    /// Records the collisions of a cycle, given the state at its start.
    pub fn record(&self, dbox: &DBox, rst: bool, cycle: Cycle, collisions: &mut CollisionCoverage) {
        let Acting { recorded, forwards, write, freeze, unfreeze } = Acting::of(dbox, cycle);
        for bit in 8..14 {
            collisions.record(&self.ov_box, [rst, recorded >> bit & 1 == 1, write], dbox.misc >> bit & 1);
        }
        let overflow = cycle.overflows != 0 && forwards;
        collisions.record(&self.frz, [rst, overflow, freeze, unfreeze], dbox.freeze.into());
        collisions.record(&self.unfrz, [rst, unfreeze, freeze, overflow], dbox.unfreeze.into());
        collisions.record(&self.ubox_int, [rst, cycle.interrupts != 0, freeze], dbox.interrupt.into());
        collisions.record(&self.frz_en, [rst, write], dbox.misc & 1);
    }
}
